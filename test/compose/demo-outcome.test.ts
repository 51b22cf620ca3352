import { describe, expect, it } from 'vitest';
import type { Lane } from '../../src/cli/demo/lanes.ts';
import { outcomeOf } from '../../src/cli/demo/outcome.ts';
import type { DemoFacts } from '../../src/cli/demo/outcome.ts';
import type { AttemptModel, TaskModel } from '../../src/cli/model/run-model.ts';
import { demoAfterLines } from '../../src/cli/screens/demo-after.ts';
import { columns } from '../../src/cli/text/columns.ts';
import { plainPaint } from '../../src/cli/text/style.ts';
import { LANDING, SCENE } from '../../src/compose/demo/scene.ts';
import { DEMO_TASKS } from '../../src/compose/demo/work.ts';
import type { Receipt } from '../../src/domain/receipt/receipt.ts';
import { quietAgent, quietReceipt } from '../support/quiet-receipt.ts';

const KEPT = 'c'.repeat(40);

const receipt = (claim: string): Receipt => ({
  ...quietReceipt,
  run: 'r1',
  task: SCENE.liar.task,
  attempt: `r1-${SCENE.liar.task}-1`,
  agent: {
    name: 'scripted',
    adapter: 'scripted',
    version: { measured: true, value: '1' },
    model: { measured: true, value: 'scripted' },
    effort: { measured: false, why: '' },
    ...quietAgent,
  },
  workspace: {
    level: 'worktree',
    base: 'b',
    setup: { measured: false, why: '' },
    given: { measured: false, why: '' },
  },
  commit: 'c',
  tree: 't',
  files: [],
  deliverables: [],
  commands: [],
  checks: [],
  verdict: 'red',
  claims: [
    {
      text: claim,
      source: 'handoff',
      verdict: 'contradicted',
      because: 'unit failed on tree 1234567',
    },
  ],
  risks: [],
  findings: [],
  refused: { measured: false, why: '' },
  usage: { measured: false, why: '' },
  cost: { measured: false, why: '' },
  exit: { code: 0, signal: null, lost: false, stopped: null },
  unknownRecords: 0,
  timeline: [],
});

const attempt = (task: string, over: Partial<AttemptModel>): AttemptModel => ({
  id: `r1-${task}-1`,
  task,
  n: 1,
  phase: 'ended',
  outcome: 'delivered',
  reason: 'ended normally',
  asks: [],
  messages: [],
  code: null,
  rateLimitedMs: 0,
  peopleMs: 0,
  infrastructure: false,
  agent: 'scripted',
  why: '',
  workspace: null,
  removed: true,
  kept: null,
  level: 'worktree',
  branch: null,
  base: 'b',
  commit: 'c',
  pid: null,
  queuedAt: 0,
  startedAt: 0,
  deadlineAt: null,
  endedAt: 1000,
  delivery: null,
  receipt: null,
  live: null,
  ...over,
});

const task = (id: string, phase: string, over: Partial<AttemptModel> = {}): TaskModel => ({
  id,
  phase,
  held: false,
  holder: null,
  agent: 'scripted',
  needs: [],
  writes: [],
  locks: [],
  attempts: 1,
  attempt: `r1-${id}-1`,
  reason: '',
  landed: null,
  made: [attempt(id, over)],
});

const lane = (id: string, from: number, to: number, over: Partial<Lane> = {}): Lane => ({
  attempt: `r1-${id}-1`,
  label: `${id}#1`,
  from,
  to,
  spans: [],
  end: 'landed',
  signal: null,
  ...over,
});

/** Everything as it is written. */
const FACTS: DemoFacts = {
  place: { folder: '/tmp/demo', app: '/tmp/demo/app', head: 'h' },
  model: {
    id: 'r1',
    run: {
      goal: '',
      phase: 'ended',
      end: 'waiting',
      endReason: '',
      startedAt: 0,
      endedAt: 9000,
      base: 'h',
      targetRef: 'refs/heads/fanin/r1/target',
      target: 't',
      tasks: DEMO_TASKS.map(({ id }) => id),
      wallMs: null,
      agentMs: null,
      agentUsedMs: 0,
      wallUsedMs: 9000,
      busySince: null,
      reviewBy: 'checks',
      reviewLimit: 3,
      window: { arrivals: 0, reviews: 0 },
      limit: { live: 0, may: null, binding: 'slots', terms: [] },
      admission: '',
    },
    tasks: DEMO_TASKS.map(({ id }) => {
      if (id === SCENE.liar.task) return task(id, 'parked', { receipt: receipt(SCENE.liar.claim) });
      return id === SCENE.hung.task
        ? task(id, 'failed', {
            outcome: 'salvaged',
            reason: 'stopped at its deadline',
            commit: KEPT,
          })
        : task(id, 'landed');
    }),
    engine: false,
    inbox: 0,
  },
  lanes: [
    lane('median', 0, 1000),
    lane('lines', 0, 1500),
    lane('pages', 0, 1800),
    lane('range', 1000, 2000),
    lane('mode', 2100, 3000),
    lane('report', 0, 9000, { end: 'kept', signal: 'SIGKILL' }),
    lane('percentile', 100, 1900, { end: 'returned' }),
  ],
  back: { log: ['abc1234 mode: Add mode(numbers)'], untouched: true, kept: KEPT, left: [] },
};

const withTask = (id: string, changed: TaskModel): DemoFacts => ({
  ...FACTS,
  model: {
    ...FACTS.model,
    tasks: FACTS.model.tasks.map((each) => (each.id === id ? changed : each)),
  },
});
const withBack = (back: Partial<DemoFacts['back']>): DemoFacts => ({
  ...FACTS,
  back: { ...FACTS.back, ...back },
});

describe('the outcome of a demo', () => {
  it('is well when everything went as it is written', () => {
    expect(outcomeOf(FACTS)).toMatchObject({
      ok: true,
      problems: [],
      landed: ['median', 'lines', 'pages', 'range', 'mode'],
      turns: { tasks: ['median', 'range', 'mode'] },
      contradicted: { task: 'percentile', because: 'unit failed on tree 1234567' },
      stopped: {
        task: 'report',
        reason: 'stopped at its deadline',
        signal: 'SIGKILL',
        commit: KEPT,
        ref: 'refs/fanin/r1/harvest/report/1',
      },
      ms: 9000,
    });
  });

  it.each([
    [
      'a landing is missing',
      withTask('mode', task('mode', 'failed')),
      /^mode did not land, it is failed/u,
    ],
    [
      'two of one file overlapped',
      {
        ...FACTS,
        lanes: [...FACTS.lanes.slice(0, 3), lane('range', 900, 2000), ...FACTS.lanes.slice(4)],
      },
      /^range#1 began before median#1 had landed/u,
    ],
    [
      'the liar landed',
      withTask('percentile', task('percentile', 'landed', { receipt: receipt(SCENE.liar.claim) })),
      /^percentile should have been returned/u,
    ],
    [
      'the false claim was believed',
      withTask('percentile', task('percentile', 'parked', { receipt: receipt('Something else.') })),
      /^nothing contradicts/u,
    ],
    [
      'the hung one left nothing',
      withTask('report', task('report', 'failed', { outcome: 'failed', commit: null })),
      /^report should have been stopped/u,
    ],
    ['no ref holds its work', withBack({ kept: null }), /does not hold what report did$/u],
    [
      'a ref holds something else',
      withBack({ kept: 'd'.repeat(40) }),
      /does not hold what report did$/u,
    ],
    ['main was touched', withBack({ untouched: false }), /^the main checkout/u],
    ['an agent is left', withBack({ left: [42] }), /^processes are left: 42$/u],
  ] as const)('says so when %s', (_what, facts, problem) => {
    const outcome = outcomeOf(facts);
    expect(outcome.ok).toBe(false);
    expect(outcome.problems).toContainEqual(expect.stringMatching(problem));
  });

  it('needs every task that is to land', () => {
    const none = { ...FACTS, model: { ...FACTS.model, tasks: [] } };
    expect(outcomeOf(none).problems.filter((text) => text.includes('did not land'))).toHaveLength(
      LANDING.length,
    );
  });
});

describe('the closing words', () => {
  const look = { width: 100, paint: plainPaint, now: 0 };
  const shown = (facts: DemoFacts, next: { readonly alias: string | null } | null): string =>
    demoAfterLines(
      {
        outcome: outcomeOf(facts),
        lanes: facts.lanes,
        receipts: [receipt(SCENE.liar.claim)],
        next,
      },
      look,
    ).join('\n');

  it('tell who took turns, what was contradicted, what is kept and where, and what to type', () => {
    const text = shown(FACTS, { alias: "alias fanin='node /x/fanin.mjs'" });
    for (const part of [
      'median, then range, then mode',
      '"All tests pass."',
      'refs/fanin/r1/harvest/report/1',
      'chunk in src/text.js',
      'batches in',
      'Nothing has found it',
      'abc1234 mode',
      'fanin/r1/target',
      "alias fanin='node /x/fanin.mjs'",
      'cd /tmp/demo/app',
      'fanin retry percentile',
      '  /tmp/demo',
    ])
      expect(text).toContain(part);
    for (const line of text.split('\n')) expect(columns(line)).toBeLessThanOrEqual(100);
  });

  it('leave the alias out where fanin is on PATH, and what to type where the folder goes', () => {
    expect(shown(FACTS, { alias: null })).not.toContain('alias');
    const removed = shown(FACTS, null);
    expect(removed).not.toContain('fanin retry');
    expect(removed).toContain('is removed');
  });

  it('say what did not play as it was written', () => {
    const text = shown(withBack({ untouched: false, kept: null }), { alias: null });
    expect(text).toContain('did not play as it was written');
    expect(text).toContain('the main checkout is not as it was');
  });
});
