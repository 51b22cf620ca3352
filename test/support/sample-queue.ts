import type { DeliveryId } from '../../src/domain/ids.ts';
import { sha } from './sample-parts.ts';
import type { Samples } from './sample-parts.ts';

/** One or more events of every type about the merge queue. */
export function queueSamples(at: number, delivery: DeliveryId): Samples<'queue'> {
  const commits = [{ delivery, commit: sha('c'), tree: sha('d') }];
  const ended = { type: 'queue.test-ended', at, test: 't1' } as const;
  return {
    'queue.test-began': [
      {
        type: 'queue.test-began',
        at,
        test: 't1',
        deliveries: [delivery],
        assumed: 0,
        rerun: false,
      },
    ],
    'queue.cancel-asked': [{ type: 'queue.cancel-asked', at, test: 't1', why: 'void' }],
    'queue.test-ended': [
      { ...ended, outcome: 'green', group: { base: sha('a'), commits }, leftOut: [], text: null },
      { ...ended, outcome: 'fault', group: null, leftOut: [], text: 'no space left' },
      {
        ...ended,
        outcome: 'cancelled',
        group: null,
        leftOut: [{ delivery, onto: [], text: 'conflicts with the target in a' }],
        text: null,
      },
    ],
    'queue.landing-began': [
      { type: 'queue.landing-began', at, test: 't1', deliveries: [delivery] },
    ],
    'queue.landing-failed': [
      {
        type: 'queue.landing-failed',
        at,
        test: 't1',
        deliveries: [delivery],
        reason: 'the target moved',
      },
    ],
  };
}
