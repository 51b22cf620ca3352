import type { Failure } from '../domain/failure.ts';
import type { RunId } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import { err, ok } from '../domain/result.ts';
import { advance } from '../domain/run/advance.ts';
import type { Step } from '../domain/run/advance.ts';
import type { RunCommand } from '../domain/run/commands.ts';
import type { PendingEffect } from '../domain/run/effects.ts';
import { gapBetween } from '../domain/run/gap.ts';
import type { Gap } from '../domain/run/gap.ts';
import { evolve } from '../domain/run/evolve.ts';
import type { RunEvent } from '../domain/run/events.ts';
import type { RunState } from '../domain/run/state.ts';
import type { InboxAnswer } from '../ports/store.ts';
import type { EngineDeps } from './deps.ts';
import { lastAlive } from './last-alive.ts';
import { createLogWriter } from './log-writer.ts';

/** What one command came to. `refused`: the command itself was turned down; what the clock asked for was still done. */
export interface Applied {
  readonly effects: readonly PendingEffect[];
  readonly refused: Failure | null;
}

/** The run's state with its log behind it: the only writer of a run's events. */
export interface Journal {
  state(): RunState | null;
  /** Decides the command, then looks at the clock, and appends both as one batch. Err: the store failed, nothing was appended. */
  apply(command: RunCommand | null, options: ApplyOptions): Promise<Result<Applied, Failure>>;
}

export interface ApplyOptions {
  /** Whether the look at the clock may start attempts. */
  readonly start: boolean;
  /** The inbox item that the command came by. */
  readonly inbox: number | null;
}

/** Opens the journal of a run: replays what is there. */
export const openJournal = async (
  deps: EngineDeps,
  run: RunId,
): Promise<Result<Journal, Failure>> => {
  const loaded = await deps.store.load(run);
  if (!loaded.ok) return loaded;
  const log = createLogWriter(deps, run, loaded.value.at(-1)?.seq ?? 0);
  let lastLook = loaded.value.at(-1)?.at ?? null;
  let looked = false;
  let state = loaded.value.reduce<RunState | null>(
    (folded, { event }) => evolve(folded, event),
    null,
  );

  /** The first look is that of a new engine; later the host may have slept, and all agents with it. */
  const gapBefore = async (now: number): Promise<Gap | null> => {
    const from = lastLook;
    const first = !looked;
    looked = true;
    lastLook = now;
    if (state === null || from === null || gapBetween(from, now, null) === null) return null;
    if (first) return gapBetween(from, now, await lastAlive(deps, state));
    return state.plan.limits.wallMs === null ? null : gapBetween(from, now, null);
  };

  const apply = async (
    command: RunCommand | null,
    options: ApplyOptions,
  ): Promise<Result<Applied, Failure>> => {
    const elsewhere = await deps.held.elsewhere(run);
    const around = { now: deps.clock.now(), awake: deps.clock.awake(), elsewhere };
    const gap = await gapBefore(around.now);
    const woken = state === null ? ok(null) : advance(state, { type: 'wake', gap }, around);
    if (!woken.ok) return woken;
    const current = woken.value?.run ?? state;
    const decided = command === null ? ok(null) : advance(current, command, around);
    const refused = decided.ok ? null : decided.error;
    const first = decided.ok ? decided.value : null;
    const middle = first?.run ?? current;
    const ticked =
      middle === null ? ok(null) : advance(middle, { type: 'tick', start: options.start }, around);
    if (!ticked.ok) return ticked;
    const { next, events, effects } = joined(state, [woken.value, first, ticked.value]);
    const answers = answersTo(options.inbox, refused, first?.events ?? []);
    const appended = await log.append({ run: next, events, around, answers });
    if (!appended.ok) return appended;
    state = next;
    return next === null && refused !== null ? err(refused) : ok({ effects, refused });
  };

  return ok({ state: () => state, apply });
};

const joined = (state: RunState | null, taken: readonly (Step | null)[]) => {
  const steps = taken.filter((step) => step !== null);
  return {
    next: steps.at(-1)?.run ?? state,
    events: steps.flatMap(({ events }) => events),
    effects: steps.flatMap(({ effects }) => effects),
  };
};

const answersTo = (
  id: number | null,
  refused: Failure | null,
  events: readonly RunEvent[],
): readonly InboxAnswer[] => {
  if (id === null) return [];
  if (refused !== null) return [{ id, answer: { ok: false, failure: refused } }];
  return [{ id, answer: { ok: true, note: events.map(({ type }) => type).join(' ') } }];
};
