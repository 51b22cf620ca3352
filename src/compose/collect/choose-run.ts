import { didYouMean } from '../../domain/config/nearest.ts';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { KnownRun } from './known-work.ts';

/** The run that work goes into; `known` null: one of its own. */
export interface Chosen {
  readonly known: KnownRun | null;
}

/**
 * The run that is meant by `into`; where nothing is said, the one in which some of the work waits to be mended: it
 * goes on there. `sources`: where the work lies. Codes: `no-run`, `ambiguous-id`, `several-runs`.
 */
export const chooseRun = (
  runs: readonly KnownRun[],
  sources: readonly string[],
  into: string | null,
): Result<Chosen, Failure> => {
  if (into === 'new') return ok({ known: null });
  if (into !== null) return named(runs, into);
  const having = new Set<KnownRun>();
  for (const source of sources) {
    const newest = runs.find(({ work }) => work.has(source));
    if (newest !== undefined) having.add(newest);
  }
  const [only = null, other] = having;
  if (other === undefined) return ok({ known: only });
  const ids = [...having].map(({ run }) => run).join(' and ');
  return err(
    failure('several-runs', `some of this work is in run ${ids} already`, {
      hint: 'collect it run by run, or say which run: --into <run>',
    }),
  );
};

const named = (runs: readonly KnownRun[], typed: string): Result<Chosen, Failure> => {
  const exact = runs.filter(({ run }) => run === typed);
  const found = exact.length > 0 ? exact : runs.filter(({ run }) => run.startsWith(typed));
  const [only, other] = typed === '' ? [] : found;
  const ids = runs.map(({ run }) => run);
  if (only === undefined)
    return err(
      failure('no-run', `there is no run "${typed}"`, {
        hint: didYouMean(typed, ids, 'fanin status --all lists the runs; --into new makes one'),
      }),
    );
  if (other === undefined) return ok({ known: only });
  const list = found.map(({ run }) => run).join(', ');
  return err(failure('ambiguous-id', `"${typed}" could be ${list}`, { hint: 'type more of it' }));
};
