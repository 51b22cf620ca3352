/** Tokens in a run. */
const RUN = 6;

/**
 * Every run of tokens, as a hash. Free names (the lowest bit of a code) are numbered within a run, by
 * which comes first: a function under other names has the same runs, and one that returns the other of
 * two names has not.
 */
export const runsOf = (codes: readonly number[], tell: (run: number) => void): void => {
  const named = new Int32Array(RUN);
  for (let at = 0; at + RUN <= codes.length; at += 1) {
    let run = 17;
    let names = 0;
    for (let k = at; k < at + RUN; k += 1) {
      const code = codes[k] ?? 0;
      const isFree = (code & 1) === 1;
      const part = isFree ? placeOf(named, names, code) : code;
      if (isFree && part === names) named[names++] = code;
      run = Math.imul(run, 0x01000193) ^ part;
    }
    tell(run);
  }
};

/** Where a name is among those that came before; their number where it is new. */
const placeOf = (named: Int32Array, names: number, code: number): number => {
  let at = 0;
  while (at < names && named[at] !== code) at += 1;
  return at;
};
