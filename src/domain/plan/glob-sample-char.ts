import { charSet, intersect } from './glob-char-set.ts';
import type { CharSet } from './glob-char-set.ts';

/** A character that stands for a set, and how much a person would rather see another one. */
export interface SampleChar {
  readonly symbol: string;
  readonly cost: number;
}

/** The most readable character of `set`: letters first, control characters last. Null when the set is empty. */
export function sampleChar(set: CharSet): SampleChar | null {
  for (const { chars, cost } of BY_READABILITY) {
    const [range] = intersect(set, chars);
    if (range !== undefined) return { symbol: String.fromCodePoint(range[0]), cost };
  }
  return null;
}

/** Every code point is in one of these; costs start at 1, so that shorter is better among equals. */
const BY_READABILITY: readonly { readonly chars: CharSet; readonly cost: number }[] = [
  { chars: charSet([[0x61, 0x7a]]), cost: 1 },
  // A separator costs as little as a letter: depth is no worse than a long name.
  { chars: charSet([[0x2f, 0x2f]]), cost: 1 },
  // Digits, then capitals, `-`, `.` and `_`.
  { chars: charSet([[0x30, 0x39]]), cost: 2 },
  {
    chars: charSet([
      [0x2d, 0x2e],
      [0x41, 0x5a],
      [0x5f, 0x5f],
    ]),
    cost: 2,
  },
  // The rest of printable ASCII.
  { chars: charSet([[0x21, 0x7e]]), cost: 3 },
  // Latin, Greek and Cyrillic letters, then what most likely is a letter too.
  {
    chars: charSet([
      [0xc0, 0x2_4f],
      [0x3_91, 0x3_c9],
      [0x4_00, 0x4_ff],
    ]),
    cost: 4,
  },
  {
    chars: charSet([
      [0x4e_00, 0x9f_ff],
      [0xac_00, 0xd7_a3],
    ]),
    cost: 4,
  },
  { chars: charSet([[0, 0x10_ff_ff]]), cost: 9 },
];
