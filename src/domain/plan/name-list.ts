const MOST_NAMES = 5;

/** Names in a sentence: `a, b and c`; of many the first five, and how many more. */
export const nameList = (names: readonly string[]): string => {
  const more = names.length - MOST_NAMES;
  if (more > 0) return `${names.slice(0, MOST_NAMES).join(', ')} and ${more} more`;
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
};
