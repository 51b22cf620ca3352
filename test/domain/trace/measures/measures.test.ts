import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Span } from '../../../../src/domain/trace/agent.ts';
import { overlapOf, sweep } from '../../../../src/domain/trace/measures/overlap.ts';
import { measureSession } from '../../../../src/domain/trace/measures/session-measures.ts';
import {
  median,
  summarise,
  summariseBy,
  weekOf,
} from '../../../../src/domain/trace/measures/summary.ts';
import { AT, madeAgent, madeTrace } from '../../../support/made-trace.ts';

const live = (...spans: (readonly [number, number])[]) => ({
  live: spans.map(([from, to]) => ({ from, to })),
  startedAt: spans[0]?.[0] ?? null,
});

test('overlap over the run and over the time in which sub-agents worked', () => {
  const trace = madeTrace([madeAgent('a', live([100, 500])), madeAgent('b', live([300, 700]))]);
  expect(overlapOf(trace)).toEqual({
    runMs: 1000,
    activeMs: 600,
    twoOrMoreMs: 200,
    agentMs: 800,
    peak: 2,
    untimed: 0,
    ofRun: 0.2,
    ofActive: 200 / 600,
    meanOverRun: 0.8,
    meanOverActive: 800 / 600,
  });
});

test('who takes over at the same moment is not beside whom', () => {
  const trace = madeTrace([madeAgent('a', live([0, 500])), madeAgent('b', live([500, 900]))]);
  expect(overlapOf(trace)).toMatchObject({ peak: 1, twoOrMoreMs: 0 });
  expect(measureSession(trace).subAgents.neverOverlapped).toBe(true);
});

test('a sub-agent whose time is not known leaves shares unknown', () => {
  const trace = madeTrace([
    madeAgent('a', live([0, 500])),
    madeAgent('b', { ...live(), startedAt: null }),
  ]);
  expect(overlapOf(trace)).toMatchObject({ untimed: 1, ofRun: null });
  expect(measureSession(trace).subAgents.neverOverlapped).toBeNull();
});

const spans: fc.Arbitrary<Span[]> = fc.array(
  fc.tuple(fc.nat(200), fc.nat(50)).map(([from, length]) => ({ from, to: from + length })),
  { maxLength: 12 },
);

test('the sweep is what counting every moment gives', () => {
  fc.assert(
    fc.property(spans, (all) => {
      let [activeMs, twoOrMoreMs, agentMs, peak] = [0, 0, 0, all.length === 0 ? 0 : 1];
      for (let at = 0; at < 260; at += 1) {
        const count = all.filter(({ from, to }) => from <= at && at < to).length;
        activeMs += count >= 1 ? 1 : 0;
        twoOrMoreMs += count >= 2 ? 1 : 0;
        agentMs += count;
        peak = Math.max(peak, count);
      }
      const swept = sweep(all);
      expect(swept).toMatchObject({ activeMs, twoOrMoreMs, agentMs });
      // Spans without length may add to the most at once, and to nothing else.
      expect(swept.peak).toBeGreaterThanOrEqual(all.every(({ from, to }) => to > from) ? peak : 0);
    }),
  );
});

test('first launch, repeated briefs, refused starts', () => {
  const brief = { text: 'x', hash: 'same', length: 1 };
  const trace = madeTrace(
    [
      madeAgent('a', { ...live([250, 500]), brief }),
      madeAgent('b', { ...live([300, 600]), brief }),
    ],
    [
      {
        kind: 'spawn',
        order: 0,
        agent: 'root',
        at: 1,
        evidence: AT,
        call: null,
        child: null,
        outcome: 'refused',
        reason: 'limit',
        briefHash: null,
      },
    ],
  );
  expect(measureSession(trace).subAgents).toMatchObject({
    started: 2,
    refused: 1,
    firstLaunch: 0.25,
    repeatedBriefs: 1,
    repeatedBriefRate: 0.5,
    neverOverlapped: false,
  });
});

const request = (agent: string, model: string, output: number, order: number) => ({
  kind: 'request' as const,
  order,
  agent,
  at: order,
  evidence: AT,
  model,
  usage: { input: 100, cacheRead: 0, cacheWrite: 0, output },
  of: 'request' as const,
  stop: 'end' as const,
});

test('tokens by sub-agents, cost by the pinned table, and totals that the agent states', () => {
  const events = [
    request('root', 'claude-sonnet-4-5', 10, 0),
    request('a', 'never-heard-of', 20, 1),
  ];
  const stated = (output: number) => [
    {
      of: 'session' as const,
      agent: null,
      usage: { input: 200, cacheRead: 0, cacheWrite: 0, output },
      usd: null,
      evidence: AT,
    },
  ];
  const measures = measureSession(madeTrace([madeAgent('a')], events, { stated: stated(30) }));
  expect(measures.tokens).toMatchObject({ total: 230, bySubAgents: 120, check: { equal: true } });
  expect(measures.cost).toMatchObject({ usd: null, unknown: ['never-heard-of'] });
  expect(measures.cost.atLeast).toBeCloseTo(100 * 3e-6 + 10 * 15e-6, 12);
  const other = measureSession(madeTrace([madeAgent('a')], events, { stated: stated(31) }));
  expect(other.tokens.check).toMatchObject({
    equal: false,
    differences: [{ stated: 231, counted: 230 }],
  });
  expect(measureSession(madeTrace([])).tokens.check).toBeNull();
});

test('many sessions together, and by agent, project and week', () => {
  const one = measureSession(
    madeTrace([madeAgent('a', live([100, 900])), madeAgent('b', live([500, 900]))]),
  );
  const two = measureSession(
    madeTrace([madeAgent('a', live([500, 600]))], [], { source: 'codex', cwd: null, startedAt: 0 }),
  );
  const none = measureSession(madeTrace([]));
  expect(summarise([one, two, none])).toMatchObject({
    sessions: 3,
    bySource: { 'claude-code': 2, codex: 1 },
    withSubAgents: 2,
    neverOverlapped: 1,
    subAgents: 3,
    medianFirstLaunch: 0.3,
    medianOverlapOfRun: 0.2,
    peak: 2,
  });
  expect(summariseBy([one, two], 'agent').map(({ group }) => group)).toEqual([
    'claude-code',
    'codex',
  ]);
  expect(summariseBy([one, two], 'project').map(({ group }) => group)).toEqual([
    '(unknown)',
    '/repo',
  ]);
  expect(summariseBy([one], 'week')[0]?.group).toBe('1969-12-29');
  expect(summarise([])).toMatchObject({ sessions: 0, medianFirstLaunch: null, from: null });
});

test('a week begins on its Monday, whatever the year', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true }),
      (date) => {
        const day = new Date(`${weekOf(date.getTime())}T00:00:00Z`);
        expect(day.getUTCDay()).toBe(1);
        const since = date.getTime() - day.getTime();
        expect(since).toBeGreaterThanOrEqual(0);
        expect(since).toBeLessThan(7 * 86_400_000);
      },
    ),
  );
});

test('the median of an even number is between the two in the middle', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([5, 1, 9])).toBe(5);
  expect(median([])).toBeNull();
});
