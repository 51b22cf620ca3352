/** The option that makes `git log -z` print these placeholders of each commit; `logRecords` reads them. */
export const recordFormat = (placeholders: readonly string[]): string =>
  `--format=${placeholders.join('%x00')}`;

/** So many texts a commit. Nothing but NUL can stand in no message, so that none can pass for two commits. */
export const logRecords = (stdout: Uint8Array, texts: number): readonly (readonly string[])[] => {
  const parts = Buffer.from(stdout).toString('utf8').split('\0').slice(0, -1);
  return Array.from({ length: Math.floor(parts.length / texts) }, (_, index) =>
    parts.slice(index * texts, (index + 1) * texts),
  );
};
