import type { Result } from '../../domain/result.ts';

/** A parser of a flag's value, which by the command line library's custom throws. */
export function orThrow<T>(parse: (input: string) => Result<T, string>): (input: string) => T {
  return (input) => {
    const parsed = parse(input);
    if (!parsed.ok) throw new Error(parsed.error);
    return parsed.value;
  };
}
