/** A value with every text that is one of these names under its other name. */
export function renamed<T>(value: T, names: ReadonlyMap<string, string>): T {
  const inside = (each: unknown): unknown => {
    if (typeof each === 'string') return names.get(each) ?? each;
    if (Array.isArray(each)) return each.map(inside);
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([key, inner]) => [key, inside(inner)]));
  };
  return inside(value) as T;
}
