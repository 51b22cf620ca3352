/** A flag that takes a seed, or how many of them. */
export const seedFlag = (brief: string) =>
  ({ kind: 'parsed', parse: wholeNumber, optional: true, brief, placeholder: 'n' }) as const;

function wholeNumber(input: string): number {
  const value = Number(input);
  if (!/^\d{1,7}$/u.test(input) || value < 1) throw new Error('write a whole number from 1');
  return value;
}
