import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { judgeAll, scoresOf, type Judged } from '../../../support/patterns/evaluate.ts';
import { readHeldOut, readMeans, readScenarios } from '../../../support/patterns/scenario.ts';

const folder = mkdtempSync(join(tmpdir(), 'fanin-judged-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const judged = await judgeAll(readScenarios(), folder);
const later = await judgeAll(readHeldOut(), folder);
const means = await judgeAll(readMeans(), folder);
const named = [...judged, ...later, ...means].map((each) => ({ name: nameOf(each), each }));

function nameOf({ scenario, form }: Judged): string {
  const { code, id, kind, expected } = scenario;
  return `${code} ${id} (${form}, ${kind}) shows ${expected ?? 'nothing'}`;
}

test.each(named)('$name', ({ each: { findings, hit, scenario } }) => {
  expect(findings.map(({ code }) => code)).toEqual(
    scenario.expected === null ? [] : [scenario.expected],
  );
  expect(hit === undefined).toBe(scenario.expected === null);
});

test('every detector has an F1 of 0.9 or more on the made corpus, and most evidence is as labelled', () => {
  const scores = scoresOf(judged);
  expect(scores).toHaveLength(32);
  for (const { f1 } of scores) expect(f1).toBeGreaterThanOrEqual(0.9);
  const hits = scores.reduce((sum, each) => sum + each.hits, 0);
  const evidence = scores.reduce((sum, { sameEvidence }) => sum + sameEvidence, 0);
  expect(evidence / hits).toBeGreaterThanOrEqual(0.9);
});
