import type { AttemptModel, RunModel, TaskModel } from '../../src/cli/model/run-model.ts';
import { plainPaint } from '../../src/cli/text/style.ts';
import type { Look } from '../../src/cli/text/look.ts';
import type { CheckResult } from '../../src/domain/delivery/delivery.ts';
import type { Receipt } from '../../src/domain/receipt/receipt.ts';
import type { DeliveryView, RunView } from '../../src/domain/run/views.ts';
import { quietAgent, quietReceipt } from '../support/quiet-receipt.ts';

export const NOW = Date.UTC(2026, 2, 1, 12, 30);
export const MINUTE = 60_000;
export const sha = (char: string): string => char.repeat(40);

export const look = (width = 100): Look => ({ width, paint: plainPaint, now: NOW });

export const RUN_ID = 'r7k';
const check = (
  name: string,
  status: CheckResult['status'],
  more: Partial<CheckResult> = {},
): CheckResult => ({
  name,
  definition: 'd',
  tree: sha('9'),
  by: 'fanin',
  status,
  reason: null,
  ms: 41_000,
  exit: status === 'passed' ? 0 : 1,
  log: status === 'failed' ? '/srv/checks/x.log' : null,
  ...more,
});

export const receipt = (task: string, n = 1, more: Partial<Receipt> = {}): Receipt => ({
  ...quietReceipt,
  run: RUN_ID,
  task,
  attempt: `${RUN_ID}-${task}-${n}`,
  agent: {
    name: 'claude',
    adapter: 'claude-code',
    version: { measured: true, value: '2.1.332' },
    model: { measured: true, value: 'opus' },
    effort: { measured: false, why: 'not told' },
    ...quietAgent,
  },
  workspace: {
    level: 'worktree',
    base: sha('a'),
    setup: { measured: false, why: 'none' },
    given: { measured: false, why: 'none' },
  },
  commit: sha('b'),
  tree: sha('9'),
  files: [
    {
      path: 'src/parse/index.ts',
      change: 'modified',
      from: null,
      added: 120,
      removed: 8,
      inScope: true,
    },
    {
      path: 'src/parse/logo.png',
      change: 'added',
      from: null,
      added: null,
      removed: null,
      inScope: true,
    },
    { path: 'README.md', change: 'renamed', from: 'README', added: 92, removed: 0, inScope: false },
  ],
  deliverables: [{ path: 'src/parse/main.ts', present: false }],
  commands: [],
  checks: [
    check('unit', 'passed'),
    check('lint', 'failed', { reason: 'exit code 1' }),
    check('types', 'skipped', { by: 'agent', reason: 'not configured', tree: '' }),
  ],
  verdict: 'red',
  claims: [
    {
      text: 'all tests pass',
      source: 'handoff',
      verdict: 'contradicted',
      because: 'lint failed on tree 9999999 (exit code 1)',
    },
    {
      text: 'no public API changes',
      source: 'final-message',
      verdict: 'unverified',
      because: 'nothing that fanin measures speaks to it',
    },
  ],
  risks: ['large inputs not tested'],
  findings: [
    {
      kind: 'out-of-scope',
      text: "README.md is outside the task's scope",
      path: 'README.md',
      blocks: true,
    },
  ],
  refused: { measured: true, value: ['git stash'] },
  usage: {
    measured: true,
    value: {
      input: 600_000,
      cacheRead: 30_000,
      cacheWrite: 0,
      output: 10_000,
      sub: { measured: false, why: 'not told apart' },
      atLeast: false,
    },
  },
  cost: { measured: true, value: { usd: 1.22, source: 'agent' } },
  exit: { code: 0, signal: null, lost: false, stopped: null },
  unknownRecords: 0,
  timeline: [
    { what: 'started', at: NOW - 20 * MINUTE },
    { what: 'harvested', at: NOW - 20 * MINUTE + 492_000 },
  ],
  ...more,
});

export const greenReceipt = (task: string): Receipt =>
  receipt(task, 1, {
    checks: [check('unit', 'passed'), check('lint', 'passed')],
    verdict: 'green',
    findings: [],
    claims: [],
    files: [
      { path: 'src/a.ts', change: 'modified', from: null, added: 212, removed: 8, inScope: true },
    ],
    deliverables: [],
  });

export const attempt = (task: string, more: Partial<AttemptModel> = {}): AttemptModel => ({
  id: `${RUN_ID}-${task}-${more.n ?? 1}`,
  task,
  n: 1,
  phase: 'ended',
  outcome: 'delivered',
  reason: 'ended normally',
  agent: 'claude',
  why: '',
  asks: [],
  messages: [],
  code: null,
  rateLimitedMs: 0,
  peopleMs: 0,
  infrastructure: false,
  workspace: `/home/ada/app.fanin/${RUN_ID}-${task}-1`,
  removed: false,
  kept: null,
  level: 'worktree',
  branch: 'b',
  base: sha('a'),
  commit: sha('b'),
  pid: null,
  queuedAt: NOW - 20 * MINUTE,
  startedAt: NOW - 20 * MINUTE,
  deadlineAt: null,
  endedAt: NOW - 11 * MINUTE,
  delivery: null,
  receipt: null,
  live: null,
  ...more,
});

export const delivery = (
  task: string,
  phase: string,
  more: Partial<DeliveryView> = {},
): DeliveryView => ({
  task,
  phase,
  commit: sha('b'),
  tree: sha('9'),
  base: sha('a'),
  verdict: 'green',
  receipt: 'f',
  blocking: [],
  reason: '',
  approvedBy: null,
  landed: null,
  offeredAt: NOW - 5 * MINUTE,
  ...more,
});

export const task = (id: string, phase: string, more: Partial<TaskModel> = {}): TaskModel => ({
  id,
  phase,
  agent: 'claude',
  needs: [],
  writes: [`src/${id}/**`],
  locks: [],
  attempts: more.made?.length ?? 0,
  attempt: more.made?.at(-1)?.id ?? null,
  reason: '',
  landed: null,
  held: false,
  holder: null,
  made: [],
  ...more,
});

const runView: RunView = {
  goal: "Port the toolkit's sub-commands",
  phase: 'running',
  end: null,
  endReason: null,
  startedAt: NOW - 25 * MINUTE,
  endedAt: null,
  base: sha('a'),
  targetRef: 'refs/heads/fanin/r7k/target',
  target: sha('c'),
  tasks: [],
  wallMs: 60 * MINUTE,
  agentMs: null,
  agentUsedMs: 0,
  wallUsedMs: 10 * MINUTE,
  busySince: NOW - 9 * MINUTE,
  reviewBy: 'human',
  reviewLimit: 3,
  window: { arrivals: 1, reviews: 0 },
  limit: {
    live: 2,
    may: 0,
    binding: 'review',
    terms: [
      {
        name: 'slots',
        may: 2,
        text: '2 of 4 free',
        change: 'limits.live in the plan, or fanin limit <n>',
      },
      {
        name: 'review',
        may: 0,
        text: '1 waiting and 2 coming, of 3',
        change: 'fanin review, or fanin limit --review <n>',
      },
      { name: 'deadline', may: null, text: 'no wall limit', change: 'limits.wall in the plan' },
    ],
  },
  admission: 'concurrent: concurrency is on; 51m of agent work',
};

export const model = (
  tasks: readonly TaskModel[],
  run: Partial<RunView> = {},
  more: Partial<RunModel> = {},
): RunModel => ({
  id: RUN_ID,
  run: { ...runView, tasks: tasks.map(({ id }) => id), ...run },
  tasks,
  engine: true,
  inbox: 0,
  ...more,
});
