import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { openStore } from '../adapters/store/sqlite-store.ts';
import type { Failure } from '../domain/failure.ts';
import { failure } from '../domain/failure.ts';
import type { RunId } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import { err, ok } from '../domain/result.ts';
import type { PersonCommand } from '../domain/run/commands.ts';
import type { InboxAnswer, Store } from '../ports/store.ts';
import { drainInbox } from './run-engine.ts';

const POLL_MS = 50;

/**
 * Leaves a command for the engine and waits for its answer. Where no engine runs, this process
 * takes the lock and runs the engine for that one command, with all that follows from it.
 * The value is what happened, as event types.
 */
export const submit = async (
  place: RepositoryPlace,
  run: RunId,
  command: PersonCommand,
): Promise<Result<string, Failure>> => {
  const opened = openStore(place.stateDir);
  if (!opened.ok) return opened;
  const { store, close } = opened.value;
  try {
    const id = await store.submit(run, command, Date.now());
    if (!id.ok) return id;
    return await answered(place, run, { store, id: id.value });
  } finally {
    close();
  }
};

/** Asks the running engine's answers, or becomes the engine as soon as there is none. */
const answered = async (
  place: RepositoryPlace,
  run: RunId,
  { store, id }: { readonly store: Store; readonly id: number },
): Promise<Result<string, Failure>> => {
  for (;;) {
    const answer = await store.answer(id);
    if (answer !== null) return resultOf(answer);
    const drained = await drainInbox(place, run);
    if (drained.ok) {
      const ended = await drained.value.ended;
      return ended.ok ? finalAnswer(store, id) : ended;
    }
    if (drained.error.code !== 'engine-running') return drained;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
};

const finalAnswer = async (store: Store, id: number): Promise<Result<string, Failure>> => {
  const answer = await store.answer(id);
  return answer === null
    ? err(
        failure('not-answered', 'the command was taken and not answered', {
          hint: 'this is a fault of fanin; see fanin events',
        }),
      )
    : resultOf(answer);
};

const resultOf = ({ answer }: InboxAnswer): Result<string, Failure> =>
  answer.ok ? ok(answer.note) : err(answer.failure);
