import { didYouMean } from '../../domain/config/nearest.ts';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import type { RunId } from '../../domain/ids.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { Known, KnownAttempt, KnownTask } from './known.ts';

/**
 * The run that is meant: by id or unique prefix; null: the newest.
 * Codes: `nothing-ran`, `no-run`, `ambiguous-id`.
 */
export function resolveRun(known: Known, typed: string | null): Result<RunId, Failure> {
  const [newest] = known.runs;
  if (newest === undefined) return err(nothingRan());
  if (typed === null) return ok(newest);
  const found = byPrefix(known.runs, typed);
  if (found.length === 1) return ok(found[0] ?? newest);
  if (found.length > 1) return err(ambiguous(typed, found));
  return err(
    failure('no-run', `there is no run "${typed}"`, {
      hint: didYouMean(typed, known.runs, 'fanin status --all lists the runs'),
    }),
  );
}

/**
 * The task that is meant by `<task>` or `<run>/<task>`, each by unique prefix, in the run that `run` names.
 * Codes: those of `resolveRun`, and `no-task`.
 */
export function resolveTask(
  known: Known,
  typed: string,
  run: string | null,
): Result<KnownTask, Failure> {
  const parts = split(typed, run);
  const found = resolveRun(known, parts.run);
  return found.ok ? taskOf(known, parts.rest, found.value) : found;
}

/**
 * The attempt that is meant by `<task>` (its newest), `<task>#<n>`, either with `<run>/` in front, or by the
 * full id; everything by unique prefix. Codes: those of `resolveTask`, and `no-attempt`.
 */
export function resolveAttempt(
  known: Known,
  typed: string,
  run: string | null,
): Result<KnownAttempt, Failure> {
  const full = known.runs.flatMap((each) => known.attempts(each).filter(({ id }) => id === typed));
  if (full[0] !== undefined) return ok(full[0]);
  const { rest, run: inRun } = split(typed, run);
  const [name = '', n] = rest.split('#', 2);
  const task = resolveTask(known, name, inRun);
  if (task.ok) return attemptOf(known, task.value, n);
  if (task.error.code !== 'no-task' || typed === '' || n !== undefined || inRun !== null)
    return task;
  const byId = known.runs.flatMap((each) =>
    known.attempts(each).filter(({ id }) => id.startsWith(typed)),
  );
  if (byId.length === 0) return task;
  const [only] = byId;
  return byId.length === 1 && only !== undefined
    ? ok(only)
    : err(
        ambiguous(
          typed,
          byId.map(({ id }) => id),
        ),
      );
}

/** `<run>/<rest>`; without the slash what `--run` says holds. */
const split = (
  typed: string,
  run: string | null,
): { readonly run: string | null; readonly rest: string } => {
  const slash = typed.indexOf('/');
  return slash === -1
    ? { run, rest: typed }
    : { run: typed.slice(0, slash), rest: typed.slice(slash + 1) };
};

const taskOf = (known: Known, typed: string, run: RunId): Result<KnownTask, Failure> => {
  const tasks = known.tasks(run);
  const found = byPrefix(tasks, typed);
  const [only] = found;
  if (found.length === 1 && only !== undefined) return ok({ run, task: only });
  if (found.length > 1) return err(ambiguous(typed, found));
  const elsewhere = known.runs.find((each) => each !== run && known.tasks(each).includes(typed));
  const hint =
    elsewhere === undefined
      ? didYouMean(typed, tasks, `its tasks: ${tasks.join(', ')}`)
      : `run ${elsewhere} has one: ${elsewhere}/${typed}`;
  return err(failure('no-task', `run ${run} has no task "${typed}"`, { hint }));
};

const attemptOf = (
  known: Known,
  { run, task }: KnownTask,
  n: string | undefined,
): Result<KnownAttempt, Failure> => {
  const attempts = known.attempts(run).filter((attempt) => attempt.task === task);
  const newest = attempts.reduce<KnownAttempt | null>(
    (last, each) => (last === null || each.n > last.n ? each : last),
    null,
  );
  if (newest === null)
    return err(
      failure('no-attempt', `${task} has had no attempt yet`, {
        hint: 'fanin status --why says what it waits for',
      }),
    );
  if (n === undefined) return ok(newest);
  const found = attempts.find((attempt) => String(attempt.n) === n);
  if (found !== undefined) return ok(found);
  const there = attempts.map((attempt) => `${task}#${attempt.n}`).join(', ');
  return err(
    failure('no-attempt', `there is no attempt ${task}#${n}`, { hint: `there is ${there}` }),
  );
};

/** The one of that name, or all that begin with it. */
const byPrefix = (names: readonly string[], typed: string): readonly string[] => {
  if (names.includes(typed)) return [typed];
  return typed === '' ? [] : names.filter((name) => name.startsWith(typed));
};

const MOST_NAMED = 8;

const ambiguous = (typed: string, found: readonly string[]): Failure => {
  const named = found.slice(0, MOST_NAMED).join(', ');
  const more = found.length > MOST_NAMED ? ` and ${found.length - MOST_NAMED} more` : '';
  return failure('ambiguous-id', `"${typed}" could be ${named}${more}`, {
    hint: 'type more of it',
  });
};

const nothingRan = (): Failure =>
  failure('nothing-ran', 'nothing has run in this repository yet', {
    hint: 'start with: fanin run -p "…"',
  });
