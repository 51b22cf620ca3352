import { runFacts, type RunFacts } from '../adapters/store/run-facts.ts';
import type { Failure } from '../domain/failure.ts';
import type { RunId } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import { ok } from '../domain/result.ts';
import type { AttemptRecord } from '../domain/stats/attempt-record.ts';
import { fatesOf, type RunBooks } from '../domain/stats/fate.ts';
import { reviewTimes, type ReviewTime } from '../domain/stats/review-time.ts';
import { spentOf } from '../domain/stats/spent-of.ts';
import { readReceipt } from './attempt-reader.ts';
import type { ReadModel, Reader } from './read-model.ts';

/** The attempts of this repository's runs, as their measures are made of them. */
export interface RecordedRuns {
  /** Those that have ended. */
  readonly records: readonly AttemptRecord[];
  /** How many have not. */
  readonly atWork: number;
}

/** Reads the attempts of all runs, or of one. Codes: of a store that cannot be read. */
export function recordedRuns(
  model: ReadModel & { readonly reader: Reader },
  only: RunId | null,
): Result<RecordedRuns, Failure> {
  const { reader, place } = model;
  const facts = runFacts(place.stateDir);
  if (!facts.ok) return facts;
  const times = reviewTimes(facts.value.steps);
  const runs = reader.runs().map(({ id }) => id);
  const books = runs
    .filter((run) => only === null || run === only)
    .map((run) => booksOf(reader, run));
  return ok({
    records: books.flatMap((each) => recordsOf(model, each, { spent: facts.value.spent, times })),
    atWork: books
      .flatMap(({ attempts }) => [...attempts.values()])
      .filter(({ endedAt }) => endedAt === null).length,
  });
}

function booksOf(reader: Reader, run: RunId): RunBooks {
  const { tasks, attempts, deliveries } = reader.snapshot(() => ({
    tasks: reader.views(run, 'task'),
    attempts: reader.views(run, 'attempt'),
    deliveries: reader.views(run, 'delivery'),
  }));
  return {
    run,
    tasks: new Map(tasks.map(({ id, body }) => [id, body])),
    attempts: new Map(attempts.map(({ id, body }) => [id, body])),
    deliveries: new Map(deliveries.map(({ id, body }) => [id, body])),
  };
}

interface Known extends Pick<RunFacts, 'spent'> {
  readonly times: ReadonlyMap<string, ReviewTime>;
}

function recordsOf(
  { place }: ReadModel,
  books: RunBooks,
  { spent, times }: Known,
): readonly AttemptRecord[] {
  const fates = fatesOf(books);
  return [...books.attempts].flatMap(([id, view]) => {
    if (view.endedAt === null) return [];
    const time = times.get(id);
    const phase = books.deliveries.get(id)?.phase;
    const receipt = readReceipt(place, id);
    return [
      {
        run: books.run,
        task: view.task,
        attempt: id,
        agent: view.agent,
        endedAt: view.endedAt,
        fate: fates.get(id) ?? 'open',
        landedTask: phase === 'landed' || phase === 'unlanding',
        ...spentOf({ view, receipt, told: spent.get(id) ?? null }),
        reviewMs: time?.ms ?? 0,
        waits: time?.waits ?? false,
      },
    ];
  });
}
