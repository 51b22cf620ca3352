const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** An amount of storage: `950 B`, `4.1 kB`, `412 MB`; a kB is 1000 bytes. */
export function bytes(count: number): string {
  let value = count;
  let unit = 0;
  // What would be rounded to 1000 is one of the next unit.
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits =
    value < 9.95 && unit > 0 ? value.toFixed(1).replace(/\.0$/u, '') : value.toFixed(0);
  return `${digits} ${UNITS[unit] ?? ''}`;
}
