import type { AttemptId } from '../../src/domain/ids.ts';
import { comeback, sha } from './sample-parts.ts';
import type { Samples } from './sample-parts.ts';

/** One or more events of every type about deliveries. */
export function deliverySamples(at: number, delivery: AttemptId): Samples<'delivery'> {
  const checked = { type: 'delivery.checked', at, delivery, receipt: 'f'.repeat(64) } as const;
  return {
    'delivery.offered': [
      {
        type: 'delivery.offered',
        at,
        delivery,
        task: 'core',
        commit: sha('b'),
        tree: sha('c'),
        base: sha('a'),
      },
    ],
    'delivery.checked': [
      { ...checked, verdict: 'green', blocking: [] },
      { ...checked, verdict: 'red', blocking: ['unit is red'] },
      { ...checked, verdict: 'unverified', blocking: ['out-of-scope: README.md'] },
    ],
    'delivery.parked': [{ type: 'delivery.parked', at, delivery, reason: 'touches dependencies' }],
    'delivery.approved': [{ type: 'delivery.approved', at, delivery, tree: sha('c'), by: 'ada' }],
    'delivery.landing-began': [{ type: 'delivery.landing-began', at, delivery }],
    'delivery.landed': [
      {
        type: 'delivery.landed',
        at,
        delivery,
        landing: { from: sha('a'), to: sha('d'), tree: sha('c') },
      },
    ],
    'delivery.undo-asked': [
      { type: 'delivery.undo-asked', at, delivery, by: 'ada', reason: 'too slow' },
    ],
    'delivery.undo-began': [{ type: 'delivery.undo-began', at, delivery }],
    'delivery.unlanded': [
      {
        type: 'delivery.unlanded',
        at,
        delivery,
        landing: { from: sha('d'), to: sha('e'), tree: sha('a') },
      },
    ],
    'delivery.undo-refused': [
      { type: 'delivery.undo-refused', at, delivery, reason: 'unit would be red' },
    ],
    'delivery.returned': [
      { type: 'delivery.returned', at, delivery, by: 'fanin', comeback: comeback(delivery) },
    ],
    'delivery.superseded': [
      { type: 'delivery.superseded', at, delivery, by: delivery.replace(/1$/u, '2') },
    ],
    'delivery.rejected': [
      { type: 'delivery.rejected', at, delivery, by: 'ada', comment: 'another way, please' },
    ],
  };
}
