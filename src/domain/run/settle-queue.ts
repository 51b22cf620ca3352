import { decideLanded } from '../delivery/decide.ts';
import type { DeliveryEvent } from '../delivery/events.ts';
import type { Effect, EffectOutcome } from './effects.ts';
import type { RunEvent } from './events.ts';
import type { RunState } from './state.ts';
import { deliveryState } from './state.ts';

type TestEffect = Extract<Effect, { kind: 'test-group' }>;
type LandEffect = Extract<Effect, { kind: 'land-group' }>;

/** What the end of a test is to the queue; null: the outcome is of another effect. */
export const decideTested = (
  run: RunState,
  { test }: TestEffect,
  outcome: EffectOutcome,
  now: number,
): readonly RunEvent[] | null => {
  const ended = { type: 'queue.test-ended', at: now, test } as const;
  switch (outcome.kind) {
    case 'test-group': {
      const { group, leftOut, red } = outcome;
      const verdict = red === null ? 'green' : 'red';
      return [
        { ...ended, outcome: group === null ? 'cancelled' : verdict, group, leftOut, text: red },
      ];
    }
    case 'test-group-cancelled':
      return [{ ...ended, outcome: 'cancelled', group: null, leftOut: [], text: null }];
    case 'test-group-held':
      return [
        ...outcome.held.map(({ delivery, reason, found }): RunEvent => ({
          type: 'delivery.parked',
          at: now,
          delivery,
          reason,
          found,
        })),
        { ...ended, outcome: 'cancelled', group: null, leftOut: [], text: null },
      ];
    case 'test-group-moved':
      return [
        ...decideMoved(run, outcome.to, now),
        { ...ended, outcome: 'cancelled', group: null, leftOut: [], text: null },
      ];
    case 'test-group-failed': {
      const { message } = outcome.failure;
      return [{ ...ended, outcome: 'fault', group: null, leftOut: [], text: message }];
    }
    default:
      return null;
  }
};

/** What came of a landing: each member has landed, or all of them wait again, or for a person. */
export const decideLandedGroup = (
  run: RunState,
  { test, deliveries }: LandEffect,
  outcome: EffectOutcome,
  now: number,
): readonly RunEvent[] | null => {
  switch (outcome.kind) {
    case 'land-group':
      return outcome.landed.flatMap(({ delivery, landing }) =>
        decideLanded(deliveryState(run, delivery), landing, now),
      );
    case 'land-group-moved': {
      const reason = 'others have pushed to the target';
      return [
        ...decideMoved(run, outcome.to, now),
        { type: 'queue.landing-failed', at: now, test, deliveries, reason },
      ];
    }
    case 'land-group-failed': {
      const reason = outcome.failure.message;
      const failed = { type: 'queue.landing-failed', at: now, test, deliveries, reason } as const;
      const parked = deliveries.map((delivery): DeliveryEvent => ({
        type: 'delivery.parked',
        at: now,
        delivery,
        reason,
      }));
      return outcome.again ? [failed] : [failed, ...parked];
    }
    default:
      return null;
  }
};

/** Told once, however many find it out. */
export const decideMoved = (run: RunState, to: string, now: number): readonly RunEvent[] =>
  run.target === to ? [] : [{ type: 'target.moved', at: now, from: run.target, to }];
