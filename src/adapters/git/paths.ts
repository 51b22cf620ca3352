/**
 * A path as git gives it, as text: as it is where it is UTF-8, otherwise with every byte of an
 * undecodable path above 0x7f written as `\xNN`. Git compares bytes, so two different paths stay different.
 */
export const pathText = (bytes: Uint8Array): string => {
  const text = Buffer.from(bytes).toString('utf8');
  if (!text.includes('\u{fffd}')) return text;
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\u{80}-\u{ff}]/gu, (char) => `\\x${char.charCodeAt(0).toString(16)}`);
};

/** The NUL-terminated fields of an output, as bytes. */
export const fields = (output: Uint8Array): readonly Buffer[] => {
  const bytes = Buffer.from(output);
  const found: Buffer[] = [];
  let start = 0;
  while (start < bytes.length) {
    const end = bytes.indexOf(0, start);
    const stop = end === -1 ? bytes.length : end;
    found.push(bytes.subarray(start, stop));
    start = stop + 1;
  }
  return found;
};

/** NUL-terminated paths as text, in git's order. */
export const paths = (output: Uint8Array): readonly string[] => fields(output).map(pathText);

/** The first three names, and how many there are besides. */
export const someOf = (names: readonly string[]): string =>
  names.length <= 3
    ? names.join(', ')
    : `${names.slice(0, 3).join(', ')} and ${String(names.length - 3)} more`;
