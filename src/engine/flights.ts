import type { EffectId } from '../domain/ids.ts';
import type { Effect, EffectOutcome, PendingEffect } from '../domain/run/effects.ts';
import { abandonEffect, carryOut, settlePending } from './carry-out.ts';
import type { EffectContext } from './effects/context.ts';

/** The effects that are being carried out. */
export interface Flights {
  readonly size: number;
  /** Carries one out for the first time. */
  begin(pending: PendingEffect): void;
  /** Settles one that an earlier engine had intended. */
  recover(pending: PendingEffect): void;
  /** Ends what runs for set-ups: a run that is being stopped does not wait for workspaces nobody will use. */
  abandonSetups(): Promise<void>;
  /**
   * Ends what runs for any of them, and waits until nothing that was begun goes on. Of an engine that was
   * superseded: only what it runs itself, since the other one may be carrying out the same effects.
   */
  abandonAll(superseded: boolean): Promise<void>;
}

interface Flight {
  readonly effect: Effect;
  /** Settles once the outcome has been handed in. */
  readonly done: Promise<void>;
}

/** No effects yet; `settled` is told of each outcome, `lost` of what was thrown instead of one. */
export const createFlights = (
  context: EffectContext,
  settled: (effect: EffectId, outcome: EffectOutcome) => void,
  lost: (thrown: unknown) => void,
): Flights => {
  const flights = new Map<EffectId, Flight>();

  const follow = async (id: EffectId, outcome: Promise<EffectOutcome>): Promise<void> => {
    try {
      const known = await outcome;
      flights.delete(id);
      settled(id, known);
    } catch (thrown) {
      flights.delete(id);
      lost(thrown);
    }
  };

  const add = ({ id, effect }: PendingEffect, outcome: Promise<EffectOutcome>): void => {
    flights.set(id, { effect, done: follow(id, outcome) });
  };

  return {
    get size() {
      return flights.size;
    },
    begin: (pending) => add(pending, carryOut(context, pending.effect)),
    recover: (pending) => add(pending, settlePending(context, pending)),
    abandonSetups: async () => {
      for (const { effect } of flights.values())
        if (effect.kind === 'prepare') await abandonEffect(context, effect);
    },
    abandonAll: async (superseded) => {
      const open = [...flights.values()];
      // What it could not end goes on to its own end, and is waited for.
      if (superseded) await context.deps.commands.abandon().catch(() => undefined);
      else await Promise.all(open.map(({ effect }) => abandonEffect(context, effect)));
      await Promise.all(open.map(({ done }) => done));
    },
  };
};
