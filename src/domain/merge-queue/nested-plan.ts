/**
 * How many of a list to test next, so that the expected number of tests until all of it is decided is
 * smallest: the optimal nested plan (Sobel and Groll's), by dynamic programming.
 *
 * `failing` are the probabilities of failing, in the order in which things are tested. The first
 * `suspects` of them are known to contain something defective (0: nothing is known). A plan tests a
 * prefix. Green decides it. Red makes it the suspects, and those behind it are as good as untested; a
 * single suspect is decided without a further test.
 */
export const nestedPlan = (failing: readonly number[], suspects: number): number => {
  const n = Math.min(failing.length, Math.max(WINDOW, suspects));
  if (suspects === 0 && n <= 1) return n;
  if (suspects === 1) return 1;
  const table = costs(failing.slice(0, n));
  return table.best[suspects] ?? 1;
};

/** Further ahead than this no plan looks, and no group is larger; suspects are looked through all the same. */
const WINDOW = 64;

interface Costs {
  /** By number of suspects at the front of the whole list: how many to test. */
  readonly best: readonly number[];
}

/** By position: what the list from there costs with its first 0, 1, 2 … suspected. */
const costs = (failing: readonly number[]): Costs => {
  const n = failing.length;
  const rows: number[][] = [];
  rows[n] = [0];
  let best: number[] = [];
  for (let at = n - 1; at >= 0; at -= 1) {
    const row = [0, rows[at + 1]?.[0] ?? 0];
    best = [1, 1];
    const good = chancesOfGreen(failing, at);
    for (let m = 2; m <= n - at; m += 1) {
      const found = cheapest(m - 1, (x) => ofSuspects(rows, row, { at, x, m, good }));
      row[m] = found.cost;
      best[m] = found.x;
    }
    const found = cheapest(n - at, (x) => ofFresh(rows, row, { at, x, good }));
    row[0] = found.cost;
    best[0] = found.x;
    rows[at] = row;
  }
  return { best };
};

/** By number of items from `at`: the chance that all of them are good. */
const chancesOfGreen = (failing: readonly number[], at: number): readonly number[] => {
  const chances = [1];
  for (let i = at; i < failing.length; i += 1)
    chances.push((chances.at(-1) ?? 1) * (1 - (failing[i] ?? 0)));
  return chances;
};

const cheapest = (most: number, costOf: (x: number) => number): { x: number; cost: number } => {
  let found = { x: 1, cost: Infinity };
  for (let x = 1; x <= most; x += 1) {
    const cost = costOf(x);
    if (cost < found.cost - 1e-12) found = { x, cost };
  }
  return found;
};

interface Choice {
  readonly at: number;
  readonly x: number;
  readonly good: readonly number[];
}

const ofFresh = (rows: readonly number[][], row: readonly number[], choice: Choice): number => {
  const { at, x, good } = choice;
  const green = good[x] ?? 0;
  return 1 + green * (rows[at + x]?.[0] ?? 0) + (1 - green) * (row[x] ?? 0);
};

const ofSuspects = (
  rows: readonly number[][],
  row: readonly number[],
  { at, x, m, good }: Choice & { readonly m: number },
): number => {
  const red = 1 - (good[m] ?? 0);
  const green = (good[x] ?? 0) - (good[m] ?? 0);
  if (red <= 0) return 1 + (rows[at + x]?.[m - x] ?? 0);
  return (
    1 + (green / red) * (rows[at + x]?.[m - x] ?? 0) + ((1 - (good[x] ?? 0)) / red) * (row[x] ?? 0)
  );
};
