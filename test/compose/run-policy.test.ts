import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadScenario } from '../../src/adapters/config/load-scenario.ts';
import { runEngine, runPolicy } from '../../src/compose/simulation/run-policy.ts';
import { START } from '../../src/compose/simulation/simulated-world.ts';
import { runRules } from '../support/run-invariants.ts';
import { scenarioOf } from '../support/scenarios.ts';

const SCENARIOS = join(import.meta.dirname, '../../scenarios');
const checks = { time: '1m', spread: 1 };
const six = { unit: { count: 6, work: '10m', spread: 1.01, tests: 2 } };

describe('a simulated run', () => {
  it('is the same for the same seed', async () => {
    const scenario = scenarioOf({
      plan: { live: 3, wall: '1h' },
      tasks: six,
      agents: { red: '20%' },
    });
    expect(await runPolicy(scenario, 3, 'fanin')).toEqual(await runPolicy(scenario, 3, 'fanin'));
  });

  it('is carried out by the engine under the limits of the policy', async () => {
    const agents = { fills: '0%', obeys: '100%', slowdown: '0%' };
    const plan = { live: 6, wall: '50m', reserve: '10%' };
    const scenario = scenarioOf({ plan, tasks: six, checks, agents });
    const landed = async (policy: 'serial' | 'fixed-2' | 'fixed-8'): Promise<number> =>
      (await runPolicy(scenario, 1, policy)).landed;
    const serial = await landed('serial');
    expect(serial).toBeGreaterThan(2);
    expect(serial).toBeLessThan(5);
    expect([await landed('fixed-2'), await landed('fixed-8')]).toEqual([6, 6]);
  });

  it('tells agents their deadline: who listens hands in what others are stopped at', async () => {
    const plan = { live: 6, wall: '40m', concurrency: 'on' };
    const make = (obeys: string) =>
      scenarioOf({ plan, tasks: six, checks, agents: { believes: '2h', fills: '50%', obeys } });
    expect((await runPolicy(make('100%'), 1, 'fanin')).landed).toBe(6);
    expect((await runPolicy(make('0%'), 1, 'fanin')).landed).toBe(0);
  });

  it('counts the tokens of every agent, and of its sub-agents', async () => {
    const plan = { live: 2, concurrency: 'on' };
    const agents = { fills: '0%', tokensPerMinute: 1000, slowdown: '0%' };
    const alone = await runPolicy(scenarioOf({ plan, tasks: six, agents }), 1, 'fanin');
    expect(alone.tokens).toBeGreaterThan(50_000);
    expect(alone.tokens).toBeLessThan(80_000);
    const scenario = scenarioOf({ plan, tasks: six, agents: { ...agents, subAgents: 2 } });
    const many = await runPolicy(scenario, 1, 'fanin');
    expect(many.tokens / alone.tokens).toBeCloseTo(3, 1);
  });

  it('lands nothing red, whatever its agent says of it', async () => {
    const agents = { red: '100%', lies: '100%', fills: '0%' };
    const figures = await runPolicy(scenarioOf({ tasks: six, agents }), 1, 'fanin');
    expect(figures).toMatchObject({ landed: 0, passed: 0 });
  });

  it('waits for a reviewer where people review, one thing after the other', async () => {
    const plan = { live: 4, review: { by: 'human', limit: 3 }, concurrency: 'on' };
    const scenario = scenarioOf({
      plan,
      tasks: six,
      checks,
      agents: { fills: '0%' },
      reviewer: { notices: '1m', takes: '30m', spread: 1 },
      until: '2h30m',
    });
    const { landed, firstLandingMs } = await runPolicy(scenario, 1, 'fanin');
    expect(landed).toBe(4);
    expect(firstLandingMs).toBeGreaterThan(40 * 60_000);
    const alone = scenarioOf({ plan, tasks: six, checks, agents: { fills: '0%' } });
    expect((await runPolicy(alone, 1, 'fanin')).landed).toBe(0);
  });

  it('lets a reviewer try a failed task again, as often as said', async () => {
    const agents = { crashes: '50%', fills: '0%' };
    const again = (retries: number) =>
      runPolicy(
        scenarioOf({ tasks: six, checks, agents, reviewer: { retries, spread: 1 }, until: '1d' }),
        2,
        'fanin',
      );
    const [never, often] = [await again(0), await again(12)];
    expect(never.landed).toBeLessThan(6);
    expect(often.landed).toBe(6);
  });

  it('keeps to a budget: starts what is expected to fit, and stops whoever reaches it', async () => {
    const loaded = await loadScenario(SCENARIOS, 'tight-budget.yaml');
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.error));
    const limit = 6_000_000;
    const all = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => runPolicy(loaded.value, seed, 'fanin')),
    );
    // An agent tells every minute; of what it uses in between nobody knows.
    for (const { tokens } of all) expect(tokens).toBeLessThan(limit * 1.1);
    expect(all.some(({ tokens }) => tokens > limit * 0.8)).toBe(true);
    expect(Math.min(...all.map(({ landed }) => landed))).toBeGreaterThan(2);
  });

  it('lets whoever listens go on from what is there', async () => {
    // Their deadline comes when three quarters are done: what is left, and reading, fit into the next.
    const plan = { live: 6, wall: '60m', deadline: '8m', concurrency: 'on' };
    const make = (obeys: string) =>
      scenarioOf({ plan, tasks: six, checks, agents: { fills: '0%', slowdown: '0%', obeys } });
    expect((await runPolicy(make('100%'), 1, 'fanin')).landed).toBeGreaterThanOrEqual(5);
    expect((await runPolicy(make('0%'), 1, 'fanin')).landed).toBe(0);
  });

  it('goes on after its engine has died, and after the host has slept', async () => {
    const agents = { fills: '0%', slowdown: '0%' };
    const base = { plan: { live: 3, concurrency: 'on' }, tasks: six, checks, agents };
    const calm = await runPolicy(scenarioOf(base), 1, 'fanin');
    const dying = scenarioOf({ ...base, faults: { engineDiesEvery: '4m' } });
    expect(await runPolicy(dying, 1, 'fanin')).toMatchObject({ landed: 6 });
    const sleeps = [{ from: '3m', to: '63m' }];
    const slept = await runPolicy(scenarioOf({ ...base, faults: { sleeps } }), 1, 'fixed-4');
    const late = (slept.firstLandingMs ?? 0) - (calm.firstLandingMs ?? 0);
    expect(late).toBeGreaterThan(55 * 60_000);
    expect(slept.tokens).toBeLessThan(calm.tokens * 1.2);
  });

  it('does nothing while the host sleeps, whatever dies and whoever has come back', async () => {
    const sleeps = [{ from: '7m', to: '2h' }];
    const scenario = scenarioOf({
      tasks: six,
      checks,
      agents: { crashes: '50%' },
      reviewer: { notices: '1m', takes: '1m' },
      faults: { engineDiesEvery: '3m', sleeps },
    });
    const times: number[] = [];
    await runEngine(scenario, 1, 'fanin', ({ at }) => times.push((at - START) / 60_000));
    expect(times.filter((at) => at > 7 && at < 120)).toEqual([]);
    expect(times.some((at) => at > 120)).toBe(true);
  });

  it('takes nothing from agents whose host has slept: they work on to their end', async () => {
    const agents = { fills: '0%', slowdown: '0%', obeys: '100%' };
    const base = { plan: { live: 3, concurrency: 'on' }, tasks: six, checks, agents };
    const awake = await runPolicy(scenarioOf(base), 1, 'fixed-4');
    const sleeps = [{ from: '3m', to: '93m' }];
    const slept = await runPolicy(scenarioOf({ ...base, faults: { sleeps } }), 1, 'fixed-4');
    expect(slept.landed).toBe(6);
    expect(slept.tokens / awake.tokens).toBeCloseTo(1, 1);
  });

  it.each(['failing-host', 'lying-agents', 'slow-reviewer', 'tight-budget'])(
    'keeps what must be true of every run in %s',
    async (name) => {
      const loaded = await loadScenario(SCENARIOS, `${name}.yaml`);
      if (!loaded.ok) throw new Error(JSON.stringify(loaded.error));
      const broken: string[] = [];
      let events = 0;
      for (const seed of [1, 2, 3]) {
        const rules = runRules();
        await runEngine(loaded.value, seed, 'fanin', ({ before, event, after }) => {
          events += 1;
          broken.push(...rules(before, event, after).map((text) => `${seed} ${text}`));
        });
      }
      expect(broken).toEqual([]);
      expect(events).toBeGreaterThan(300);
    },
  );
});
