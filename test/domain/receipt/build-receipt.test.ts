import { describe, expect, it } from 'vitest';
import type { Attempt } from '../../../src/domain/attempt/attempt.ts';
import type { CheckResult } from '../../../src/domain/delivery/delivery.ts';
import { buildReceipt, verdictOf } from '../../../src/domain/receipt/build-receipt.ts';
import type { Facts } from '../../../src/domain/receipt/facts.ts';
import { measured, unmeasured } from '../../../src/domain/receipt/receipt.ts';
import { emptySummary, summarise } from '../../../src/domain/receipt/summarise-output.ts';
import type { AgentFact } from '../../../src/domain/receipt/agent-fact.ts';
import { taskOf } from '../../support/plans.ts';
import { NO_TALK } from '../../../src/domain/attempt/talk.ts';
import type { Talk } from '../../../src/domain/attempt/talk.ts';
import { BASE, NORMAL } from '../../support/run-driver.ts';

const attempt: Extract<Attempt, { phase: 'ended' }> = {
  phase: 'ended',
  id: 'r1-a-1',
  run: 'r1',
  task: 'a',
  n: 1,
  queuedAt: 10,
  base: BASE,
  comeback: null,
  outcome: 'delivered',
  reason: '',
  workspace: null,
  startedAt: 20,
  toldToWrapUp: false,
  exit: NORMAL,
  harvest: null,
  failure: null,
  trouble: null,
  endedAt: 30,
};
const check = (more: Partial<CheckResult> = {}): CheckResult => ({
  name: 'unit',
  definition: 'd',
  tree: 'tree',
  by: 'fanin',
  status: 'passed',
  reason: null,
  ms: 1,
  exit: 0,
  log: '/log',
  ...more,
});
const facts = (more: Partial<Facts> = {}): Facts => ({
  task: taskOf('a'),
  attempt,
  exit: NORMAL,
  commit: 'c',
  given: null,
  session: null,
  time: { elapsedMs: 9, rateLimitedMs: 2, peopleMs: 3, workedMs: 4 },
  tree: 'tree',
  changes: [{ path: 'a/x.ts', change: 'added', from: null, added: 3, removed: 0 }],
  exports: unmeasured('nobody looks'),
  deliverables: [],
  setup: unmeasured('no set-up command is configured'),
  checks: [check()],
  output: emptySummary,
  talk: NO_TALK,
  seesSubAgents: false,
  fixed: null,
  guarded: null,
  prices: [],
  parked: { globs: [] },
  handoff: 'none',
  findings: [],
  checkedAt: 40,
  ...more,
});
const kinds = (more: Partial<Facts>) =>
  buildReceipt(facts(more)).findings.map(({ kind, blocks }) => `${kind}${blocks ? '!' : ''}`);

describe('a receipt', () => {
  it('says of each value that was not measured why', () => {
    const receipt = buildReceipt(facts());
    const values = [
      receipt.agent.version,
      receipt.agent.model,
      receipt.agent.effort,
      receipt.workspace.setup,
      receipt.refused,
      receipt.usage,
      receipt.cost,
    ];
    for (const value of values) expect(value.measured ? '' : value.why).toMatch(/\w/);
  });

  it('names each refusal once, and all of them as one finding', () => {
    const told = [
      "shell git stash: fanin's guard refuses this (shared-stash). …",
      "write x: fanin's guard could not judge this call, so it is refused: …",
      'shell make: denied by policy',
    ].map((text): AgentFact => ({ kind: 'refused', text }));
    const output = told.reduce(summarise, emptySummary);
    const guarded = ['git stash (guard: shared-stash)'];
    const { refused, findings } = buildReceipt(facts({ output, guarded }));
    expect(refused).toEqual(
      measured([
        'git stash (guard: shared-stash)',
        "write x: fanin's guard could not judge this call, so it is refused: …",
        'shell make: denied by policy',
      ]),
    );
    expect(findings).toMatchObject([{ kind: 'refused-command', blocks: false }]);
    expect(findings[0]?.text).toMatch(/^tried git stash .* and 1 more; refused/);
  });

  it('holds what was measured', () => {
    const told: readonly AgentFact[] = [
      { kind: 'identity', version: '1.2', model: 'm', session: null },
      { kind: 'usage', usage: { input: 1, cacheRead: 2, cacheWrite: 3, output: 4 } },
      { kind: 'usage', usage: { input: 2, cacheRead: 2, cacheWrite: 3, output: 4 } },
      { kind: 'command', argv: 'npm test', exit: 1 },
      { kind: 'refused', text: 'git push' },
      { kind: 'said', text: 'hello' },
      { kind: 'tool', text: 'Edit a' },
      { kind: 'unknown', what: 'x' },
      { kind: 'result', text: '', failed: false, costUsd: 0.5 },
    ];
    const output = told.reduce(summarise, emptySummary);
    expect(output.finalText).toBe('hello');
    const receipt = buildReceipt(facts({ output, setup: measured(check({ name: 'setup' })) }));
    expect(receipt.agent).toMatchObject({ version: measured('1.2'), model: measured('m') });
    expect(receipt.usage).toEqual(
      measured({
        input: 2,
        cacheRead: 2,
        cacheWrite: 3,
        output: 4,
        sub: unmeasured('the agent does not tell sub-agents apart'),
        atLeast: false,
      }),
    );
    expect(receipt.cost).toEqual(measured({ usd: 0.5, source: "the agent's own figure" }));
    expect(receipt.commands).toEqual([{ argv: 'npm test', exit: 1, source: 'agent' }]);
    expect(receipt.refused).toEqual(measured(['git push']));
    expect(receipt.unknownRecords).toBe(1);
    expect(receipt.timeline.map(({ what, at }) => `${what} ${at}`)).toEqual([
      'queued 10',
      'started 20',
      'harvested 30',
      'checked 40',
    ]);
  });

  it.each([
    ['nothing', {}, []],
    [
      'a file outside the scope',
      { changes: [{ path: 'b', change: 'added', from: null, added: 1, removed: 0 }] },
      ['out-of-scope!'],
    ],
    [
      'a file moved out of another scope',
      { changes: [{ path: 'a/y', change: 'renamed', from: 'b/y', added: 1, removed: 0 }] },
      ['out-of-scope!'],
    ],
    [
      'a missing deliverable',
      {
        deliverables: [
          { path: 'a/z', left: 'missing' },
          { path: 'a/y', left: 'changed' },
        ],
      },
      ['missing-deliverable!'],
    ],
    [
      'a contradicted claim',
      {
        checks: [check({ status: 'failed' })],
        handoff: { claims: ['All tests pass'], skipped: [], risks: [] },
      },
      ['contradicted-claim!'],
    ],
    ['a hand-off that is none', { handoff: { invalid: 'not JSON' } }, ['invalid-hand-off']],
    [
      'an agent that was told to come to an end',
      { attempt: { ...attempt, toldToWrapUp: true } },
      ['told-to-wrap-up!'],
    ],
  ] as const)('finds %s', (_what, more, expected) => {
    expect(kinds(more as Partial<Facts>)).toEqual(expected);
  });

  it('finds nothing out of scope for a task that may write anything', () => {
    expect(
      kinds({
        task: taskOf('a', { writes: null }),
        changes: [{ path: 'b', change: 'added', from: null, added: 1, removed: 0 }],
      }),
    ).toEqual([]);
  });

  it('takes claims from the hand-off, and from the last words only what is said of checks', () => {
    const receipt = buildReceipt(
      facts({
        handoff: {
          claims: ['Added a/x.ts', 'It is fast'],
          skipped: [],
          risks: ['not tried on Windows'],
        },
        output: { ...emptySummary, finalText: 'I am done.\n- All tests pass. Added nothing.ts' },
      }),
    );
    expect(
      receipt.claims.map(({ text, source, verdict }) => `${source} ${verdict}: ${text}`),
    ).toEqual([
      'handoff confirmed: Added a/x.ts',
      'handoff unverified: It is fast',
      'final-message confirmed: All tests pass.',
    ]);
    expect(receipt.risks).toEqual(['not tried on Windows']);
  });

  it('shows what the agent skipped, unless fanin ran it', () => {
    const skipped = [
      { check: 'unit', reason: 'slow' },
      { check: 'e2e', reason: 'no browser' },
    ];
    const receipt = buildReceipt(facts({ handoff: { claims: [], skipped, risks: [] } }));
    expect(receipt.checks.map(({ name, by, status }) => `${name} ${by} ${status}`)).toEqual([
      'unit fanin passed',
      'e2e agent skipped',
    ]);
    expect(receipt.verdict).toBe('green');
  });
});

describe('the verdict', () => {
  it.each([
    ['green', [check()]],
    ['green', [check(), check({ name: 'lint' })]],
    ['red', [check(), check({ status: 'failed' })]],
    ['red', [check({ status: 'failed' }), check({ status: 'skipped' })]],
    ['unverified', []],
    ['unverified', [check(), check({ status: 'skipped' })]],
    ['unverified', [check({ status: 'stale' })]],
    ['unverified', [check({ by: 'agent' })]],
  ] as const)('is %s', (expected, checks) => {
    expect(verdictOf(checks)).toBe(expected);
  });
});

describe('what an agent asked', () => {
  const question = {
    id: 'q1',
    kind: 'permission',
    text: 'May I?',
    options: ['allow', 'refuse'],
    default: 'refuse',
    until: 5,
  } as const;
  const outputOf = (...told: readonly AgentFact[]) =>
    told.reduce((summary, fact) => summarise(summary, fact), emptySummary);
  const asked: AgentFact = { kind: 'question', question };
  const talk: Talk = {
    messages: [],
    questions: [{ question, at: 2, answer: { choice: 'allow', by: 'ada', at: 4 } }],
  };

  it('is what it says it was told, not what came too late for it', () => {
    const late: AgentFact = { kind: 'answered', id: 'q1', choice: 'refuse', by: 'default' };
    const { questions } = buildReceipt(facts({ talk, output: outputOf(asked, late) }));
    expect(questions).toEqual([{ text: 'May I?', answer: 'refuse', by: null }]);
  });

  it('is known with whoever answered', () => {
    const heard: AgentFact = { kind: 'answered', id: 'q1', choice: 'allow', by: 'person' };
    for (const output of [emptySummary, outputOf(asked), outputOf(asked, heard)]) {
      const { questions } = buildReceipt(facts({ talk, output }));
      expect(questions).toEqual([{ text: 'May I?', answer: 'allow', by: 'ada' }]);
    }
  });

  it('is known though nobody heard of it before its end', () => {
    const { questions } = buildReceipt(facts({ output: outputOf(asked) }));
    expect(questions).toEqual([{ text: 'May I?', answer: 'refuse', by: null }]);
  });
});
