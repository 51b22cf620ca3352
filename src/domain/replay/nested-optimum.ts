/**
 * The fewest checks on average, on one slot, until it is known of `changes` that fail alike with which
 * of them is wrong: groups are tested, and of a red group a part, and so on (Sobel and Groll). `reds`: in
 * how many red runs a change must have been before it is sent back; 2 is a re-run before blame.
 */
export const nestedOptimum = (changes: number, fails: number, reds: 1 | 2): number => {
  const good = Array.from({ length: changes + 1 }, (_, count) => (1 - fails) ** count);
  /** By number of changes left: nothing is known of them. */
  const fresh = [0];
  /** By number left and suspects among them, which were in one red run, or in more. */
  const once: number[][] = [[]];
  const more: number[][] = [[]];
  for (let left = 1; left <= changes; left += 1) {
    const rest = fresh[left - 1] ?? 0;
    const inMore = [0, rest];
    const inOnce = [0, rest + (reds === 2 ? 1 : 0)];
    for (let suspects = 2; suspects <= left; suspects += 1) {
      const part = { left, suspects, good };
      inMore[suspects] = cheapest(suspects - 1, (tested) => split(part, tested, [more, inMore]));
      inOnce[suspects] = cheapest(suspects - 1, (tested) => split(part, tested, [once, inMore]));
    }
    more[left] = inMore;
    once[left] = inOnce;
    fresh[left] = cheapest(left, (tested) => {
      const green = good[tested] ?? 0;
      return 1 + green * (fresh[left - tested] ?? 0) + (1 - green) * (inOnce[tested] ?? 0);
    });
  }
  return fresh[changes] ?? 0;
};

interface Part {
  readonly left: number;
  readonly suspects: number;
  readonly good: readonly number[];
}

/** What is left to do after a check of `tested` of the suspects: those behind them, or they themselves. */
const split = (
  { left, suspects, good }: Part,
  tested: number,
  [green, red]: readonly [readonly (readonly number[])[], readonly number[]],
): number => {
  const allGood = good[suspects] ?? 0;
  const isGreen = ((good[tested] ?? 0) - allGood) / (1 - allGood);
  return (
    1 +
    isGreen * (green[left - tested]?.[suspects - tested] ?? 0) +
    (1 - isGreen) * (red[tested] ?? 0)
  );
};

const cheapest = (most: number, costOf: (tested: number) => number): number =>
  Math.min(...Array.from({ length: most }, (_, before) => costOf(before + 1)));
