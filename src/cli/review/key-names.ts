/** The keys in what a terminal sent, by name where they are no character. Pasted text is many keys. */
export function keyNames(sent: string): readonly string[] {
  const keys: string[] = [];
  for (let rest = sent; rest !== '';) {
    const known = SEQUENCES.find(([sequence]) => rest.startsWith(sequence));
    const other = known === undefined ? unknownSequence(rest) : undefined;
    const first = Array.from(rest)[0] ?? '';
    if (known !== undefined) keys.push(known[1]);
    else if (other === undefined) keys.push(first === '\u{1b}' ? 'escape' : first);
    rest = rest.slice((known?.[0] ?? other ?? first).length);
  }
  return keys;
}

/** A key that means nothing here, such as a function key: swallowed whole. */
const unknownSequence = (rest: string): string | undefined => {
  const found = rest.startsWith('\u{1b}[') ? /^\[[\d;]*[A-Za-z~]/u.exec(rest.slice(1)) : null;
  return found === null ? undefined : `\u{1b}${found[0]}`;
};

const SEQUENCES: readonly (readonly [string, string])[] = [
  ['\u{1b}[A', 'up'],
  ['\u{1b}OA', 'up'],
  ['\u{1b}[B', 'down'],
  ['\u{1b}OB', 'down'],
  ['\r\n', 'enter'],
  ['\r', 'enter'],
  ['\n', 'enter'],
  ['\u{3}', 'ctrl-c'],
  ['\u{4}', 'ctrl-d'],
];
