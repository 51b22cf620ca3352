import type { Failure } from '../domain/failure.ts';
import type { RunId } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import { err, ok } from '../domain/result.ts';
import type { RunCommand } from '../domain/run/commands.ts';
import type { Effect } from '../domain/run/effects.ts';
import type { RunState } from '../domain/run/state.ts';
import { SUPERSEDED } from '../domain/superseded.ts';
import { createAgentWatches } from './agent-watches.ts';
import { createAlarm } from './alarm.ts';
import { createCheckpointer } from './checkpointer.ts';
import { createDiskWatch } from './disk-watch.ts';
import { unexpected } from './carry-out.ts';
import type { EngineDeps } from './deps.ts';
import { isSuperseded } from './is-superseded.ts';
import { createWatches } from './watches.ts';
import type { EffectContext } from './effects/context.ts';
import { createFlights } from './flights.ts';
import type { Journal } from './journal.ts';
import { openJournal } from './journal.ts';
import { letter, look } from './letter.ts';
import type { Letter } from './letter.ts';
import type { Mailbox } from './mailbox.ts';
import { mailbox } from './mailbox.ts';
import { telemetryPoller } from './telemetry.ts';

/**
 * How a session carries a run on.
 * - `run`: starts attempts, watches agents, ends with the run.
 * - `drain`: carries out what one command leads to; agents are left to their supervisors.
 */
export type SessionMode = 'run' | 'drain';

/** One run being carried on in this process. */
export interface Session {
  readonly run: RunId;
  /** Hands a command in; `inbox` names the item it came by. */
  post(command: RunCommand, inbox?: number): void;
  /** No longer waits for people: ends as soon as nothing is under way. */
  leave(): void;
  /** Ends now, whatever is under way: another engine has taken over. What it began is left to that one. */
  forsake(why: Failure): void;
  /** The state at the end, or why the run could not be carried on. */
  readonly ended: Promise<Result<RunState, Failure>>;
}

export interface SessionOptions {
  readonly run: RunId;
  readonly mode: SessionMode;
  /** Stay when only people can move the run on. */
  readonly wait: boolean;
  /** Commands to begin with, after what a crash left has been settled. */
  readonly first: readonly Letter[];
}

interface Carrying {
  readonly run: RunId;
  readonly mode: SessionMode;
  readonly waits: () => boolean;
  readonly forsaken: () => Failure | null;
}

/** Opens a run and carries it on until it ends. */
export const openSession = (deps: EngineDeps, options: SessionOptions): Session => {
  const letters = mailbox<Letter>();
  for (const each of options.first) letters.put(each);
  let wait = options.wait;
  let forsaken: Failure | null = null;
  return {
    run: options.run,
    post: (command, inbox) => {
      // Who wants the run stopped does not want it to stay for people.
      if (command.type === 'stop-run') wait = false;
      letters.put({ command, inbox: inbox ?? null });
    },
    leave: () => {
      wait = false;
      letters.put(look);
    },
    forsake: (why) => {
      forsaken ??= why;
      letters.put(look);
    },
    ended: carryOn(
      deps,
      { run: options.run, mode: options.mode, waits: () => wait, forsaken: () => forsaken },
      letters,
    ),
  };
};

const carryOn = async (
  deps: EngineDeps,
  options: Carrying,
  letters: Mailbox<Letter>,
): Promise<Result<RunState, Failure>> => {
  try {
    const opened = await openJournal(deps, options.run);
    if (!opened.ok) return opened;
    const work = workshop(deps, options, { journal: opened.value, letters });
    try {
      const ended = await loop(options, opened.value, letters, work);
      // Whatever else it met on its way: this is why.
      return !ended.ok && isSuperseded(deps) ? err(SUPERSEDED) : ended;
    } finally {
      await work.close();
    }
  } catch (thrown) {
    return err(unexpected('the run', thrown));
  }
};

interface Tools {
  readonly journal: Journal;
  readonly letters: Mailbox<Letter>;
}

type Workshop = ReturnType<typeof workshop>;

/** Everything a session has under way. */
const workshop = (deps: EngineDeps, options: Carrying, { journal, letters }: Tools) => {
  let closed = false;
  let lost: Failure | null = null;
  const tips = createWatches(deps, (command) => letters.put(letter(command)));
  const checkpointer = createCheckpointer(deps, (held) => tips.held(held));
  const context: EffectContext = {
    deps,
    run: () => stateOf(journal),
    leftAlone: checkpointer.leave,
    abandoned: () => closed,
  };
  const flights = createFlights(
    context,
    (effect, outcome) => {
      if (!closed) letters.put(letter({ type: 'settle', effect, outcome }));
    },
    (thrown) => {
      lost ??= unexpected('an effect', thrown);
      letters.put(look);
    },
  );
  const watches = createAgentWatches(deps, (attempt, exit, at) =>
    letters.put(letter({ type: 'exited', attempt, exit, at })),
  );
  const alarm = createAlarm(deps.clock, () => letters.put(look));
  const heard = (command: RunCommand): void => {
    if (options.mode === 'run' && !closed) letters.put(letter(command));
  };
  const disk = createDiskWatch(deps, heard);
  const sources = { state: () => journal.state(), heldBy: checkpointer.last, takenBy: disk.last };
  const telemetry = telemetryPoller(deps, sources, heard);
  return {
    flights,
    /** Why an effect has no outcome. It stays pending, for its probe after the next start; the session ends. */
    lost: () => lost,
    /** After each step: everything that the new state calls for beyond its effects. */
    attend: async (run: RunState): Promise<void> => {
      if (run.phase === 'stopping') await flights.abandonSetups();
      if (options.mode === 'run') {
        checkpointer.attend(run);
        disk.attend(run);
        tips.attend(run);
        await watches.watch(run);
      }
      alarm.set(run);
    },
    close: async (): Promise<void> => {
      closed = true;
      alarm.cancel();
      watches.close();
      // The engine lock is released after this, so nothing that this session began may go on.
      await flights.abandonAll(isSuperseded(deps));
      await checkpointer.close();
      await disk.close();
      await tips.close();
      await telemetry.close();
    },
  };
};

const loop = async (
  options: Carrying,
  journal: Journal,
  letters: Mailbox<Letter>,
  work: Workshop,
): Promise<Result<RunState, Failure>> => {
  for (const [id, effect] of Object.entries(journal.state()?.pending ?? {}))
    if (isMine(options.mode, effect)) work.flights.recover({ id, effect });
  const open = (): Open => ({ flights: work.flights.size, letters: letters.size });
  while (!isOver(journal.state(), options, open())) {
    const { command, inbox } = await letters.take();
    const forsaken = options.forsaken();
    if (forsaken !== null) return err(forsaken);
    const applied = await journal.apply(command, { start: options.mode === 'run', inbox });
    if (!applied.ok) return applied;
    for (const pending of applied.value.effects)
      if (isMine(options.mode, pending.effect)) work.flights.begin(pending);
    await work.attend(stateOf(journal));
    const lost = work.lost();
    if (lost !== null) return err(lost);
  }
  return ok(stateOf(journal));
};

const stateOf = (journal: Journal): RunState => {
  const state = journal.state();
  if (state === null) throw new Error('Internal error: the run has not started');
  return state;
};

/** A draining session starts no agents and stops none; what it leaves stays pending for the next `run`. */
const isMine = (mode: SessionMode, effect: Effect): boolean =>
  mode === 'run' || (effect.kind !== 'prepare' && effect.kind !== 'start');

const isOver = (run: RunState | null, options: Carrying, open: Open): boolean => {
  if (run === null || open.letters > 0) return false;
  if (run.phase === 'ended') return !(options.waits() && run.ended?.end === 'waiting');
  return options.mode === 'drain' && open.flights === 0;
};

/** What is not dealt with yet. */
interface Open {
  readonly flights: number;
  readonly letters: number;
}
