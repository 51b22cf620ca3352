import { describe, expect, it } from 'vitest';
import { keyNames } from '../../../src/cli/review/key-names.ts';
import { hasDoubts, keepSelected, pressKey } from '../../../src/cli/review/keys.ts';
import type { ReviewState } from '../../../src/cli/review/keys.ts';
import { reviewItems } from '../../../src/cli/review/order.ts';
import { outcomeText } from '../../../src/cli/review/outcome-text.ts';
import { reviewShowLines } from '../../../src/cli/screens/review.ts';
import type { AttemptModel } from '../../../src/cli/model/run-model.ts';
import {
  attempt,
  delivery,
  greenReceipt,
  look,
  MINUTE,
  model,
  NOW,
  receipt,
  task,
} from '../sample-model.ts';

const waiting = (id: string, needs: readonly string[], at: number, more = {}) =>
  task(id, 'delivered', {
    needs,
    made: [attempt(id, { delivery: delivery(id, 'awaiting-review', { offeredAt: at, ...more }) })],
  });

const run = model([
  waiting('young', [], NOW - 1),
  waiting('old', [], NOW - 9),
  waiting('base', [], NOW - 1, { verdict: 'unverified' }),
  task('middle', 'waiting', { needs: ['base'] }),
  task('far', 'waiting', { needs: ['middle'] }),
  task('gone', 'dropped', { needs: ['young'] }),
  task('busy', 'delivered', {
    made: [attempt('busy', { delivery: delivery('busy', 'checking') })],
  }),
]);
const items = reviewItems(run, NOW);
const START: ReviewState = { selected: 0, asking: null, message: 'before' };

describe('the order of the review', () => {
  it('puts what is likely to come back before what is not, and tells what landed since', () => {
    const sure = greenReceipt('sure');
    const made = (id: string, more: Partial<AttemptModel>) =>
      task(id, 'delivered', { made: [attempt(id, { receipt: sure, ...more })] });
    const offered = { offeredAt: NOW - 60 * MINUTE };
    const of = model([
      made('sure', { delivery: delivery('sure', 'awaiting-review', offered) }),
      made('shaky', {
        receipt: receipt('shaky'),
        delivery: delivery('shaky', 'awaiting-review', { ...offered, blocking: ['a write'] }),
      }),
      made('done', { delivery: delivery('done', 'landed', { landedAt: NOW - MINUTE }) }),
      made('early', { delivery: delivery('early', 'landed', { landedAt: NOW - 60 * MINUTE }) }),
    ]);
    const [first, second] = reviewItems(of, NOW);
    expect([first?.attempt.task, second?.attempt.task]).toEqual(['shaky', 'sure']);
    expect(first?.risk).toBeGreaterThan(second?.risk ?? 1);
    expect(second?.landedSince.map(({ attempt: each, shared }) => [each.task, shared])).toEqual([
      ['done', ['src/a.ts']],
    ]);
    const shown = second === undefined ? [] : reviewShowLines(second, look());
    expect(shown.join('\n')).toContain('Landed since it started: done#1 (also changes src/a.ts)');
  });

  it('weighs the agent time that waits, also through others', () => {
    const chain = model([
      waiting('short', [], NOW),
      waiting('long', [], NOW),
      task('after', 'waiting', { needs: ['short'], sizeMs: 5 * MINUTE }),
      task('later', 'waiting', { needs: ['long'], sizeMs: 40 * MINUTE }),
      task('last', 'waiting', { needs: ['later'], sizeMs: null }),
    ]);
    expect(
      reviewItems(chain, NOW).map(({ attempt: each, blockedMs }) => [each.task, blockedMs]),
    ).toEqual([
      ['long', 55 * MINUTE],
      ['short', 5 * MINUTE],
    ]);
  });

  it('is what blocks most, then what waits longest', () => {
    expect(items.map(({ attempt: each, blocks }) => [each.task, blocks])).toEqual([
      ['base', 2],
      ['old', 0],
      ['young', 0],
    ]);
  });
});

describe('a key', () => {
  const press = (state: ReviewState, ...keys: readonly string[]) =>
    keys.reduce((last, key) => pressKey(last.state, key, items), {
      state,
      action: { kind: 'none' },
    } as ReturnType<typeof pressKey>);

  it('moves within the list', () => {
    expect(press(START, 'j', 'j', 'down', 'n').state.selected).toBe(2);
    expect(press(START, 'j', 'k', 'up').state.selected).toBe(0);
    expect(keepSelected({ ...START, selected: 5 }, 2).selected).toBe(1);
    expect(keepSelected({ ...START, selected: 5 }, 0).selected).toBe(0);
  });

  it.each([
    ['enter', 'show'],
    ['d', 'diff'],
    ['r', 'return'],
    ['x', 'reject'],
    ['p', 'park'],
    ['a', 'approve'],
  ])('%s acts on what the cursor is on', (key, kind) => {
    expect(press(START, 'j', key).action).toEqual({ kind, item: items[1] });
  });

  it('approves what has doubts only after a second key', () => {
    expect(items.map(hasDoubts)).toEqual([true, false, false]);
    const asked = press(START, 'a');
    expect(asked).toEqual({
      state: { selected: 0, asking: 'approve', message: '' },
      action: { kind: 'none' },
    });
    expect(press(asked.state, 'y').action).toEqual({ kind: 'approve', item: items[0] });
    expect(press(asked.state, 'a')).toEqual({
      state: { selected: 0, asking: null, message: 'not approved' },
      action: { kind: 'none' },
    });
  });

  it('leaves', () => {
    for (const key of ['q', 'escape', 'ctrl-c'])
      expect(press(START, key).action).toEqual({ kind: 'quit' });
  });

  it('answers what an agent asks, whether or not a delivery waits', () => {
    expect(press(START, '?').action).toEqual({ kind: 'answer' });
    expect(pressKey(START, '?', []).action).toEqual({ kind: 'answer' });
  });

  it('does nothing to an empty list', () => {
    for (const key of ['a', 'enter', 'j', 'z'])
      expect(pressKey(START, key, []).action).toEqual({ kind: 'none' });
  });
});

describe('what a terminal sends', () => {
  it('is read as keys', () => {
    expect(keyNames('ja\r\u{1b}[A\u{1b}[B\u{1b}OA\u{3}\u{1b}')).toEqual([
      'j',
      'a',
      'enter',
      'up',
      'down',
      'up',
      'ctrl-c',
      'escape',
    ]);
  });

  it('never takes a function key for a letter', () => {
    expect(keyNames('\u{1b}[15~\u{1b}[1;5Aq')).toEqual(['q']);
  });
});

describe('what came of a decision', () => {
  it.each([
    [
      'approve',
      delivery('docs', 'landed', { landed: 'd'.repeat(40) }),
      'docs#1 has landed: the target is at ddddddd.',
    ],
    [
      'approve',
      delivery('docs', 'queued'),
      'docs#1 is approved, tree 9999999; it lands when its turn comes.',
    ],
    [
      'approve',
      delivery('docs', 'returned', { reason: 'conflict in a.ts\nmore' }),
      'docs#1 could not land and is returned: conflict in a.ts',
    ],
    [
      'return',
      delivery('docs', 'returned'),
      'docs#1 is returned; its task is made again with your comment.',
    ],
    ['park', delivery('docs', 'parked', { reason: 'later' }), 'docs#1 is parked: later.'],
    ['reject', delivery('docs', 'rejected'), 'docs#1 is rejected; its commit bbbbbbb is kept.'],
  ] as const)('%s: %#', (verb, after, text) =>
    expect(outcomeText('docs#1', verb, after)).toEqual([text]),
  );
});
