import { describe, expect, it } from 'vitest';
import { fateOf, pacedMs, unitsOf } from '../../../src/domain/simulation/draw.ts';
import { figuresOf, middleOf, summaryOf } from '../../../src/domain/simulation/figures.ts';
import { oracle } from '../../../src/domain/simulation/oracle.ts';
import { planFor } from '../../../src/domain/simulation/policy.ts';
import { streamOf } from '../../../src/domain/simulation/random.ts';
import { resolveModelPlan } from '../../../src/domain/simulation/resolve-model-plan.ts';
import { drawFrom } from '../../../src/domain/simulation/spread.ts';
import { waitForAll } from '../../../src/domain/simulation/wait-for-all.ts';
import { scenarioOf } from '../../support/scenarios.ts';

const MINUTE = 60_000;
const steady = { spread: 1, work: '10m' };

describe('what is drawn', () => {
  it('is the same for the same seed and name, and another for another', () => {
    const draws = (seed: number, name: string): readonly number[] => {
      const random = streamOf(seed, name);
      return [random.share(), random.share(), random.below(1000)];
    };
    expect(draws(1, 'a')).toEqual(draws(1, 'a'));
    expect(draws(1, 'a')).not.toEqual(draws(1, 'b'));
    expect(draws(1, 'a')).not.toEqual(draws(2, 'a'));
  });

  it('has its median in the middle and no wild values', () => {
    const random = streamOf(1, 'spread');
    const drawn = Array.from({ length: 2001 }, () => drawFrom({ median: 10, factor: 2 }, random));
    const { median, low, high } = middleOf(drawn);
    expect(median).toBeGreaterThan(9);
    expect(median).toBeLessThan(11);
    expect(low).toBeGreaterThan(5);
    expect(high).toBeLessThan(20);
    expect(Math.max(...drawn)).toBeLessThanOrEqual(80);
    expect(drawFrom({ median: 10, factor: 1 }, random)).toBe(10);
  });

  it('gives each attempt a fate of its own, by its share', () => {
    const scenario = scenarioOf({ tasks: { unit: steady }, agents: { red: '30%', hangs: '20%' } });
    const [unit] = unitsOf(scenario, 1);
    if (unit === undefined) throw new Error('no unit');
    const fates = Array.from({ length: 1000 }, (_, n) => fateOf(scenario, 1, unit, n).end);
    const share = (end: string): number => fates.filter((each) => each === end).length / 1000;
    expect(share('red')).toBeCloseTo(0.3, 1);
    expect(share('hang')).toBeCloseTo(0.2, 1);
    expect(share('crash')).toBe(0);
  });

  it('lets an agent polish into the time it takes itself to have, and never cut its work short', () => {
    const scenario = scenarioOf({ tasks: { unit: steady }, agents: { fills: '50%' } });
    const fate = { end: 'sound', obeys: true, lies: false, strays: false } as const;
    const paced = (workMinutes: number, hasMinutes: number): number =>
      pacedMs(scenario, { ...fate, workMs: workMinutes * MINUTE }, hasMinutes * MINUTE) / MINUTE;
    expect(paced(10, 40)).toBe(20);
    expect(paced(10, 10)).toBe(10);
    expect(paced(1, 120)).toBe(6);
  });
});

describe('the plan of a scenario', () => {
  const scenario = scenarioOf({
    plan: { live: 6, wall: '1h', review: { by: 'human', limit: 2 } },
    tasks: {
      core: { ...steady, told: 'unknown' },
      part: { ...steady, count: 3, needs: ['core'], central: '100%' },
      chain: { ...steady, count: 3, chain: true },
    },
  });

  it('is one that fanin itself has resolved', () => {
    const plan = resolveModelPlan(planFor(scenario, 'fanin'), unitsOf(scenario, 1), null);
    expect(plan.tasks.map(({ id, needs }) => `${id}: ${needs.join(' ')}`)).toEqual([
      'core: ',
      'part-1: core',
      'part-2: core',
      'part-3: core',
      'chain-1: ',
      'chain-2: chain-1',
      'chain-3: chain-2',
    ]);
    expect(plan.tasks.map(({ sizeMs }) => sizeMs)).toContain(null);
    expect(plan.admission.mode).toBe('concurrent');
    expect(plan.limits).toMatchObject({ wallMs: 60 * MINUTE, live: 6, reserve: 0.2 });
    expect(plan.review).toEqual({ by: 'human', limit: 2 });
  });

  it('is changed by a policy in what the policy is about alone', () => {
    expect(planFor(scenario, 'fanin')).toEqual(scenario.plan);
    expect(planFor(scenario, 'fixed-2')).toMatchObject({ live: 2, concurrency: 'on' });
    expect(planFor(scenario, 'fixed-8')).toMatchObject({ live: 6, review: { limit: 7 } });
    const serial = resolveModelPlan(planFor(scenario, 'serial'), unitsOf(scenario, 1), null);
    expect(serial.admission.mode).toBe('serial');
  });
});

describe('the oracle', () => {
  const landed = (written: Readonly<Record<string, unknown>>) =>
    oracle(scenarioOf({ checks: { time: '1m', spread: 1 }, ...written }), 1);

  it('keeps to the limits of tokens and money, as does whoever waits for all', () => {
    // Ten minutes of 60,000 tokens each.
    const tasks = { part: { count: 6, work: '10m', spread: 1 } };
    const plan = { live: 6, tokens: '2M' };
    const { landed: fit, tokens } = landed({ plan, tasks });
    expect([fit, tokens <= 2_000_000]).toEqual([3, true]);
    const priced = { plan: { live: 6, usd: 8 }, tasks, agents: { usdPerMillion: 4 } };
    expect(landed(priced).landed).toBe(3);
    expect(waitForAll(scenarioOf({ plan, tasks }), 1)).toMatchObject({
      landed: 0,
      tokens: 2_000_000,
    });
  });

  it('keeps to the slots and the wall limit', () => {
    const tasks = { unit: { count: 6, work: '10m', spread: 1.001, tests: 2 } };
    expect(landed({ plan: { live: 2, wall: '26m' }, tasks })).toMatchObject({
      units: 6,
      landed: 4,
      passed: 8,
      tests: 12,
    });
    expect(landed({ plan: { live: 6, wall: '26m' }, tasks }).landed).toBe(6);
  });

  it('waits for needs to land, and for a central file', () => {
    const chain = { unit: { count: 3, work: '10m', spread: 1.001, chain: true } };
    expect(landed({ plan: { live: 4, wall: '50m' }, tasks: chain }).landed).toBe(3);
    expect(landed({ plan: { live: 4, wall: '20m' }, tasks: chain }).landed).toBeLessThan(2);
    const central = { unit: { count: 3, work: '10m', spread: 1.001, central: '100%' } };
    expect(landed({ plan: { live: 4, wall: '20m' }, tasks: central }).landed).toBe(1);
  });

  it('needs a reviewer where people review, and no longer than one takes', () => {
    const tasks = { unit: { count: 4, work: '10m', spread: 1.001 } };
    const plan = { live: 4, review: { by: 'human', limit: 3 } };
    expect(landed({ plan, tasks }).landed).toBe(0);
    const reviewer = { takes: '30m', spread: 1 };
    expect(landed({ plan, tasks, reviewer, until: '75m' }).landed).toBe(2);
    const away = { ...reviewer, away: [{ from: '0s', to: '1h' }] };
    expect(landed({ plan, tasks, reviewer: away, until: '95m' }).landed).toBe(1);
  });
});

describe('waiting for all', () => {
  const tasks = { unit: { count: 4, work: '10m', spread: 1.001, tests: 1 } };

  it('brings nothing in where the agents take the time they believe they have', () => {
    const plan = { live: 4, wall: '40m' };
    const slow = scenarioOf({ plan, tasks, agents: { believes: '2h', fills: '50%' } });
    expect(waitForAll(slow, 1)).toMatchObject({ landed: 0, passed: 0, firstLandingMs: null });
    const quick = scenarioOf({ plan, tasks, agents: { believes: '20m', fills: '50%' } });
    expect(waitForAll(quick, 1)).toMatchObject({ landed: 4, passed: 4 });
  });

  it('waits for one that hangs, and loses all but the first to write the same file', () => {
    const plan = { live: 4, wall: '40m' };
    const agents = { believes: '1h', fills: '10%' };
    const central = { unit: { ...tasks.unit, central: '100%' } };
    expect(waitForAll(scenarioOf({ plan, tasks: central, agents }), 1).landed).toBe(1);
    const hung = scenarioOf({ plan, tasks, agents: { ...agents, hangs: '100%' } });
    expect(waitForAll(hung, 1).landed).toBe(0);
  });

  it('gives out what needs others in a wave of its own', () => {
    const chain = { unit: { ...tasks.unit, chain: true } };
    const plan = { live: 4, wall: '40m' };
    const agents = { believes: '20m', fills: '10%' };
    const landed = waitForAll(scenarioOf({ plan, tasks: chain, agents }), 1).landed;
    expect(landed).toBeGreaterThan(1);
    expect(landed).toBeLessThan(4);
  });
});

describe('figures', () => {
  it('are medians with the middle half', () => {
    expect(middleOf([5, 1, 3, 2, 4])).toEqual({ median: 3, low: 2, high: 4 });
    expect(middleOf([7])).toEqual({ median: 7, low: 7, high: 7 });
    const units = [{ tests: 2 }, { tests: 3 }];
    const some = figuresOf(
      units,
      [
        { at: 9, tests: 3 },
        { at: 4, tests: 2 },
      ],
      10.4,
    );
    expect(some).toEqual({
      units: 2,
      landed: 2,
      tests: 5,
      passed: 5,
      tokens: 10,
      firstLandingMs: 4,
      lastLandingMs: 9,
    });
    const summary = summaryOf([some, figuresOf(units, [], 30)]);
    expect(summary).toMatchObject({ runs: 2, landedMean: 1, nothingLanded: 1 });
    expect(summary.firstLandingMs?.median).toBe(4);
  });
});
