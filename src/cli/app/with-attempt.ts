import { readReceipt } from '../../compose/attempt-reader.ts';
import type { RepositoryPlace } from '../../compose/project.ts';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import type { Receipt } from '../../domain/receipt/receipt.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { KnownAttempt } from '../ids/known.ts';
import { resolveAttempt } from '../ids/resolve.ts';
import { withRuns } from '../model/open-runs.ts';
import type { OpenRuns } from '../model/open-runs.ts';
import { labelOf } from '../model/run-model.ts';
import type { AttemptModel } from '../model/run-model.ts';
import type { Cli } from './cli.ts';
import type { Outcome } from './command.ts';

/** An attempt that a command is about, with what surrounds it. */
export interface Chosen {
  readonly runs: OpenRuns;
  readonly place: RepositoryPlace;
  readonly known: KnownAttempt;
  readonly attempt: AttemptModel;
  /** `core#1`. */
  readonly label: string;
}

/** Finds the attempt that was typed and does something with it. */
export function withAttempt(
  cli: Cli,
  typed: string,
  use: (chosen: Chosen) => Promise<Outcome> | Outcome,
): Promise<Outcome> {
  return withRuns(cli.cwd, async (runs) => {
    const known = resolveAttempt(runs.known, typed, cli.run);
    if (!known.ok) return known;
    const { run, id } = known.value;
    const attempt = runs
      .read(run)
      .tasks.flatMap(({ made }) => made)
      .find((each) => each.id === id);
    if (attempt === undefined) throw new Error(`Internal error: attempt ${id} has no view`);
    return use({ runs, place: runs.model.place, known: known.value, attempt, label: labelOf(id) });
  });
}

/** Its receipt. Code `no-receipt` when there is none (yet). */
export function receiptOf({ place, attempt, label }: Chosen): Result<Receipt, Failure> {
  const receipt = readReceipt(place, attempt.id);
  if (receipt !== null) return ok(receipt);
  const why =
    attempt.phase === 'ended'
      ? attempt.outcome === 'delivered'
        ? 'its checks have not been run yet'
        : `it was ${attempt.outcome ?? 'ended'}: ${attempt.reason}`
      : 'it has not delivered yet';
  return err(
    failure('no-receipt', `${label} has no receipt: ${why}`, {
      hint: `fanin logs ${label} shows what its agent printed`,
    }),
  );
}
