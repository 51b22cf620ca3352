import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limit } from '../../../src/domain/governor/limit.ts';
import { rampAfter, rampTerm } from '../../../src/domain/governor/ramp-term.ts';
import type { Plan } from '../../../src/domain/plan/plan.ts';
import type { RunEvent } from '../../../src/domain/run/events.ts';
import { MINUTE, NO_BUDGET, planOf, taskOf } from '../../support/plans.ts';
import { attempts } from '../../support/ready-run.ts';
import { landed, conflicted, startedRun, toChecked, toChecking } from '../../support/run-driver.ts';
import type { RunDriver } from '../../support/run-driver.ts';

const IDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const auto = (more: Partial<Plan> = {}): RunDriver =>
  startedRun(
    planOf(
      IDS.map((id) => taskOf(id, { sizeMs: 10 * MINUTE })),
      { concurrency: 'auto', limits: { wallMs: null, live: 8, reserve: 0, ...NO_BUDGET }, ...more },
    ),
  );
const toLanded = (run: RunDriver, task: string): void => {
  toChecked(run, task);
  landed(run, task);
};
const conflict = (run: RunDriver, task: string): void => {
  conflicted(run, task, 'x');
};

describe('the ramp', () => {
  it('lets one pilot run until the first landing, and says so', () => {
    const run = auto();
    expect(attempts(run)).toEqual(['a']);
    expect(limit(run.state, run.now).binding).toMatchObject({
      name: 'ramp',
      text: '1 of 1 at once, the pilot: nothing has landed yet',
    });
    toChecking(run, 'a');
    // Its agent has ended, so another may be alive; the ramp has not grown.
    expect(attempts(run)).toEqual(['a', 'b']);
  });

  it('doubles with each clean landing', () => {
    const run = auto();
    toLanded(run, 'a');
    expect(run.state.ramp).toBe(2);
    expect(attempts(run)).toEqual(['a', 'b', 'c']);
    toLanded(run, 'b');
    expect(run.state.ramp).toBe(4);
    expect(attempts(run)).toHaveLength(6);
  });

  it('halves when work comes back from integration, never below one', () => {
    const run = auto();
    toLanded(run, 'a');
    toLanded(run, 'b');
    toChecked(run, 'c');
    conflict(run, 'c');
    expect(run.state.ramp).toBe(2);
    toChecked(run, 'd');
    conflict(run, 'd');
    toChecked(run, 'e');
    conflict(run, 'e');
    expect(run.state.ramp).toBe(1);
  });

  it('has nothing to say where concurrency is on', () => {
    const run = auto({ concurrency: 'on' });
    expect(attempts(run)).toHaveLength(8);
    expect(rampTerm(run.state, run.now).may).toBe(Infinity);
  });

  it('is released by the deadline where waiting would leave tasks out', () => {
    // 80 minutes of work in 20: four at once are the least that can do it.
    const limits = { wallMs: 20 * MINUTE, live: 8, reserve: 0, ...NO_BUDGET };
    const run = auto({ limits });
    expect(attempts(run)).toHaveLength(4);
    expect(rampTerm(run.state, run.now).text).toContain('released by the deadline');
  });

  it('is released in time for takeovers, where there are any', () => {
    // In 50 minutes an attempt of 25, cut for its size, and the 15 of a takeover leave 10 for others before it.
    const limits = { wallMs: 50 * MINUTE, live: 8, reserve: 0, ...NO_BUDGET };
    expect(attempts(auto({ limits }))).toHaveLength(2);
    expect(attempts(auto({ limits: { ...limits, retries: 1 } }))).toHaveLength(4);
    // Nothing more would fit behind any of them.
    const tight = { ...limits, wallMs: 40 * MINUTE, retries: 1 };
    expect(attempts(auto({ limits: tight }))).toHaveLength(8);
  });

  it('stays from one up whatever happens', () => {
    const event = fc.constantFrom<RunEvent>(
      { type: 'delivery.landed', at: 1, delivery: 'd', landing: { from: 'f', to: 't', tree: 'x' } },
      {
        type: 'delivery.returned',
        at: 1,
        delivery: 'd',
        by: 'x',
        comeback: { from: 'd', kind: 'red', text: '', commit: null },
      },
      {
        type: 'delivery.returned',
        at: 1,
        delivery: 'd',
        by: 'x',
        comeback: { from: 'd', kind: 'review', text: '', commit: null },
      },
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        const steps = events.reduce<number[]>((all, each) => {
          all.push(rampAfter(all.at(-1) ?? 1, each));
          return all;
        }, []);
        expect(steps.every((step) => Number.isInteger(step) && step >= 1)).toBe(true);
      }),
    );
  });
});
