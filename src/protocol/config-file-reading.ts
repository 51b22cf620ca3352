import { leadsTo } from '../domain/config/problem.ts';
import type { PathStep, Problem } from '../domain/config/problem.ts';
import type { z } from 'zod';
import { describeIssue, problemsOf } from './config-file-problems.ts';
import type { Elsewhere } from './config-file-problems.ts';

/**
 * A written file as far as it could be read: what is wrong with it, and what is left without the wrong
 * parts, so that later stages can report what they find in the same go. `written` is null when nothing
 * useful is left. Problems of later stages at or below `problems` are consequences, see `leadsTo`.
 */
export interface WrittenReading<T> {
  readonly problems: readonly Problem[];
  readonly written: T | null;
}

/** Reads `value` by `schema`; again without the parts that were wrong, since a schema may stop at the first. */
export function readWritten<T>(
  schema: z.ZodType<T>,
  value: unknown,
  elsewhere: Elsewhere,
): WrittenReading<T> {
  let problems: readonly Problem[] = [];
  let rest = value;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const read = schema.safeParse(rest, { error: describeIssue });
    if (read.success) return { problems, written: read.data };
    const found = problemsOf(schema, read.error.issues, elsewhere);
    problems = [...problems, ...independentOf(found, problems)];
    if (found.length > MANY) break;
    rest = found.reduce((left, { path }) => without(left, path), rest);
  }
  return { problems, written: null };
}

/** Checks of checks are two deep at most; one more finds nothing, and the last reads what is left. */
const MAX_ROUNDS = 4;

/** Problems beyond which a file is taken for something else, and nothing further is looked for. */
const MANY = 200;

/** Problems of `later` that are not consequences of `earlier` ones: nothing is said about what could not be read. */
export const independentOf = (
  later: readonly Problem[],
  earlier: readonly Problem[],
): readonly Problem[] =>
  later.filter(
    ({ path, flag }) =>
      flag !== undefined ||
      !earlier.some((known) => leadsTo(known.path, path) || leadsTo(path, known.path)),
  );

/**
 * `value` without what `path` leads to. A list goes as a whole, since the places of its other items would
 * move; a task that cannot be read stays as an empty one, since others may need it.
 */
function without(value: unknown, path: readonly PathStep[]): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return {};
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
      if (key !== step) return [[key, inner]];
      if (step === 'tasks' && rest.length === 1) return [[key, withEmpty(inner, rest[0])]];
      const left = rest.length === 0 ? undefined : without(inner, rest);
      return left === undefined ? [] : [[key, left]];
    }),
  );
}

const withEmpty = (tasks: unknown, id: PathStep | undefined): unknown =>
  typeof tasks === 'object' && tasks !== null && typeof id === 'string'
    ? { ...tasks, [id]: {} }
    : undefined;
