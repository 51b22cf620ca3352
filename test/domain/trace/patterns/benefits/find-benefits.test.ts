import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { evidenceText } from '../../../../../src/domain/trace/evidence.ts';
import { findBenefits } from '../../../../../src/domain/trace/patterns/benefits/find-benefits.ts';
import { findPatterns } from '../../../../../src/domain/trace/patterns/detect.ts';
import {
  madeAgent,
  madeCall,
  madeTest,
  madeTrace,
  madeWrite,
} from '../../../../support/made-trace.ts';
import { benefitScoresOf, judgeBenefits } from '../../../../support/patterns/evaluate.ts';
import { readBenefits, readScenarios } from '../../../../support/patterns/scenario.ts';

const folder = mkdtempSync(join(tmpdir(), 'fanin-benefits-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sequential = readScenarios().filter(({ code }) => code === 'sequential');
const judged = await judgeBenefits([...readBenefits(), ...sequential], folder);
const named = judged.map((each) => {
  const { code, id, expected } = each.scenario;
  return { name: `${code} ${id} (${each.form}) shows ${expected ?? 'nothing'}`, each };
});

test.each(named)('$name', ({ each: { findings, hit, scenario } }) => {
  expect(findings.map(({ code }) => code)).toEqual(
    scenario.expected === null ? [] : [scenario.expected],
  );
  expect(hit === undefined).toBe(scenario.expected === null);
});

test('every detector keeps to its definition, and most evidence is as labelled', () => {
  const scores = benefitScoresOf(judged);
  expect(scores).toHaveLength(3);
  for (const { f1, hits, sameAgents, sameEvidence } of scores) {
    expect(f1).toBeGreaterThanOrEqual(0.9);
    expect(sameAgents).toBe(hits);
    expect(sameEvidence / hits).toBeGreaterThanOrEqual(0.8);
  }
});

test('where parallel work was of use, nothing has failed', () => {
  for (const { scenario, trace } of judged)
    if (scenario.kind === 'positive') expect(findPatterns(trace)).toEqual([]);
});

describe('a benefit', () => {
  const at = (line: number) => ({ file: 'made.jsonl', line, record: null });
  const subs = [
    madeAgent('a', { live: [{ from: 0, to: 10 }] }),
    madeAgent('b', { live: [{ from: 5, to: 20 }] }),
  ];
  const events = [
    madeCall('a', 1),
    { ...madeWrite('a', 'src/a.js', 'product', 2), evidence: at(2) },
    { ...madeWrite('b', 'src/b.js', 'product', 6), evidence: at(6) },
    { ...madeTest('root', 'passed', 30), evidence: at(30) },
  ];

  test('says its name, agents, evidence, what was gained and why', () => {
    const [benefit, ...more] = findBenefits(madeTrace(subs, events));
    expect(more).toEqual([]);
    expect(benefit).toMatchObject({
      code: 'complementary-work',
      name: 'Complementary Work',
      at: 2,
      agents: ['a', 'b'],
      gain: 'parts of 2 sub-agents were made side by side, kept, and passed together',
      confidence: 'high',
    });
    expect(benefit?.id).toMatch(/^complementary-work-[\da-f]{8}$/);
    expect(benefit?.evidence.map(evidenceText)).toEqual([
      'made.jsonl:2',
      'made.jsonl:6',
      'made.jsonl:30',
    ]);
    expect(findBenefits(madeTrace(subs, events))).toEqual([benefit]);
  });

  test('is none where a later test fails, or no sub-agent made a call', () => {
    expect(findBenefits(madeTrace(subs, [...events, madeTest('root', 'failed', 31)]))).toEqual([]);
    expect(findBenefits(madeTrace(subs, events.slice(1)))).toEqual([]);
  });
});
