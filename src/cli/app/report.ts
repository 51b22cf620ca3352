import type { Failure } from '../../domain/failure.ts';
import { exitCodeOf } from '../exit-codes.ts';
import { failureJson, failureLines } from '../text/failure-text.ts';
import { cliOf } from './cli.ts';
import type { Cli } from './cli.ts';

/** Prints failures, on stderr for people and on stdout for scripts; the value is the exit code of the first. */
export function report(
  given: Failure | readonly Failure[],
  where: Pick<Cli, 'json'> & Partial<Pick<Cli, 'out' | 'err' | 'errLook'>>,
): number {
  const failures = 'code' in given ? [given] : given;
  const { out, err, errLook } = { ...cliOf({}), ...where };
  if (where.json) out.lines([failureJson(failures)]);
  else err.lines(failures.flatMap((each) => failureLines(each, errLook())));
  const [first] = failures;
  return first === undefined ? 1 : exitCodeOf(first);
}
