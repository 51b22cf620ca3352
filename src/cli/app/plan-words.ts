import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import type { TaskId } from '../../domain/ids.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';

/** What the words behind `plan` and `run` name. */
export interface PlanWords {
  /** The plan file, by a word or by --plan; undefined: the usual one. */
  readonly plan: string | undefined;
  readonly tasks: readonly TaskId[];
}

/** Tells a plan file from tasks: no task can be called `next.yaml`. Code: `usage`. */
export function planWords(
  words: readonly string[],
  flag: string | undefined,
): Result<PlanWords, Failure> {
  const [file, second] = words.filter(isFile);
  if (second !== undefined || (file !== undefined && flag !== undefined)) {
    return err(failure('usage', 'more than one plan file was given'));
  }
  return ok({ plan: file ?? flag, tasks: words.filter((word) => !isFile(word)) });
}

const isFile = (word: string): boolean => /[./\\]/u.test(word);
