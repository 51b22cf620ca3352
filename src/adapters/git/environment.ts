/** One configuration setting: key and value. */
export type ConfigEntry = readonly [key: string, value: string];

/** What of the caller's GIT_* variables has a say: who the user is, and their own configuration. */
const KEPT =
  /^GIT_(CONFIG_(NOSYSTEM|GLOBAL|SYSTEM|COUNT|KEY_\d+|VALUE_\d+)|(AUTHOR|COMMITTER)_(NAME|EMAIL)|SSH|SSH_COMMAND|SSH_VARIANT|SSL_\w+|EXEC_PATH)$/;

/**
 * Settings of every command. They travel as environment, not as `-c`, so that keys may hold any
 * character and messages show the command alone.
 */
const ALWAYS: readonly ConfigEntry[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.splitIndex', 'false'],
  ['core.ignoreStat', 'false'],
  ['core.safecrlf', 'false'],
  ['core.pager', 'cat'],
  ['core.editor', 'true'],
  ['commit.gpgSign', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['i18n.commitEncoding', 'UTF-8'],
  ['diff.external', ''],
  ['diff.ignoreSubmodules', 'none'],
  ['submodule.recurse', 'false'],
  ['advice.detachedHead', 'false'],
];

/** What one git command's environment has beyond the common one. */
export interface OwnEnvironment {
  readonly readOnly?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly config?: readonly ConfigEntry[];
}

/** The environment of every git command: the caller's, without what points git somewhere else. */
export const commonEnvironment = (
  own: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> => ({
  ...scrub(own),
  LC_ALL: 'C',
  LANGUAGE: 'C',
  GIT_TERMINAL_PROMPT: '0',
  // An object's id says what it is: replacements do not count.
  GIT_NO_REPLACE_OBJECTS: '1',
  ...configVariables(callersConfig(own), ALWAYS),
});

/** What comes on top of the common environment for one command; `own` is the caller's. */
export const gitVariables = (
  own: Readonly<Record<string, string | undefined>>,
  { readOnly, env, config }: OwnEnvironment,
): Record<string, string> => ({
  ...(readOnly === true ? { GIT_OPTIONAL_LOCKS: '0' } : {}),
  ...env,
  ...(config === undefined ? {} : configVariables(callersConfig(own) + ALWAYS.length, config)),
});

/** Changes when what the caller's environment says about programs and configuration does. */
export const environmentStamp = (own: Readonly<Record<string, string | undefined>>): string =>
  `${own['PATH'] ?? ''}\0${own['HOME'] ?? ''}`;

const scrub = (
  own: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(own).filter(([name]) => !name.startsWith('GIT_') || KEPT.test(name)),
  );

/** How many settings the caller's own environment brings. */
const callersConfig = (own: Readonly<Record<string, string | undefined>>): number =>
  Number.parseInt(own['GIT_CONFIG_COUNT'] ?? '0', 10) || 0;

/** Settings after the `first` ones that are there already. */
const configVariables = (
  first: number,
  entries: readonly ConfigEntry[],
): Record<string, string> => {
  const variables: Record<string, string> = {
    GIT_CONFIG_COUNT: String(first + entries.length),
  };
  for (const [index, [key, value]] of entries.entries()) {
    variables[`GIT_CONFIG_KEY_${String(first + index)}`] = key;
    variables[`GIT_CONFIG_VALUE_${String(first + index)}`] = value;
  }
  return variables;
};
