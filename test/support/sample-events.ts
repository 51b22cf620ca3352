import type { Workspace } from '../../src/domain/attempt/attempt.ts';
import type { AttemptId, RunId } from '../../src/domain/ids.ts';
import type { Effect } from '../../src/domain/run/effects.ts';
import type { AgentSpec, Plan } from '../../src/domain/plan/plan.ts';
import type { RunEvent } from '../../src/domain/run/events.ts';
import { splitSamples } from './split-work.ts';
import { collectedSamples } from './sample-collected.ts';
import { deliverySamples } from './sample-deliveries.ts';
import { comeback, sha } from './sample-parts.ts';
import { queueSamples } from './sample-queue.ts';
import type { Samples, SamplesByType } from './sample-parts.ts';
import { samplePlan } from './sample-plan.ts';
import { duplicateSamples } from './sample-duplicates.ts';
import { NO_BUDGET } from './plans.ts';

/** One or more events of every type, with optional fields both there and not. */
export function sampleEvents(run: RunId): readonly RunEvent[] {
  return Object.values(samplesByType(run)).flat();
}

/** The start of a run whose plan has every kind of value in it. */
export const sampleStart = (run: RunId): RunEvent => ({
  type: 'run.started',
  run,
  at: 1_764_400_000_000,
  plan: samplePlan,
  base: sha('a'),
  targetRef: `refs/heads/fanin/${run}/target`,
});

const sampleAgent = ({ tasks: [first] }: Plan): AgentSpec => {
  if (first === undefined) throw new Error('the sample plan has no task');
  return first.agent;
};

function samplesByType(run: RunId): SamplesByType {
  const at = 1_764_400_000_000;
  const first = `${run}-core-1`;
  const started = sampleStart(run);
  if (started.type !== 'run.started') throw new Error('unreachable');
  return {
    'run.started': [
      started,
      {
        ...started,
        plan: {
          ...samplePlan,
          limits: { wallMs: null, live: 1, reserve: 0, ...NO_BUDGET },
          setup: null,
          base: null,
          target: 'refs/heads/next',
        },
      },
    ],
    'run.task-added': started.plan.tasks.map((task) => ({ type: 'run.task-added', at, task })),
    'run.task-split': started.plan.tasks.map((part) => ({
      type: 'run.task-split',
      at,
      task: 'core',
      part,
      paths: ['docs/**'],
      by: 'ada',
    })),
    'run.task-assigned': [
      { type: 'run.task-assigned', at, task: 'core', agent: sampleAgent(started.plan), by: 'ada' },
    ],
    'conflict.found': [
      {
        type: 'conflict.found',
        at,
        a: first,
        b: `${run}-api-1`,
        files: ['src/core.ts'],
        text: '<<<<<<< core#1',
      },
      { type: 'conflict.found', at, a: first, b: null, files: ['src/core.ts'], text: '' },
    ],
    'conflict.gone': [{ type: 'conflict.gone', at, a: first, b: null }],
    ...duplicateSamples(at, first),
    'run.resumed': [{ type: 'run.resumed', at }],
    'run.stop-requested': [
      { type: 'run.stop-requested', at, mode: 'wrap-up', by: 'ada' },
      { type: 'run.stop-requested', at, mode: 'now', by: 'ada' },
    ],
    'run.limit-set': [{ type: 'run.limit-set', at, live: 2, review: null, by: 'ada' }],
    'run.review-window-closed': [
      { type: 'run.review-window-closed', at, limit: 2, reason: '5 came, 3 were looked at' },
    ],
    'run.unattended': [
      { type: 'run.unattended', at, from: at - 10_800_000, workedUntil: at - 7_200_000 },
    ],
    'run.clock-read': [
      { type: 'run.clock-read', at, awake: { ms: 5_000, boot: 'b1' }, slept: 0 },
      { type: 'run.clock-read', at, awake: { ms: 6_000, boot: 'b1' }, slept: 3_600_000 },
      { type: 'run.clock-read', at, awake: { ms: 6_000, boot: 'b1' }, slept: -60_000 },
    ],
    'run.ended': [{ type: 'run.ended', at, end: 'landed', reason: 'all tasks have landed' }],
    'effect.intended': effects(first).map((effect, index) => ({
      type: 'effect.intended',
      id: `${run}.${index + 1}`,
      effect,
    })),
    'effect.settled': [
      { type: 'effect.settled', id: `${run}.1`, note: null },
      { type: 'effect.settled', id: `${run}.2`, note: 'found done' },
    ],
    ...queueSamples(at, first),
    'target.moved': [{ type: 'target.moved', at, from: sha('a'), to: sha('b') }],
    'target.created': [
      { type: 'target.created', ref: `refs/heads/fanin/${run}/target`, commit: sha('a') },
    ],
    ...taskSamples(at, first),
    ...attemptSamples(at, first),
    ...deliverySamples(at, first),
  };
}

function taskSamples(at: number, attempt: AttemptId): Samples<'task'> {
  return {
    'task.readied': [{ type: 'task.readied', at, task: 'core' }],
    'task.failed': [{ type: 'task.failed', at, task: 'core', attempt, reason: 'twice red' }],
    'task.parked': [{ type: 'task.parked', at, task: 'core', attempt, reason: 'a person decides' }],
    'task.retried': [
      { type: 'task.retried', at, task: 'core', by: 'ada', comeback: null },
      { type: 'task.retried', at, task: 'core', by: 'fanin', comeback: comeback(attempt) },
    ],
    'task.dropped': [{ type: 'task.dropped', at, task: 'seq', by: 'ada', reason: 'not needed' }],
  };
}

function attemptSamples(at: number, attempt: AttemptId): Samples<'attempt'> & Samples<'workspace'> {
  const queued = {
    type: 'attempt.queued',
    at,
    attempt,
    task: 'core',
    n: 1,
    base: sha('a'),
  } as const;
  const ended = { type: 'attempt.ended', at, attempt } as const;
  const exit = { code: null, signal: 'SIGTERM', lost: false, stopped: 'deadline' } as const;
  return {
    'attempt.queued': [
      { ...queued, comeback: null, why: 'pilot' },
      { ...queued, comeback: { ...comeback(attempt), commit: null }, why: 'takeover' },
    ],
    'attempt.collected': collectedSamples(at, attempt),
    'attempt.split': splitSamples(at, attempt),
    'attempt.prepared': [{ type: 'attempt.prepared', at, attempt, workspace: workspace(attempt) }],
    'attempt.started': [
      {
        type: 'attempt.started',
        at,
        attempt,
        process: { supervisorPid: 4711, pid: 4712, startTime: '18446744073709551615' },
        deadlineAt: at + 900_000,
      },
    ],
    'attempt.wrap-up-told': [{ type: 'attempt.wrap-up-told', at, attempt }],
    'attempt.wrap-up-asked': [{ type: 'attempt.wrap-up-asked', at, attempt, why: 'deadline' }],
    'attempt.disk-passed': [
      {
        type: 'attempt.disk-passed',
        at,
        attempt,
        bytes: 21_500_000_000,
        most: 21_474_836_480,
        stopAt: at + 60_000,
      },
    ],
    'attempt.stop-asked': [{ type: 'attempt.stop-asked', at, attempt, why: 'person' }],
    'attempt.rate-limited': [{ type: 'attempt.rate-limited', at, attempt, ms: 90_000 }],
    'attempt.spent': [
      { type: 'attempt.spent', at, attempt, tokens: 5, usd: 0.25 },
      { type: 'attempt.spent', at, attempt, tokens: 5, usd: null },
    ],
    'attempt.steered': [
      { type: 'attempt.steered', at, attempt, message: 'said-1', text: 'Stop that.', by: 'ada' },
    ],
    'attempt.message-taken': [
      { type: 'attempt.message-taken', at, attempt, message: 'said-1', way: 'mid-turn' },
      { type: 'attempt.message-taken', at, attempt, message: 'said-2', way: 'resume' },
      { type: 'attempt.message-taken', at, attempt, message: 'said-3', way: 'too-late' },
    ],
    'attempt.asked': [
      {
        type: 'attempt.asked',
        at,
        attempt,
        question: {
          id: 'q1',
          kind: 'permission',
          text: 'May I run make?',
          options: ['allow', 'refuse'],
          default: 'refuse',
          until: at + 60_000,
        },
      },
    ],
    'attempt.answered': [
      { type: 'attempt.answered', at, attempt, question: 'q1', choice: 'allow', by: 'ada' },
      { type: 'attempt.answered', at, attempt, question: 'q1', choice: 'refuse', by: null },
    ],
    'attempt.exited': [
      { type: 'attempt.exited', at, attempt, exit },
      {
        type: 'attempt.exited',
        at,
        attempt,
        exit: { code: 0, signal: null, lost: true, stopped: null },
      },
    ],
    'attempt.ended': [
      {
        ...ended,
        outcome: 'delivered',
        reason: '',
        harvest: {
          commit: sha('b'),
          tree: sha('c'),
          base: sha('a'),
          snapshot: true,
          findings: [
            { kind: 'out-of-scope', text: 'wrote README.md', path: 'README.md', blocks: true },
            { kind: 'nested-repository', text: 'a repository below tmp', blocks: false },
          ],
        },
        failure: null,
        trouble: null,
      },
      {
        ...ended,
        outcome: 'failed',
        reason: 'no workspace',
        harvest: null,
        failure: {
          code: 'workspace-failed',
          message: 'git refused',
          where: { file: 'x', line: 1, column: 2, excerpt: 'x\n^' },
          hint: 'free some space',
          log: '/srv/log',
        },
        trouble: { code: 'agent-rate-limited', text: '429', fatal: true },
      },
    ],
    'workspace.removed': [
      { type: 'workspace.removed', attempt, kept: null },
      { type: 'workspace.removed', attempt, kept: 'it holds what is held nowhere else' },
    ],
  };
}

function workspace(attempt: AttemptId): Workspace {
  return {
    attempt,
    level: 'worktree',
    path: `/home/ada/app.fanin/${attempt}`,
    branch: `fanin/x/attempts/core/1/work`,
    base: sha('a'),
  };
}

function effects(attempt: AttemptId): readonly Effect[] {
  return [
    { kind: 'create-target', ref: 'refs/heads/fanin/x/target', commit: sha('a') },
    { kind: 'prepare', attempt },
    { kind: 'start', attempt, workspace: workspace(attempt) },
    { kind: 'wrap-up', attempt, why: 'deadline' },
    { kind: 'stop', attempt, why: 'run-stopped' },
    { kind: 'harvest', attempt, workspace: workspace(attempt) },
    { kind: 'check', delivery: attempt },
    { kind: 'write-brief', attempt },
    { kind: 'test-group', test: 't1' },
    { kind: 'cancel-test', test: 't1' },
    { kind: 'land-group', test: 't1', deliveries: [attempt] },
    { kind: 'remove-workspace', attempt, workspace: workspace(attempt) },
  ];
}
