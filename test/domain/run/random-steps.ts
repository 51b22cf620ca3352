import type { AgentExit } from '../../../src/domain/attempt/attempt.ts';
import { hasProcess } from '../../../src/domain/attempt/evolve.ts';
import { failure } from '../../../src/domain/failure.ts';
import { attemptDeadline } from '../../../src/domain/governor/deadline-term.ts';
import type { PersonCommand, RunCommand } from '../../../src/domain/run/commands.ts';
import type { Effect, EffectOutcome } from '../../../src/domain/run/effects.ts';
import { attemptState, planTask } from '../../../src/domain/run/state.ts';
import { collectOf } from '../../support/collected-work.ts';
import { splitCommandOf } from '../../support/split-work.ts';
import { taskOf } from '../../support/plans.ts';
import {
  harvestOf,
  landOutcome,
  NORMAL,
  testOutcome,
  workspaceOf,
} from '../../support/run-driver.ts';
import type { RunDriver } from '../../support/run-driver.ts';

/** Takes numbers from 0 below `below`, as a test's random source gives them. */
export type Pick = (below: number) => number;

/** The outcome of `effect` when everything goes well. */
export const success = (run: RunDriver, effect: Effect): EffectOutcome => {
  switch (effect.kind) {
    case 'create-target':
      return { kind: 'create-target', failure: null };
    case 'prepare':
      return { kind: 'prepare', workspace: workspaceOf(effect.attempt) };
    case 'start': {
      const task = planTask(run.state, attemptState(run.state, effect.attempt).task);
      return {
        kind: 'start',
        process: { supervisorPid: 1, pid: 2, startTime: '3' },
        startedAt: run.now,
        deadlineAt: attemptDeadline(run.state, task, run.now),
      };
    }
    case 'wrap-up':
      return { kind: 'wrap-up', delivered: true };
    case 'stop':
      return { kind: 'stop' };
    case 'tell':
      return { kind: 'tell', sent: true };
    case 'harvest':
      return {
        kind: 'harvest',
        harvest: harvestOf(effect.attempt),
        trouble: null,
        messages: [],
        spent: { tokens: 100, usd: 1 },
      };
    case 'check':
      return { kind: 'check', verdict: 'green', receipt: 'hash', blocking: [], red: null };
    case 'write-brief':
      return { kind: 'write-brief', failure: null };
    case 'test-group':
      return testOutcome(run.state, effect.test);
    case 'cancel-test':
      return { kind: 'cancel-test' };
    case 'land-group':
      return landOutcome(run.state, effect);
    case 'unland':
      return {
        kind: 'unland',
        landing: { from: run.state.target, to: `undone-${effect.delivery}`, tree: 'tree' },
      };
    case 'note-landing':
      return { kind: 'note-landing', failure: null };
    case 'remove-workspace':
      return { kind: 'remove-workspace', kept: null };
  }
};

/** The outcome of `effect` when something goes wrong; some effects can't. */
export const mishap = (run: RunDriver, effect: Effect, pick: Pick): EffectOutcome => {
  const reason = failure('test', 'it went wrong');
  switch (effect.kind) {
    case 'create-target':
      return { kind: 'create-target', failure: reason };
    case 'prepare':
      return { kind: 'prepare-failed', failure: reason };
    case 'start':
      return { kind: 'start-failed', failure: reason };
    case 'tell':
      return { kind: 'tell', sent: false };
    case 'harvest':
      return pick(2) === 0
        ? { kind: 'harvest-failed', failure: reason }
        : {
            kind: 'harvest',
            harvest: harvestOf(effect.attempt, pick(2) === 0),
            trouble: { code: 'agent-server-error', text: '500', fatal: pick(2) === 0 },
            messages: [],
            spent: { tokens: pick(500), usd: null },
          };
    case 'check': {
      const kinds: readonly EffectOutcome[] = [
        { kind: 'check', verdict: 'red', receipt: 'hash', blocking: [], red: 'unit failed' },
        { kind: 'check', verdict: 'unverified', receipt: 'hash', blocking: [], red: null },
        {
          kind: 'check',
          verdict: 'green',
          receipt: 'hash',
          blocking: ['x is out of scope'],
          red: null,
        },
        { kind: 'check-failed', failure: reason },
      ];
      return kinds[pick(kinds.length)] ?? { kind: 'check-failed', failure: reason };
    }
    case 'test-group':
      return testMishap(run, effect.test, pick);
    case 'land-group':
      return { kind: 'land-group-failed', failure: reason, again: pick(2) === 0 };
    case 'unland':
      return { kind: 'unland-failed', failure: reason };
    case 'note-landing':
      return { kind: 'note-landing', failure: reason };
    case 'write-brief':
      return { kind: 'write-brief', failure: reason };
    case 'remove-workspace':
      return { kind: 'remove-workspace', kept: 'it holds work' };
    case 'wrap-up':
    case 'stop':
    case 'cancel-test':
      return success(run, effect);
  }
};

/** Red, a member that conflicts with the target or with another one, a cancelled test, a fault. */
const testMishap = (run: RunDriver, test: string, pick: Pick): EffectOutcome => {
  const found = testOutcome(run.state, test, 'unit failed');
  const commits = found.group?.commits ?? [];
  const [first, ...rest] = commits;
  const what = pick(6);
  if (what === 0) return { kind: 'test-group-failed', failure: failure('test', 'it went wrong') };
  if (what === 1) return { kind: 'test-group-cancelled' };
  if (what > 3 || first === undefined) return found;
  const onto = what === 2 || rest.length === 0 ? [] : rest.map(({ delivery }) => delivery);
  const leftOut = [{ delivery: first.delivery, onto, text: 'conflicts in x' }];
  const group = rest.length === 0 ? null : { base: run.state.target, commits: rest };
  return { kind: 'test-group', group, leftOut, red: null };
};

const EXITS: readonly AgentExit[] = [
  NORMAL,
  { code: 1, signal: null, lost: false, stopped: null },
  { code: null, signal: 'SIGKILL', lost: false, stopped: null },
  { code: null, signal: null, lost: true, stopped: null },
];

/** One thing that can happen next: an outcome, an agent's end, the clock, or a person. */
export const randomCommand = (run: RunDriver, pick: Pick): RunCommand => {
  const what = pick(12);
  const pending = run.pending();
  const effect = pending[pick(Math.max(1, pending.length))];
  if (what < 5 && effect !== undefined) {
    const outcome = pick(4) === 0 ? mishap(run, effect.effect, pick) : success(run, effect.effect);
    return { type: 'settle', effect: effect.id, outcome };
  }
  const agents = Object.values(run.state.attempts).filter(hasProcess);
  const agent = agents[pick(Math.max(1, agents.length))];
  if (what < 8 && agent !== undefined) {
    const own = EXITS[pick(pick(2) === 0 ? 1 : EXITS.length)] ?? NORMAL;
    const exit = 'why' in agent && pick(3) > 0 ? { ...own, code: null, stopped: agent.why } : own;
    return { type: 'exited', attempt: agent.id, exit, at: run.now };
  }
  return what < 10 ? { type: 'tick', start: pick(8) > 0 } : personCommand(run, pick);
};

/** Something a person might ask for, sensible or not. */
export const personCommand = (run: RunDriver, pick: Pick): RunCommand => {
  const by = 'ann';
  const deliveries = Object.values(run.state.deliveries);
  const delivery = deliveries[pick(Math.max(1, deliveries.length))];
  const attempts = Object.keys(run.state.attempts);
  const attempt = attempts[pick(Math.max(1, attempts.length))] ?? 'none';
  const task = run.state.plan.tasks[pick(run.state.plan.tasks.length)]?.id ?? 'none';
  const about = { delivery: delivery?.id ?? 'none', by };
  const commands: readonly (PersonCommand | { readonly type: 'resume' })[] = [
    { type: 'approve', ...about, tree: delivery?.tree ?? 'none' },
    { type: 'approve', ...about, tree: delivery?.tree ?? 'none' },
    { type: 'approve', ...about, tree: delivery?.tree ?? 'none' },
    { type: 'return', ...about, comment: 'again' },
    { type: 'reject', ...about, comment: 'no' },
    { type: 'park', ...about, comment: '' },
    { type: 'retry', task, note: 'once more', by },
    { type: 'retry', task, note: '', by },
    { type: 'drop', task, reason: 'not needed', by },
    { type: 'retry', task, note: '', by, agent: taskOf('x').agent },
    collectOf(`x${pick(2)}`, `h${pick(4)}`),
    splitCommandOf(run.state, about.delivery, `y${pick(4)}`, { after: pick(2) === 0 }),
    splitCommandOf(run.state, about.delivery, `y${pick(4)}`),
    { type: 'stop-attempt', attempt, by },
    { type: 'stop-run', mode: pick(2) === 0 ? 'wrap-up' : 'now', by },
    { type: 'set-limit', live: pick(4), review: pick(2) === 0 ? null : pick(4), by },
    { type: 'resume' },
    { type: 'resume' },
  ];
  return commands[pick(commands.length)] ?? { type: 'resume' };
};
