import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { judgeAll, macroF1, scoresOf } from '../../../support/patterns/evaluate.ts';
import { readOthers } from '../../../support/patterns/scenario.ts';

const folder = mkdtempSync(join(tmpdir(), 'fanin-others-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const judged = await judgeAll(readOthers(), folder);

test('what others wrote without a look at the detectors is judged no worse than it was', () => {
  const scores = scoresOf(judged);
  expect(scores.filter(({ hits, missed }) => hits + missed > 0)).toHaveLength(32);
  expect(macroF1(scores)).toBeGreaterThanOrEqual(0.65);
});

test('nothing is found in what they wrote as clean or sequential', () => {
  const clean = judged.filter(({ scenario }) => scenario.kind === 'clean');
  expect(clean.length).toBeGreaterThanOrEqual(20);
  for (const { findings } of clean) expect(findings).toEqual([]);
});
