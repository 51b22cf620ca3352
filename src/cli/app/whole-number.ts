/** How many, as typed. */
export function wholeNumber(input: string): number {
  if (/^[1-9]\d{0,5}$/u.test(input)) return Number(input);
  throw new SyntaxError(`${input} is not a whole number from 1`);
}
