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
      let part = code;
      if ((code & 1) === 1) {
        part = 0;
        while (part < names && named[part] !== code) part += 1;
        if (part === names) named[names++] = code;
      }
      run = Math.imul(run, 0x01000193) ^ part;
    }
    tell(run);
  }
};
