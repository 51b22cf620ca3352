/**
 * Whether a file's name says that it holds a secret. Such a file, when nobody has committed it, is not taken in: what
 * lies in a commit is read by agents and pushed by people.
 */
export const isSecretLike = (path: string): boolean => {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return NAMES.test(name) && !HARMLESS.test(name);
};

const NAMES = new RegExp(
  [
    String.raw`^\.env(\..+)?$`,
    String.raw`\.env$`,
    String.raw`^\.(npmrc|netrc|pypirc|pgpass|git-credentials|htpasswd|vault-pass(word)?)$`,
    String.raw`^id_(rsa|dsa|ecdsa|ed25519)(\..+)?$`,
    String.raw`\.(pem|key|p8|p12|pfx|jks|keystore|kdbx|ppk|tfvars)$`,
    String.raw`^(credentials|secrets?|service[-_]?account)([-_.].*)?\.(json|ya?ml|toml|ini|txt)$`,
    String.raw`^credentials$`,
  ].join('|'),
  'u',
);

/** Templates, and the public half of a pair. */
const HARMLESS = /(^|[.-])(example|sample|template|dist|defaults?)(\.|$)|\.pub$/u;
