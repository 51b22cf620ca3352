import type { Failure } from '../failure.ts';
import type { Result } from '../result.ts';
import { ok } from '../result.ts';
import type { RunCommand } from './commands.ts';
import { decide } from './decide.ts';
import type { PendingEffect } from './effects.ts';
import { evolve } from './evolve.ts';
import type { RunEvent } from './events.ts';
import { react } from './react.ts';
import type { RunState } from './state.ts';
import type { Surroundings } from './surroundings.ts';

/** A command carried through: what to append, the run after it, and what is now to be done. */
export interface Step {
  readonly run: RunState;
  readonly events: readonly RunEvent[];
  readonly effects: readonly PendingEffect[];
}

/**
 * Decides a command, folds its events in, and adds the intent of every effect that they call for
 * right behind its cause, so that one append holds both.
 */
export const advance = (
  run: RunState | null,
  command: RunCommand,
  around: Surroundings,
): Result<Step | null, Failure> => {
  const decided = decide(run, command, around);
  if (!decided.ok) return decided;
  const events: RunEvent[] = [];
  const effects: PendingEffect[] = [];
  let state = run;
  for (const event of decided.value) {
    state = evolve(state, event);
    events.push(event);
    for (const effect of react(state, event)) {
      const pending = { id: `${state.id}.${state.effectCount + 1}`, effect };
      const intent: RunEvent = { type: 'effect.intended', ...pending };
      state = evolve(state, intent);
      events.push(intent);
      effects.push(pending);
    }
  }
  return ok(state === null ? null : { run: state, events, effects });
};
