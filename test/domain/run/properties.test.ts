import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLive } from '../../../src/domain/attempt/attempt.ts';
import { hasProcess } from '../../../src/domain/attempt/evolve.ts';
import { heldBy, holds } from '../../../src/domain/governor/holds.ts';
import { nextTask } from '../../../src/domain/governor/next-task.ts';
import { NOBODY } from '../../../src/domain/plan/nobody.ts';
import type { Plan } from '../../../src/domain/plan/plan.ts';
import { advance } from '../../../src/domain/run/advance.ts';
import { nextWake } from '../../../src/domain/run/next-wake.ts';
import { project } from '../../../src/domain/run/project.ts';
import { MINUTE, taskOf } from '../../support/plans.ts';
import { aroundOf, BASE, newRun, NORMAL, RUN } from '../../support/run-driver.ts';
import type { RunDriver } from '../../support/run-driver.ts';
import { plainHeldBy, plainHolds, plainNextTask } from '../../support/plain-governor.ts';
import { replay } from '../../support/run-invariants.ts';
import { randomPlan } from './random-plan.ts';
import { personCommand, randomCommand, success } from './random-steps.ts';
import type { Pick } from './random-steps.ts';

const RUNS = Number(process.env['FANIN_PROPERTY_RUNS'] ?? 300);

/** A failure is made smaller for a while, not for minutes. */
const limits = (numRuns: number) => ({ numRuns, interruptAfterTimeLimit: 8_000 });

const begin = (plan: Plan): RunDriver => {
  const run = newRun();
  run.send({ type: 'start', run: RUN, plan, base: BASE, targetRef: 'refs/heads/t' });
  return run;
};

/** Numbers of the script one after the other; zeros after its end. */
const picker = (script: readonly number[]): Pick => {
  let next = 0;
  return (below) => (script[next++] ?? 0) % below;
};

// Long from the start: by itself fast-check keeps arrays short, and short runs see little.
const script = fc.array(fc.nat(), { minLength: 20, maxLength: 500, size: 'max' });

/** Sends a command; a refusal is an answer like any other. */
const offer = (run: RunDriver, command: Parameters<RunDriver['send']>[0]): void => {
  const step = advance(run.state, command, aroundOf(run));
  if (step.ok) run.send(command);
  else run.tick();
};

const wander = (run: RunDriver, pick: Pick, steps: number): void => {
  for (let step = 0; step < steps; step += 1) {
    const pause = pick(6);
    if (pause === 0) run.now += pick(10) * MINUTE;
    if (pause === 1) run.now = Math.max(run.now, nextWake(run.state) ?? run.now);
    offer(run, randomCommand(run, pick));
  }
};

describe('any plan, any order of outcomes, time and people', () => {
  it('never breaks what must be true of every log', () => {
    fc.assert(
      fc.property(randomPlan({ wall: true }), script, (plan, numbers) => {
        const run = begin(plan);
        wander(run, picker(numbers), 80);
        expect(replay(run.log).broken).toEqual([]);
        expect(replay(run.log).state).toEqual(run.state);
      }),
      limits(RUNS),
    );
  });

  it('is decided as if every holder were looked up anew', () => {
    const seen = { held: 0, free: 0 };
    fc.assert(
      fc.property(randomPlan({ wall: true }), script, (plan, numbers) => {
        const run = begin(plan);
        const pick = picker(numbers);
        for (let step = 0; step < 60; step += 1) {
          wander(run, pick, 1);
          const { state, now } = run;
          expect(nextTask(state, now, [])?.id ?? null).toBe(plainNextTask(state, now));
          for (const task of state.plan.tasks) {
            expect(holds(state, task)).toBe(plainHolds(state, task));
            const holder = plainHeldBy(state, task);
            seen[holder === null ? 'free' : 'held'] += 1;
            expect(heldBy(state, task, [])).toBe(holder);
          }
        }
      }),
      limits(Math.ceil(RUNS / 3)),
    );
    expect(seen.held).toBeGreaterThan(100);
    expect(seen.free).toBeGreaterThan(100);
  });

  it('gives nothing for what comes a second time', () => {
    fc.assert(
      fc.property(randomPlan({ wall: true }), script, (plan, numbers) => {
        const run = begin(plan);
        const pick = picker(numbers);
        for (let step = 0; step < 40; step += 1) {
          const command = randomCommand(run, pick);
          offer(run, command);
          expect(run.tick()).toEqual([]);
          if (command.type !== 'settle' && command.type !== 'exited') continue;
          expect(run.send(command)).toEqual([]);
        }
      }),
      limits(RUNS),
    );
  });

  it('has a next wake in the future, or none, after every look at the clock', () => {
    fc.assert(
      fc.property(randomPlan({ wall: true }), script, (plan, numbers) => {
        const run = begin(plan);
        const pick = picker(numbers);
        for (let step = 0; step < 40; step += 1) {
          wander(run, pick, 1);
          run.tick();
          const wake = nextWake(run.state);
          if (wake !== null) expect(wake).toBeGreaterThan(run.now);
        }
      }),
      limits(RUNS),
    );
  });

  it('can always be projected', () => {
    fc.assert(
      fc.property(randomPlan({ wall: true }), script, (plan, numbers) => {
        const run = begin(plan);
        wander(run, picker(numbers), 40);
        const views = project(run.state, run.now, run.elsewhere);
        expect(JSON.parse(JSON.stringify(views))).toEqual(views);
      }),
      limits(RUNS / 3),
    );
  });
});

describe('when everything goes well', () => {
  it('ends with everything landed, in whatever order things happen', () => {
    fc.assert(
      fc.property(randomPlan({ wall: false }), script, (plan, numbers) => {
        const run = begin(plan);
        finish(run, picker(numbers));
        expect(run.state.ended?.end).toBe('landed');
        expect(run.pending()).toEqual([]);
        expect(replay(run.log).broken).toEqual([]);
      }),
      limits(RUNS),
    );
  });

  it('ends with everything landed or dropped once people help, whatever has happened before', () => {
    fc.assert(
      fc.property(randomPlan({ wall: false }), script, (plan, numbers) => {
        const run = begin(plan);
        const pick = picker(numbers);
        wander(run, pick, 40);
        offer(run, { type: 'resume' });
        offer(run, { type: 'set-limit', live: 2, review: 2, by: 'ann' });
        finish(run, pick);
        expect(run.state.ended?.end).toBe('landed');
        expect(replay(run.log).broken).toEqual([]);
      }),
      limits(RUNS),
    );
  });

  it('is never idle: something is under way, or the run has ended', () => {
    fc.assert(
      fc.property(randomPlan({ wall: true }), script, (plan, numbers) => {
        const run = begin(plan);
        const pick = picker(numbers);
        for (let step = 0; step < 60; step += 1) {
          offer(run, pick(8) === 0 ? personCommand(run, pick) : randomCommand(run, pick));
          run.tick();
          const underWay =
            run.pending().length > 0 || Object.values(run.state.attempts).some(isLive);
          expect(underWay || run.state.phase === 'ended').toBe(true);
        }
      }),
      limits(RUNS),
    );
  });
});

/** Lets every effect succeed and every agent end well, and a person say yes, until nothing is left to do. */
const finish = (run: RunDriver, pick: Pick): void => {
  for (let step = 0; step < 600; step += 1) {
    const pending = run.pending();
    const agents = Object.values(run.state.attempts).filter(hasProcess);
    const next = pick(pending.length + agents.length);
    const effect = pending[next];
    const agent = agents[next - pending.length];
    if (effect !== undefined) {
      run.send({ type: 'settle', effect: effect.id, outcome: success(run, effect.effect) });
    } else if (agent !== undefined) {
      run.send({ type: 'exited', attempt: agent.id, exit: NORMAL, at: run.now });
    } else if (!help(run)) return;
  }
};

const help = (run: RunDriver): boolean => {
  const delivery = Object.values(run.state.deliveries).find(
    ({ phase }) => phase === 'awaiting-review' || phase === 'parked',
  );
  if (delivery !== undefined) {
    run.send({ type: 'approve', delivery: delivery.id, tree: delivery.tree, by: 'ann' });
    return true;
  }
  const task = Object.values(run.state.tasks).find(
    ({ phase }) => phase === 'failed' || phase === 'parked',
  );
  if (task !== undefined) {
    const collected = run.state.plan.tasks.some(
      ({ id, agent }) => id === task.id && agent.use === NOBODY.use,
    );
    const agent = collected ? { agent: taskOf('x').agent } : {};
    run.send({ type: 'retry', task: task.id, note: '', by: 'ann', ...agent });
    return true;
  }
  const blocked = run.state.plan.tasks.find(
    (task) =>
      WAITING.has(run.task(task.id).phase) &&
      task.needs.some((need) => run.task(need).phase === 'dropped'),
  );
  if (blocked === undefined) return false;
  run.send({ type: 'drop', task: blocked.id, reason: 'what it needs was dropped', by: 'ann' });
  return true;
};

/** Not begun, or returned because what it needs has not landed. */
const WAITING: ReadonlySet<string> = new Set(['waiting', 'ready']);
