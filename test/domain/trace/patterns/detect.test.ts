import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TraceEvent } from '../../../../src/domain/trace/event.ts';
import { findPatterns } from '../../../../src/domain/trace/patterns/detect.ts';
import { LABELS } from '../../../../src/domain/trace/patterns/pattern.ts';
import { THRESHOLDS } from '../../../../src/domain/trace/patterns/thresholds.ts';
import {
  madeAgent,
  madeCall,
  madeTest,
  madeTrace,
  madeWrite,
} from '../../../support/made-trace.ts';

const MINUTE = 60_000;

/** A root that waits for one sub-agent, which makes a call. */
function waited(ms: number, more: Partial<ReturnType<typeof madeTrace>> = {}) {
  const wait: TraceEvent = {
    kind: 'wait',
    order: 2,
    agent: 'root',
    at: 0,
    evidence: { file: 'made.jsonl', line: 7, record: null },
    call: 'call-2',
    targets: ['a'],
    timeoutMs: ms,
    until: ms,
    outcome: 'timeout',
  };
  return madeTrace([madeAgent('a')], [madeCall('a', 1), wait], { endedAt: ms, ...more });
}

describe('gates', () => {
  const limit = THRESHOLDS.blindWait.value;

  test('a finding says its path, agents, evidence, and what it is not', () => {
    expect(findPatterns(waited(limit))).toMatchObject([
      {
        code: 'blind-timeout-wait',
        label: [...LABELS['blind-timeout-wait'], 'Blind Timeout Wait'],
        at: 0,
        agents: ['root', 'a'],
        evidence: [{ line: 7 }],
        consequence: '5 min passed without a look',
        rejected: { code: 'early-child-termination' },
        confidence: 'high',
      },
    ]);
  });

  test('just below its threshold nothing is found', () => {
    expect(findPatterns(waited(limit - 1))).toEqual([]);
  });

  test('a share of the budget counts where that is more', () => {
    const budget = { wallMs: 60 * MINUTE, tokens: null, usd: null };
    expect(findPatterns(waited(11 * MINUTE, { budget }))).toEqual([]);
    expect(findPatterns(waited(12 * MINUTE, { budget }))).toHaveLength(1);
  });

  test('nothing is found where no sub-agent made a call', () => {
    const { agents, events } = waited(limit);
    expect(findPatterns(waited(limit, { events: events.slice(1) }))).toEqual([]);
    expect(findPatterns(waited(limit, { agents: agents.slice(0, 1) }))).toEqual([]);
  });

  test('nothing is found where no time is known', () => {
    expect(findPatterns(waited(limit, { startedAt: null, endedAt: null }))).toEqual([]);
  });
});

test('thresholds name their origin', () => {
  for (const { value, origin } of Object.values(THRESHOLDS)) {
    expect(value).toBeGreaterThan(0);
    expect(['proposed', 'ours']).toContain(origin);
  }
});

const agent = fc.constantFrom('root', 'a', 'b', 'c');
const anyEvent = fc.oneof(
  fc.tuple(agent, fc.constantFrom('x.js', 'y.js', 'tmp/z.js')).map(
    ([who, path]) =>
      (order: number): TraceEvent =>
        madeWrite(who, path, path.startsWith('tmp') ? 'temporary' : 'product', order),
  ),
  agent.map(
    (who) =>
      (order: number): TraceEvent =>
        madeCall(who, order),
  ),
  fc.tuple(agent, fc.constantFrom('passed', 'failed', 'unknown')).map(
    ([who, verdict]) =>
      (order: number): TraceEvent =>
        madeTest(who, verdict, order),
  ),
);
const end = fc.constantFrom('completed', 'failed', 'cancelled', 'killed', 'timed-out', 'running');

test('whatever happens, findings speak of agents of the session, with evidence, and each pattern of an episode once', () => {
  fc.assert(
    fc.property(
      fc.array(anyEvent, { maxLength: 40 }),
      fc.tuple(end, end, end),
      fc.option(fc.integer({ min: 1, max: 3000 }), { nil: null }),
      (makers, ends, wallMs) => {
        const subs = ['a', 'b', 'c'].map((id, at) => {
          const made = madeAgent(id, { role: 'writer' });
          return { ...made, end: { ...made.end, state: ends[at] ?? 'completed' } };
        });
        const trace = madeTrace(
          subs,
          makers.map((make, order) => make(order)),
          {
            budget: { wallMs, tokens: null, usd: null },
            deliverables: ['x.js'],
          },
        );
        const findings = findPatterns(trace);
        expect(findPatterns(trace)).toEqual(findings);
        for (const { agents, evidence, code, rejected, id } of findings) {
          expect(evidence.length).toBeGreaterThan(0);
          expect(agents.length).toBeGreaterThan(0);
          expect(rejected.code).not.toBe(code);
          expect(findings.filter((each) => each.id === id)).toHaveLength(1);
          for (const id of agents) expect(['root', 'a', 'b', 'c']).toContain(id);
        }
      },
    ),
  );
});

test('what one command took away is not taken away again by the next', () => {
  const place = (path: string) => ({ workspace: '/repo', path, kind: 'product' as const });
  const git = (
    order: number,
    paths: 'whole' | readonly ReturnType<typeof place>[],
  ): TraceEvent => ({
    kind: 'git',
    order,
    agent: 'b',
    at: order,
    evidence: { file: 'made.jsonl', line: order + 10, record: null },
    call: `git-${order}`,
    op: 'checkout-paths',
    paths,
    destroys: true,
    workspace: '/repo',
    outcome: 'ok',
    commit: null,
  });
  const writes = ['src/x.js', 'src/y.js', 'src/z.js'].map((path, order) =>
    madeWrite('a', path, 'product', order),
  );
  const found = (...rest: readonly TraceEvent[]) =>
    findPatterns(
      madeTrace([madeAgent('a'), madeAgent('b')], [...writes, madeCall('a', 3), ...rest]),
    ).map(({ code, consequence }) => [code, consequence]);
  const all = ['final-tree-overwrite', '3 files that others had written were taken away'];
  expect(found(git(4, 'whole'))).toEqual([all]);
  expect(found(git(4, [place('src')]), git(5, 'whole'))).toEqual([all]);
  expect(found(git(4, [place('src/x.js')]), git(5, 'whole'))).not.toContainEqual(all);
});
