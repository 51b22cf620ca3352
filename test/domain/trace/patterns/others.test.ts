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
  expect(macroF1(scores)).toBeGreaterThanOrEqual(0.85);
});

test.each([
  'conflicting-handoff',
  'lossy-handoff',
  'stale-handoff',
  'bulk-handoff-overload',
  'incomplete-child-brief',
  'missing-cross-agent-contract',
  'unused-completed-result',
  'missing-verifier-return',
  'unverified-global-completion',
  'no-implementation-owner',
  'no-assembly-owner',
  'no-pipeline-owner',
  'serial-investigation',
  'critical-path-starvation',
  'fan-out-budget-exhaustion',
  'oversized-child-task',
])('%s is found in it, and not where it is not asked for', (code) => {
  const score = scoresOf(judged).find((each) => each.code === code);
  expect(score?.f1).toBeGreaterThanOrEqual(0.95);
});

test('nothing is found in what they wrote as clean or sequential', () => {
  const clean = judged.filter(({ scenario }) => scenario.kind === 'clean');
  expect(clean.length).toBeGreaterThanOrEqual(20);
  for (const { findings } of clean) expect(findings).toEqual([]);
});
