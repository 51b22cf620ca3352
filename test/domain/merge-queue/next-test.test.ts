import { describe, expect, it } from 'vitest';
import { decideQueue } from '../../../src/domain/merge-queue/decide.ts';
import { eventOf } from '../../../src/domain/merge-queue/decisions.ts';
import type { QueueDecision } from '../../../src/domain/merge-queue/decisions.ts';
import type { QueueEvent } from '../../../src/domain/merge-queue/events.ts';
import { evolveQueue } from '../../../src/domain/merge-queue/evolve.ts';
import { emptyQueue } from '../../../src/domain/merge-queue/queue.ts';
import type { Queue, QueueMode } from '../../../src/domain/merge-queue/queue.ts';

type Test = Extract<QueueDecision, { kind: 'test' }>;

const arrived = (queue: Queue, ...ids: readonly string[]): Queue =>
  ids.reduce(
    (next, id) =>
      evolveQueue(next, { type: 'arrived', item: { id, risk: 0.04, failedBefore: false } }),
    queue,
  );

/** The only thing that is decided: a test. */
const testOn = (queue: Queue, slots = 1): Test => {
  const [decision, ...more] = decideQueue(queue, slots);
  if (decision?.kind !== 'test' || (slots === 1 && more.length > 0))
    throw new Error('something else is decided');
  return decision;
};

/** Once its next test was so; what is green has landed. */
const tested = (queue: Queue, outcome: 'green' | 'red'): Queue => {
  const test = testOn(queue);
  const events: readonly QueueEvent[] = [
    eventOf(test, 0),
    { type: 'test-ended', test: test.test, outcome, leftOut: [], at: 1000 },
    ...(outcome === 'red'
      ? []
      : [
          { type: 'landing-began', test: test.test } as const,
          { type: 'landed', test: test.test } as const,
        ]),
  ];
  return events.reduce(evolveQueue, queue);
};

/** `x` was red alone. */
const suspected = (mode?: QueueMode): Queue => tested(arrived(emptyQueue(mode), 'x'), 'red');

describe.each(['tip-green', 'every-commit-green'] as const)('a suspect where %s', (mode) => {
  it('is run again when nothing else waits', () => {
    expect(testOn(suspected(mode))).toMatchObject({ members: ['x'], rerun: true });
  });

  it('takes no slot from what is more likely to land', () => {
    const queue = arrived(suspected(mode), 'y');
    expect(testOn(queue)).toMatchObject({ members: ['y'] });
    expect(testOn(tested(queue, 'green'))).toMatchObject({ members: ['x'], rerun: true });
  });

  it('does not wait for ever', () => {
    let queue = suspected(mode);
    for (let n = 0; n < 40; n += 1) {
      queue = arrived(queue, `y${n}`);
      expect(testOn(queue)).toMatchObject({ members: [`y${n}`] });
      queue = tested(queue, 'green');
    }
    expect(testOn(arrived(queue, 'z'))).toMatchObject({ members: ['x'], rerun: true });
  });
});

describe('a red group', () => {
  const red = tested(arrived(emptyQueue(), 'a', 'b', 'c', 'd', 'e', 'f'), 'red');
  const halves = (test: Test): boolean => test.members.every((id) => 'abcdef'.includes(id));

  it('is searched before all the rest is tested, which then goes with what it leaves over', () => {
    expect(halves(testOn(arrived(red, 'u', 'v', 'w')))).toBe(true);
  });

  it('waits for what lands more, where there is more than one group of it', () => {
    const many = Array.from({ length: 60 }, (_, n) => `u${n}`);
    expect(halves(testOn(arrived(red, ...many)))).toBe(false);
  });

  it('is searched beside the rest where there are slots for both', () => {
    const both = decideQueue(arrived(red, 'u', 'v', 'w'), 2);
    const kinds = both.map((each) => each.kind === 'test' && halves(each));
    expect(kinds).toHaveLength(2);
    expect(kinds).toContain(true);
    expect(kinds).toContain(false);
  });

  it('says how likely each of its tests is to be green, given that it is red', () => {
    const { members, expected } = testOn(red);
    // Two of six suspects: less likely than two of which nobody knows anything.
    expect(members).toHaveLength(2);
    const fresh = testOn(arrived(emptyQueue(), 'u', 'v')).expected;
    expect(expected).toBeLessThan(fresh - 0.1);
    expect(expected).toBeGreaterThan(0.5);
  });
});
