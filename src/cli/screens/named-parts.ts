import { wrapParts } from '../text/wrap.ts';

const NAME = 16;

/** A name, and parts beside it that go on below each other where the line is full. */
export function namedParts(
  name: string,
  parts: readonly string[],
  width: number,
): readonly string[] {
  const [first = '', ...rest] = wrapParts(parts, width - NAME, '');
  return [`${name.padEnd(NAME)}${first}`, ...rest.map((line) => `${' '.repeat(NAME)}${line}`)];
}
