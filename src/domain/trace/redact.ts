/** What stands in the place of a secret. */
const HIDDEN = '[hidden]';

/**
 * Shapes of secrets that tools print. A known shape is hidden wherever it stands; a value is hidden where the name in
 * front of it says that it is one. What is no secret may be hidden as well; what has no known shape is not.
 */
const SHAPES: readonly RegExp[] = [
  /\bsk-(?:ant-|proj-|or-)?[\w-]{16,}/g,
  /\b(?:gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|npm_\w{20,}|pypi-[\w-]{16,}|hf_\w{20,})/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[\w-]{30,}/g,
  /\bxox[abprs]-[\w-]{10,}/g,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
];

/** `Authorization: Bearer x`, `API_KEY=x`, `"password": "x"`, `https://user:x@host`. */
const NAMED: readonly (readonly [pattern: RegExp, by: string])[] = [
  [
    /((?:authorization|proxy-authorization)\s*[:=]\s*["']?(?:bearer|basic|token)\s+)[^\s"',;]+/gi,
    `$1${HIDDEN}`,
  ],
  [
    /(?<![\w-])((?:[\w-]*(?:password|passwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credentials?))["']?\s*[:=]\s*["']?)(?!\[hidden\])[^\s"',;&]{4,}/gi,
    `$1${HIDDEN}`,
  ],
  [/(\b[a-z][\w+.-]{0,30}:\/\/[^\s/:@]*:)[^\s/@]+(@)/gi, `$1${HIDDEN}$2`],
];

/** A text of a trace for a report, with what looks like a secret hidden. */
export function redact(text: string): string {
  const shaped = SHAPES.reduce((rest, shape) => rest.replaceAll(shape, HIDDEN), text);
  return NAMED.reduce((rest, [pattern, by]) => rest.replaceAll(pattern, by), shaped);
}
