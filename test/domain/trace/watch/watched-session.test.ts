import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TraceFinding } from '../../../../src/domain/trace/finding.ts';
import type { PatternCode } from '../../../../src/domain/trace/patterns/pattern.ts';
import { LABELS } from '../../../../src/domain/trace/patterns/pattern.ts';
import { TELLING } from '../../../../src/domain/trace/patterns/telling.ts';
import { LOOK_MS, restAfter } from '../../../../src/domain/trace/watch/pace.ts';
import { hasEnded, PATIENCE, standingOf } from '../../../../src/domain/trace/watch/standing.ts';
import {
  observe,
  readingOf,
  type Reading,
  type WatchedSession,
  type WatchEvent,
} from '../../../../src/domain/trace/watch/watched-session.ts';
import { madeAgent, madeTrace } from '../../../support/made-trace.ts';
import { madeFinding } from '../../../support/made-finding.ts';

const overwrite = (line: number, agents = ['a', 'b']): TraceFinding =>
  madeFinding('source-overwrite', agents, line);
const early = (line: number, agents = ['a']): TraceFinding =>
  madeFinding('early-child-termination', agents, line);
const unverified = madeFinding('unverified-global-completion', ['root'], 90);

const base = readingOf(madeTrace([madeAgent('a', { name: 'builder' })]));
const reading = (
  live: readonly TraceFinding[],
  final: readonly TraceFinding[] = live,
): Reading => ({
  ...base,
  live,
  final,
});

/** What is told by readings one after the other; the last one is an end. */
function toldBy(readings: readonly Reading[], last = true): readonly WatchEvent[] {
  let watched: WatchedSession | null = null;
  return readings.flatMap((each, at) => {
    const isOver = last && at === readings.length - 1;
    const seen = observe(watched, each, { at, isOver });
    ({ watched } = seen);
    return seen.events;
  });
}

const short = (event: WatchEvent): string =>
  'finding' in event ? `${event.kind} ${event.finding.code} @${event.at}` : event.kind;

describe('what is told of a session', () => {
  test('a finding is told once, with the names of its agents', () => {
    const events = toldBy([reading([]), reading([overwrite(3)]), reading([overwrite(3)])]);
    expect(events.map(short)).toEqual(['started', 'finding source-overwrite @1', 'ended']);
    expect(events[1]).toMatchObject({ names: ['builder', 'b'] });
    expect(events.at(-1)).toMatchObject({ findings: 1, withdrawn: 0, state: 'completed' });
  });

  test('what is no more is withdrawn, with what it is told as instead', () => {
    const fanOut = madeFinding('fan-out-budget-exhaustion', ['a', 'b'], 9);
    const events = toldBy([reading([early(3)]), reading([early(3)], [fanOut])]);
    expect(events.map(short)).toEqual([
      'started',
      'finding early-child-termination @0',
      'withdrawn early-child-termination @1',
      'finding fan-out-budget-exhaustion @1',
      'ended',
    ]);
    expect(events[2]).toMatchObject({ instead: 'fan-out-budget-exhaustion' });
    expect(toldBy([reading([early(3)]), reading([])])[2]).toMatchObject({
      kind: 'withdrawn',
      instead: null,
    });
  });

  test('an episode of which more comes to light is the same one', () => {
    const events = toldBy([reading([early(3)]), reading([early(5, ['a', 'root'])])]);
    expect(events.map(short)).toEqual(['started', 'finding early-child-termination @0', 'ended']);
  });

  test('two episodes of one record are two findings', () => {
    const again = { ...overwrite(3), id: `${overwrite(3).id}-2` };
    const events = toldBy([
      reading([overwrite(3)]),
      reading([overwrite(3), again]),
      reading([overwrite(3), again]),
    ]);
    expect(events.filter(({ kind }) => kind === 'finding')).toHaveLength(2);
  });

  test('a session that goes on is told of again, and what stood at its end stands until the next', () => {
    let { watched, events } = observe(null, reading([], [unverified]), { at: 0, isOver: true });
    expect(events.map(({ kind }) => kind)).toEqual(['started', 'finding', 'ended']);
    ({ watched, events } = observe(watched, reading([], [unverified]), { at: 1, isOver: false }));
    expect(events.map(({ kind }) => kind)).toEqual(['started']);
    ({ watched, events } = observe(watched, reading([], []), { at: 2, isOver: false }));
    expect(events.map(({ kind }) => kind)).toEqual(['withdrawn']);
    expect(watched).toEqual({ state: 'running', told: [], withdrawn: 1 });
  });

  test('however readings differ, what was told and not withdrawn is what the last one has', () => {
    const finding = fc
      .tuple(fc.constantFrom(overwrite, early), fc.integer({ min: 1, max: 4 }))
      .map(([make, line]) => make(line));
    const findings = fc.uniqueArray(finding, {
      selector: ({ code, evidence }) => code + evidence[0]?.line,
    });
    fc.assert(
      fc.property(fc.array(findings, { minLength: 1, maxLength: 8 }), (all) => {
        const events = toldBy(all.map((each) => reading(each)));
        const of = (kind: WatchEvent['kind']): number =>
          events.filter((event) => event.kind === kind).length;
        expect(of('finding') - of('withdrawn')).toBe(all.at(-1)?.length);
        expect(of('started')).toBe(1);
        expect(events.at(-1)).toMatchObject({ kind: 'ended', findings: all.at(-1)?.length });
      }),
    );
  });
});

test('every pattern says when it can be told, and why', () => {
  expect(Object.keys(TELLING).toSorted()).toEqual(Object.keys(LABELS).toSorted());
  for (const { why } of Object.values(TELLING)) expect(why.length).toBeGreaterThan(10);
  // What never happened is known at the end alone.
  for (const code of Object.keys(TELLING) as PatternCode[])
    if (/^(?:no|missing)-.*(?:owner|join|return|takeover)$/.test(code))
      expect(TELLING[code].when).toBe('at-end');
});

describe('the end of a session', () => {
  const running = { ...madeAgent('a').end, state: 'running' as const };

  test('an agent without an end leaves it open; one without records says nothing', () => {
    expect(standingOf(madeTrace([madeAgent('a')]))).toEqual({ root: 'completed', open: false });
    expect(standingOf(madeTrace([madeAgent('a', { end: running })])).open).toBe(true);
    const unseen = madeAgent('a', { end: running, recorded: false });
    expect(standingOf(madeTrace([unseen])).open).toBe(false);
  });

  test('it has ended when nothing was written for so long', () => {
    expect(hasEnded({ open: false }, PATIENCE.ended - 1)).toBe(false);
    expect(hasEnded({ open: false }, PATIENCE.ended)).toBe(true);
    expect(hasEnded({ open: true }, PATIENCE.open - 1)).toBe(false);
    expect(hasEnded({ open: true }, PATIENCE.open)).toBe(true);
    expect(hasEnded({ open: true }, 10_000, 5_000)).toBe(false);
    expect(hasEnded({ open: false }, 10_000, 5_000)).toBe(true);
  });
});

test('looking takes a twentieth of the time at most', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1e6 }), (took) => {
      const rest = restAfter(took);
      expect(rest).toBeGreaterThanOrEqual(LOOK_MS);
      expect(took / (took + rest)).toBeLessThanOrEqual(0.05 + 1e-9);
    }),
  );
});
