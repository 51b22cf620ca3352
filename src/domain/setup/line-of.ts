/**
 * The line, from 1, on which the last of nested keys is written in a JSON, YAML or TOML text: each is looked for
 * behind the one before it. Null where one is not found. A pointer for people; nothing is decided by it.
 */
export function lineOf(text: string, keys: readonly string[]): number | null {
  let at = 0;
  for (const key of keys) {
    const found = keyFrom(text, key, at);
    if (found === null) return null;
    at = found;
  }
  return text.slice(0, at).split('\n').length;
}

/** Behind a key there is `:`, `=` or, in a header of TOML, `.` or `]`; before it nothing that belongs to a word. */
const keyFrom = (text: string, key: string, from: number): number | null => {
  const word = key.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
  const pattern = new RegExp(String.raw`(?<![\w/-])${word}(?=["']?\s*(?:[:=\].]))`, 'gu');
  pattern.lastIndex = from;
  const found = pattern.exec(text);
  return found === null ? null : found.index + key.length;
};
