import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findPatterns } from '../../../../src/domain/trace/patterns/detect.ts';
import { canBeToldNow, TELLING } from '../../../../src/domain/trace/patterns/telling.ts';
import type { WatchEvent } from '../../../../src/domain/trace/watch/watched-session.ts';
import { replayScenario, type Replayed } from '../../../support/patterns/replay.ts';
import { readHeldOut, readScenarios } from '../../../support/patterns/scenario.ts';

const folder = mkdtempSync(join(tmpdir(), 'fanin-replayed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const all = [...readScenarios(), ...readHeldOut()].flatMap((scenario) =>
  scenario.forms.map((form) => {
    const { code, id, kind, expected } = scenario;
    return { name: `${code} ${id} (${form}, ${kind})`, scenario, form, kind, expected };
  }),
);
const replayed: Replayed[] = [];

test.each(all)('$name, record by record', async ({ scenario, form, expected }) => {
  const done = await replayScenario(scenario, form, folder);
  replayed.push(done);
  const { live, atEnd, trace, watched } = done;
  const told = codesOf([...live, ...atEnd], 'finding');
  const withdrawn = codesOf([...live, ...atEnd], 'withdrawn');
  // What was told and not withdrawn is what the whole session shows, and each was told once.
  expect(without(told, withdrawn)).toEqual(codes(findPatterns(trace)));
  expect(codes(watched.told)).toEqual(codes(findPatterns(trace)));
  // What can be told before the end is told before the end.
  for (const code of codesOf(atEnd, 'finding')) expect(canBeToldNow(trace, code)).toBe(false);
  // A session in which nothing goes wrong has no finding at any time.
  if (expected === null) expect(told).toEqual([]);
});

test('before the end only the pattern that precedence gives way to is told, and said to be withdrawn', () => {
  expect(replayed).toHaveLength(all.length);
  const events = replayed.flatMap(({ live, atEnd }) => [...live, ...atEnd]);
  const pairs = events.flatMap((event) =>
    event.kind === 'withdrawn' ? [`${event.finding.code} → ${event.instead}`] : [],
  );
  expect(countsOf(pairs)).toEqual({
    'early-child-termination → fan-out-budget-exhaustion': 35,
    'early-child-termination → oversized-child-task': 2,
    'serial-investigation → no-implementation-owner': 2,
  });
  const live = replayed.flatMap((each) => codesOf(each.live, 'finding'));
  expect(live.length - pairs.length).toBeGreaterThan(100);
  const seen = new Set(live);
  const tellable = Object.entries(TELLING).filter(([, { when }]) => when !== 'at-end');
  // Every pattern that can be told of a session at work was told of one.
  for (const [code] of tellable) expect(seen).toContain(code);
});

const codesOf = (events: readonly WatchEvent[], kind: 'finding' | 'withdrawn') =>
  events.flatMap((event) => (event.kind === kind ? [event.finding.code] : []));

const codes = (findings: readonly { readonly code: string }[]): readonly string[] =>
  findings.map(({ code }) => code).toSorted();

function without(told: readonly string[], withdrawn: readonly string[]): readonly string[] {
  const left = [...told];
  for (const code of withdrawn) left.splice(left.indexOf(code), 1);
  return left.toSorted();
}

const countsOf = (texts: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...Map.groupBy(texts, (text) => text)].map(([text, { length }]) => [text, length]),
  );
