import { describe, expect, it } from 'vitest';
import { decideQueue } from '../../../src/domain/merge-queue/decide.ts';
import { eventOf } from '../../../src/domain/merge-queue/decisions.ts';
import type { QueueEvent, TestOutcome } from '../../../src/domain/merge-queue/events.ts';
import { evolveQueue } from '../../../src/domain/merge-queue/evolve.ts';
import { emptyQueue } from '../../../src/domain/merge-queue/queue.ts';
import type { Queue } from '../../../src/domain/merge-queue/queue.ts';
import { itemName, playQueue } from '../../support/queue-model.ts';

const after = (events: readonly QueueEvent[], queue: Queue = emptyQueue()): Queue =>
  events.reduce(evolveQueue, queue);

const arrived = (id: string, more: { risk?: number; failedBefore?: boolean } = {}): QueueEvent => ({
  type: 'arrived',
  item: { id, risk: 0.04, failedBefore: false, ...more },
});

/** The queue once everything that it decides has begun. */
const carriedOn = (queue: Queue, slots = 1): Queue =>
  decideQueue(queue, slots).reduce((next, each) => evolveQueue(next, eventOf(each, 0)), queue);

const ended = (test: string, outcome: TestOutcome): QueueEvent => ({
  type: 'test-ended',
  test,
  outcome,
  leftOut: [],
  at: 1000,
});

const abc = after([arrived('a'), arrived('b'), arrived('c')]);

describe('what the queue decides', () => {
  it('tests what waits as one group, and lands it as it was tested', () => {
    expect(decideQueue(abc, 1)).toMatchObject([
      { kind: 'test', test: 't1', members: ['a', 'b', 'c'], assumed: 0, rerun: false },
    ]);
    const green = after([ended('t1', 'green')], carriedOn(abc));
    expect(decideQueue(green, 1)).toEqual([{ kind: 'land', test: 't1', members: ['a', 'b', 'c'] }]);
  });

  it('decides nothing more once what it decided has begun', () => {
    expect(decideQueue(carriedOn(abc, 2), 2)).toEqual([]);
  });

  it('begins no test while something is landing, since that moves the target', () => {
    const landing = carriedOn(after([ended('t1', 'green')], carriedOn(abc)));
    expect(decideQueue(after([arrived('d')], landing), 2)).toEqual([]);
  });

  it('puts the next group on top of one that is likely to be green', () => {
    const first = carriedOn(after([arrived('a')]), 2);
    expect(decideQueue(after([arrived('b')], first), 2)).toMatchObject([
      { kind: 'test', members: ['a', 'b'], assumed: 1 },
    ]);
  });

  it('returns what conflicts with the target before anything is tested', () => {
    const queue = after([{ type: 'conflict-found', item: 'b', onto: 'target' }], abc);
    expect(decideQueue(queue, 1)).toMatchObject([
      { kind: 'return', item: 'b', why: 'conflict' },
      { kind: 'test', members: ['a', 'c'] },
    ]);
  });

  it('groups no two that conflict with each other', () => {
    const queue = after([{ type: 'conflict-found', item: 'c', onto: ['a'] }], abc);
    expect(decideQueue(queue, 1)).toMatchObject([{ kind: 'test', members: ['a', 'b'] }]);
  });

  it('tests the safest first, and keeps the order of arrival among equals', () => {
    const queue = after([arrived('x', { risk: 0.3 }), arrived('y'), arrived('z')]);
    expect(decideQueue(queue, 1)).toMatchObject([{ members: ['y', 'z', 'x'] }]);
  });

  it('lets what is risky not wait for ever behind what is safe', () => {
    let queue = after([arrived('x', { risk: 0.9 })]);
    queue = after([arrived('s0')], queue);
    const tested: string[] = [];
    for (let n = 1; n < 40 && !tested.includes('x'); n += 1) {
      const [next] = decideQueue(queue, 1);
      if (next?.kind !== 'test') throw new Error('nothing is tested');
      tested.push(...next.members);
      queue = after([eventOf(next, 0), arrived(`s${n}`), ended(next.test, 'green')], queue);
      queue = after(
        [
          { type: 'landing-began', test: next.test },
          { type: 'landed', test: next.test },
        ],
        queue,
      );
    }
    expect(tested).toContain('x');
  });

  it('tests alone what failed before', () => {
    const queue = after([arrived('d', { failedBefore: true })], abc);
    const { decisions } = playQueue({ items: 4, defective: [], alone: [2] });
    expect(decideQueue(queue, 1)).toMatchObject([{ members: ['a', 'b', 'c'] }]);
    expect(decisions).toContainEqual(expect.objectContaining({ kind: 'test', members: ['i2'] }));
  });
});

describe('failures that others reported of their queues', () => {
  it('never lands a member that was withdrawn through its group', () => {
    const tested = carriedOn(abc);
    const away = after([{ type: 'left', item: 'b', why: 'withdrawn' }], tested);
    expect(decideQueue(away, 1)).toMatchObject([{ kind: 'cancel', test: 't1', why: 'void' }]);
    const green = after([ended('t1', 'green')], away);
    expect(decideQueue(green, 1)).toMatchObject([{ kind: 'test', members: ['a', 'c'] }]);
  });

  it('does not land a member that was withdrawn between the verdict and the landing', () => {
    const green = after(
      [ended('t1', 'green'), { type: 'left', item: 'b', why: 'parked' }],
      carriedOn(abc),
    );
    expect(decideQueue(green, 1)).toMatchObject([{ kind: 'test', members: ['a', 'c'] }]);
  });

  it('does not throw a green group away with the member that left it: the rest is one test from landing', () => {
    const withdrawn = [{ item: 3, during: 1 }];
    const played = playQueue({ items: 8, defective: [], withdrawn });
    expect(played.tests).toBe(2);
    expect(played.landed).toHaveLength(7);
  });

  it('keeps the slot of a test that is being cancelled until it has ended', () => {
    const away = after([{ type: 'left', item: 'b', why: 'withdrawn' }], carriedOn(abc));
    const cancelling = carriedOn(away);
    expect(decideQueue(cancelling, 1)).toEqual([]);
    expect(decideQueue(after([ended('t1', 'cancelled')], cancelling), 1)).toMatchObject([
      { kind: 'test', members: ['a', 'c'] },
    ]);
  });

  it('does not test the same failing group again and again', () => {
    const played = playQueue({ items: 16, defective: [5] });
    expect(played.returned).toEqual([itemName(5)]);
    expect(
      Math.max(...Object.values(played.verdicts).map((seen) => seen.length)),
    ).toBeLessThanOrEqual(2);
    expect(played.tests).toBeLessThanOrEqual(8);
  });

  it('does not blame an innocent for one flake', () => {
    const red = after([ended('t1', 'red')], carriedOn(after([arrived('a')])));
    expect(decideQueue(red, 1)).toMatchObject([{ kind: 'test', members: ['a'], rerun: true }]);
    const green = after([ended('t2', 'green')], carriedOn(red));
    expect(decideQueue(green, 1)).toEqual([{ kind: 'land', test: 't2', members: ['a'] }]);
    expect(green.runs.flaky).toBe(1);
    const redAgain = after([ended('t2', 'red')], carriedOn(red));
    expect(decideQueue(redAgain, 1)).toMatchObject([{ kind: 'return', item: 'a', why: 'red' }]);
  });

  it('says what a change does not go together with', () => {
    const { decisions } = playQueue({ items: 2, defective: [], pairs: [[0, 1]] });
    expect(decisions).toContainEqual(
      expect.objectContaining({ kind: 'return', item: 'i1', why: 'red', with: ['i0'] }),
    );
  });

  it('does not stall on a fault of the machine, and parks only what it comes back with', () => {
    const once = playQueue({ items: 4, defective: [], faults: [1] });
    expect(once.landed).toHaveLength(4);
    expect(once.parked).toEqual([]);
    const again = playQueue({ items: 4, defective: [], faults: [1, 3] });
    expect(again.parked).toHaveLength(1);
    expect(again.landed).toHaveLength(3);
  });

  it('does not stall on a fault under groups that are put on top of each other', () => {
    const faults = [2, 3, 4];
    const { landed, parked } = playQueue({
      items: 3,
      defective: [],
      slots: 2,
      mode: 'every-commit-green',
      faults,
    });
    expect([...landed, ...parked]).toHaveLength(3);
  });

  it('decides nothing about what is landing, whatever another test of it came to', () => {
    const both = carriedOn(after([arrived('a')]), 2);
    const stacked = carriedOn(after([arrived('b')], both), 2);
    const landing = carriedOn(after([ended('t1', 'green')], stacked), 2);
    expect(landing.landing?.rest).toEqual(['a']);
    const left = { item: 'a', onto: 'target' } as const;
    const queue = after([{ type: 'conflict-found', ...left }, ended('t2', 'fault')], landing);
    expect(decideQueue(queue, 2)).toEqual([]);
  });

  it('does not test again what is green and waits for an earlier commit', () => {
    const events = [arrived('a'), arrived('b')];
    const queue = carriedOn(after(events, emptyQueue('every-commit-green')), 2);
    expect(queue.tests.map(({ rest }) => rest)).toEqual([['a'], ['a', 'b']]);
    const waits = after([ended('t2', 'green')], queue);
    expect(decideQueue(waits, 2)).toEqual([]);
    expect(decideQueue(after([ended('t1', 'green')], waits), 2)).toEqual([
      { kind: 'land', test: 't1', members: ['a'] },
    ]);
  });

  it('lands nothing that was tested on a target which somebody else moved since', () => {
    const moved = after([{ type: 'target-moved' }, ended('t1', 'green')], carriedOn(abc));
    expect(decideQueue(moved, 1)).toMatchObject([{ kind: 'test', members: ['a', 'b', 'c'] }]);
  });

  it('ends tests on a target that somebody else moved, and believes none of their reds', () => {
    const moved = after([{ type: 'target-moved' }], carriedOn(abc));
    expect(decideQueue(moved, 1)).toEqual([{ kind: 'cancel', test: 't1', why: 'void' }]);
    const leftOut = [{ item: 'c', onto: 'target' }];
    const red = after([{ ...ended('t1', 'red'), leftOut } as QueueEvent], moved);
    expect(red.suspects).toEqual([]);
    expect(decideQueue(red, 1)).toMatchObject([{ kind: 'test', members: ['a', 'b', 'c'] }]);
    // Nor those of before.
    const suspected = carriedOn(after([ended('t1', 'red')], carriedOn(abc)));
    const later = after([{ type: 'target-moved' }, ended('t2', 'red')], suspected);
    expect(decideQueue(later, 1)).toMatchObject([{ kind: 'test', members: ['a', 'b', 'c'] }]);
  });

  it('tests a group again that could not be landed', () => {
    const landing = carriedOn(after([ended('t1', 'green')], carriedOn(abc)));
    const failed = after([{ type: 'landing-failed', test: 't1' }], landing);
    expect(decideQueue(failed, 1)).toMatchObject([{ kind: 'test', members: ['a', 'b', 'c'] }]);
  });

  it('lets an item that could not be merged onto another wait for that one, and tests the rest', () => {
    const leftOut = [{ item: 'c', onto: ['a'] }];
    const queue = after([{ ...ended('t1', 'green'), leftOut } as QueueEvent], carriedOn(abc));
    expect(decideQueue(queue, 1)).toEqual([{ kind: 'land', test: 't1', members: ['a', 'b'] }]);
  });
});
