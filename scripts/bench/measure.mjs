// Small pieces that all benches share.

/** The middle of the values, as the bench prints it. */
export const median = (values) => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/** Lowest and highest, so that a reader sees how much a median may be trusted. */
export const spread = (values) =>
  `${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))}`;

/** Two measurements in turns, so that whatever the machine does meanwhile meets both. */
export const interleaved = async (pairs, one, other) => {
  const left = [];
  const right = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const first = pair % 2 === 0;
    if (first) left.push(await one());
    right.push(await other());
    if (!first) left.push(await one());
  }
  return { left, right };
};
