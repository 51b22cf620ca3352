import { describe, expect, it } from 'vitest';
import { forecastSizes } from '../../../src/domain/plan/forecast-sizes.ts';
import type { PastAttempt } from '../../../src/domain/plan/past-attempt.ts';
import type { Plan } from '../../../src/domain/plan/plan.ts';
import { MINUTE, planOf, taskOf } from '../../support/plans.ts';
import { startedRun } from '../../support/run-driver.ts';

const took = (agent: string, ...minutes: readonly number[]): readonly PastAttempt[] =>
  minutes.map((each) => ({
    agent,
    model: null,
    sizeMs: null,
    tookMs: each * MINUTE,
    tokens: null,
    usd: null,
    delivered: true,
  }));

const kimi = { name: 'kimi', use: 'kimi', args: [], env: {} };
const around = { existing: [], serialBelowMs: 30 * MINUTE };
const sizes = ({ tasks }: Plan) => tasks.map(({ id, sizeMs, sizeFrom }) => [id, sizeMs, sizeFrom]);

describe('sizes that the plan does not give', () => {
  it('are what half of the attempts of the same agent took here', () => {
    const plan = planOf([
      taskOf('a'),
      taskOf('b', { sizeMs: 3 * MINUTE }),
      taskOf('c', { agent: kimi }),
    ]);
    const past = [...took('robot', 50, 20, 22, 9, 30), ...took('kimi', 5, 5, 5, 5)];
    expect(sizes(forecastSizes(plan, past, around))).toEqual([
      ['a', 22 * MINUTE, 'history'],
      ['b', 3 * MINUTE, 'plan'],
      ['c', null, null],
    ]);
  });

  it('are whole seconds, and never nothing', () => {
    const of = (minutes: number) => {
      const five = took('robot', minutes, minutes, minutes, minutes, minutes);
      return forecastSizes(planOf([taskOf('a')]), five, around).tasks[0]?.sizeMs;
    };
    expect([of(0), of(0.0251), of(1.999)]).toEqual([1000, 2000, 120_000]);
  });

  it('count in the decision, which is made anew', () => {
    const plan = planOf([taskOf('a'), taskOf('b')], {
      concurrency: 'auto',
      admission: { mode: 'concurrent', reason: 'by guess' },
    });
    const short = forecastSizes(plan, took('robot', 2, 2, 2, 2, 2), around);
    expect(short.admission.reason).toContain('4m of agent work is less than serialBelow 30m');
    expect(forecastSizes(plan, took('robot', 2, 2, 2, 2), around)).toBe(plan);
  });

  it('count in the governor’s order', () => {
    const plan = planOf([
      taskOf('given', { sizeMs: 10 * MINUTE }),
      taskOf('open', { agent: kimi }),
    ]);
    const first = (past: readonly PastAttempt[]) => {
      const limits = { ...plan.limits, live: 1 };
      const { state } = startedRun({ ...forecastSizes(plan, past, around), limits });
      return Object.values(state.attempts).map(({ task }) => task);
    };
    expect(first([])).toEqual(['open']);
    expect(first(took('kimi', 4, 4, 4, 4, 4))).toEqual(['given']);
  });
});
