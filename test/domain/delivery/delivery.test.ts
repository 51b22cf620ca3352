import { describe, expect, it } from 'vitest';
import type { Delivery, Verdict } from '../../../src/domain/delivery/delivery.ts';
import { isBacklog, isUnderWay } from '../../../src/domain/delivery/delivery.ts';
import {
  decideChecked,
  decideCheckedInVain,
  decideLanded,
} from '../../../src/domain/delivery/decide.ts';
import type { DeliveryEvent } from '../../../src/domain/delivery/events.ts';
import { evolveDelivery } from '../../../src/domain/delivery/evolve.ts';

const about = { at: 10, delivery: 'r1-a-1' };
const comeback = { from: 'r1-a-1', kind: 'red', text: 'x', commit: 'c' } as const;
const landing = { from: 'f', to: 't', tree: 'tree' };
const EVENTS = {
  offered: { type: 'delivery.offered', ...about, task: 'a', commit: 'c', tree: 'tree', base: 'b' },
  checked: { type: 'delivery.checked', ...about, verdict: 'green', receipt: 'hash', blocking: [] },
  parked: { type: 'delivery.parked', ...about, reason: 'later' },
  approved: { type: 'delivery.approved', ...about, tree: 'tree', by: 'ann' },
  'landing-began': { type: 'delivery.landing-began', ...about },
  landed: { type: 'delivery.landed', ...about, landing },
  'undo-asked': { type: 'delivery.undo-asked', ...about, by: 'ann', reason: 'slow' },
  'undo-began': { type: 'delivery.undo-began', ...about },
  unlanded: { type: 'delivery.unlanded', ...about, landing },
  'undo-refused': { type: 'delivery.undo-refused', ...about, reason: 'red' },
  returned: { type: 'delivery.returned', ...about, by: 'ann', comeback },
  rejected: { type: 'delivery.rejected', ...about, by: 'ann', comment: 'no' },
  superseded: { type: 'delivery.superseded', ...about, by: 'r1-a-2' },
} as const satisfies Readonly<Record<string, DeliveryEvent>>;
type Name = keyof typeof EVENTS;

const WAYS: Readonly<Record<Delivery['phase'], readonly Name[]>> = {
  checking: [],
  'awaiting-review': ['checked'],
  parked: ['checked', 'parked'],
  queued: ['checked', 'approved'],
  landing: ['checked', 'approved', 'landing-began'],
  landed: ['checked', 'approved', 'landing-began', 'landed'],
  unlanding: ['checked', 'approved', 'landing-began', 'landed', 'undo-asked'],
  unlanded: ['checked', 'approved', 'landing-began', 'landed', 'undo-asked', 'unlanded'],
  returned: ['checked', 'returned'],
  rejected: ['checked', 'rejected'],
  superseded: ['checked', 'superseded'],
};
const NEXT: Readonly<Record<Delivery['phase'], Partial<Record<Name, Delivery['phase']>>>> = {
  checking: { checked: 'awaiting-review', superseded: 'superseded' },
  'awaiting-review': {
    parked: 'parked',
    approved: 'queued',
    returned: 'returned',
    rejected: 'rejected',
    superseded: 'superseded',
  },
  parked: {
    approved: 'queued',
    returned: 'returned',
    rejected: 'rejected',
    superseded: 'superseded',
  },
  queued: {
    'landing-began': 'landing',
    returned: 'returned',
    rejected: 'rejected',
    superseded: 'superseded',
    parked: 'parked',
  },
  landing: { landed: 'landed', returned: 'returned', parked: 'parked' },
  landed: { 'undo-asked': 'unlanding' },
  unlanding: { 'undo-began': 'unlanding', unlanded: 'unlanded', 'undo-refused': 'landed' },
  unlanded: {},
  returned: {},
  rejected: {},
  superseded: {},
};
const PHASES: readonly Delivery['phase'][] = [
  'checking',
  'awaiting-review',
  'parked',
  'queued',
  'landing',
  'landed',
  'unlanding',
  'unlanded',
  'superseded',
  'returned',
  'rejected',
];
const NAMES: readonly Exclude<Name, 'offered'>[] = [
  'checked',
  'parked',
  'approved',
  'landing-began',
  'landed',
  'undo-asked',
  'undo-began',
  'unlanded',
  'undo-refused',
  'returned',
  'rejected',
];

const delivery = (phase: Delivery['phase']): Delivery =>
  WAYS[phase].reduce<Delivery>(
    (state, name) => evolveDelivery(state, EVENTS[name]),
    evolveDelivery(null, EVENTS.offered),
  );

describe.each(PHASES)('a delivery that is %s', (phase) => {
  it.each(NAMES)('%s', (name) => {
    expect(delivery(phase).phase).toBe(phase);
    const next = NEXT[phase][name];
    if (next === undefined)
      expect(() => evolveDelivery(delivery(phase), EVENTS[name])).toThrow('Internal error');
    else expect(evolveDelivery(delivery(phase), EVENTS[name]).phase).toBe(next);
  });

  it('takes the outcome of a check or a landing only while it waits for one', () => {
    const summary = { verdict: 'green', receipt: 'h', blocking: [], red: null } as const;
    expect(decideChecked(delivery(phase), summary, { by: 'human', limit: 1 }, 1)).toHaveLength(
      phase === 'checking' ? 1 : 0,
    );
    expect(decideCheckedInVain(delivery(phase), summary, 1)).toHaveLength(
      phase === 'checking' ? 2 : 0,
    );
    expect(decideLanded(delivery(phase), landing, 1)).toHaveLength(phase === 'landing' ? 1 : 0);
  });

  it('is backlog, or under way, or done with', () => {
    expect(isBacklog(delivery(phase))).toBe(phase === 'awaiting-review' || phase === 'parked');
    expect(isUnderWay(delivery(phase))).toBe(
      ['checking', 'queued', 'landing', 'unlanding'].includes(phase),
    );
  });
});

it('throws on an event before the delivery was offered', () => {
  expect(() => evolveDelivery(null, EVENTS.checked)).toThrow('before delivery.offered');
});

describe('what the checks lead to', () => {
  const after = (by: 'human' | 'checks', verdict: Verdict, blocking: readonly string[] = []) =>
    decideChecked(
      delivery('checking'),
      { verdict, receipt: 'h', blocking, red: null },
      { by, limit: 1 },
      1,
    )
      .map(({ type }) => type.slice(9))
      .join(' ');
  it.each([
    ['human', 'green', [], 'checked'],
    ['human', 'green', ['x is out of scope'], 'checked'],
    ['human', 'unverified', [], 'checked'],
    ['human', 'red', [], 'checked returned'],
    ['checks', 'green', [], 'checked approved'],
    ['checks', 'green', ['x is out of scope'], 'checked parked'],
    ['checks', 'unverified', [], 'checked parked'],
    ['checks', 'red', ['x is out of scope'], 'checked returned'],
  ] as const)('reviewed by %s, %s, blocking %j: %s', (by, verdict, blocking, expected) => {
    expect(after(by, verdict, blocking)).toBe(expected);
  });
});
