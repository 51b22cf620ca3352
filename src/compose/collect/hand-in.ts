import type { RepositoryPlace } from '../../adapters/git/discover.ts';
import { openStore } from '../../adapters/store/sqlite-store.ts';
import type { Failure } from '../../domain/failure.ts';
import type { RunId } from '../../domain/ids.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { PersonCommand } from '../../domain/run/commands.ts';
import type { Store } from '../../ports/store.ts';
import { drainInbox } from '../run-engine.ts';
import type { CarryOptions, RunHandle } from '../run-engine.ts';

/** Commands that were left in a run's inbox. */
export interface HandedIn {
  /** Deals with them here, where no engine runs. Code: `engine-running`. */
  carryOut(options: CarryOptions): Promise<Result<RunHandle, Failure>>;
  /** Waits until an engine has dealt with all of them: why some were refused. */
  refusals(): Promise<readonly Failure[]>;
  close(): void;
}

const POLL_MS = 50;

/** Leaves commands for whichever engine deals with the run. */
export const handIn = async (
  place: RepositoryPlace,
  run: RunId,
  commands: readonly PersonCommand[],
): Promise<Result<HandedIn, Failure>> => {
  const opened = openStore(place.stateDir);
  if (!opened.ok) return opened;
  const { store, close } = opened.value;
  const ids: number[] = [];
  for (const command of commands) {
    const id = await store.submit(run, command, Date.now());
    if (!id.ok) {
      close();
      return err(id.error);
    }
    ids.push(id.value);
  }
  return ok({
    carryOut: (options) => drainInbox(place, run, options),
    refusals: async () => {
      const answers = await Promise.all(ids.map((id) => answerTo(place, { store, run, id })));
      return answers.filter((each) => each !== null);
    },
    close,
  });
};

/** An engine that ends before it takes a command leaves it to whoever asks. */
const answerTo = async (
  place: RepositoryPlace,
  { store, run, id }: { readonly store: Store; readonly run: RunId; readonly id: number },
): Promise<Failure | null> => {
  for (;;) {
    const found = await store.answer(id);
    if (found !== null) return found.answer.ok ? null : found.answer.failure;
    const drained = await drainInbox(place, run);
    const ended = drained.ok ? await drained.value.ended : drained;
    if (ended.ok) continue;
    if (ended.error.code !== 'engine-running') return ended.error;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
};
