import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { judgeAll, macroF1, scoresOf } from '../../../support/patterns/evaluate.ts';
import { readOthers, readOthersHeldOut } from '../../../support/patterns/scenario.ts';

const folder = mkdtempSync(join(tmpdir(), 'fanin-others-'));
/** What was reached at the first look; a hit names the pattern and one of the label's agents. */
const HELD_OUT_F1 = 0.79;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const judged = await judgeAll(readOthers(), folder);

test('what others wrote without a look at the detectors is judged no worse than it was', () => {
  const scores = scoresOf(judged).filter(({ hits, missed }) => hits + missed > 0);
  expect(scores).toHaveLength(32);
  expect(scores.filter(({ f1 }) => f1 < 0.85).map(({ code }) => code)).toEqual([]);
  expect(macroF1(scoresOf(judged))).toBeGreaterThanOrEqual(0.99);
});

test('nor is what was held out of it', async () => {
  const held = await judgeAll(readOthersHeldOut(), folder);
  expect(macroF1(scoresOf(held))).toBeGreaterThanOrEqual(HELD_OUT_F1);
  const clean = held.filter(({ scenario }) => scenario.kind === 'clean');
  expect(clean.length).toBeGreaterThanOrEqual(15);
  for (const { findings } of clean) expect(findings).toEqual([]);
});

test('nothing is found in what they wrote as clean or sequential', () => {
  const clean = judged.filter(({ scenario }) => scenario.kind === 'clean');
  expect(clean.length).toBeGreaterThanOrEqual(20);
  for (const { findings } of clean) expect(findings).toEqual([]);
});
