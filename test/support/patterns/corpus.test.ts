import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { madeTraceOf } from './corpus.ts';
import { readBenefits, readScenarios, type Scenario } from './scenario.ts';

const folder = mkdtempSync(join(tmpdir(), 'fanin-patterns-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const scenarios = readScenarios();
const codes = [...new Set(scenarios.map(({ code }) => code))].filter(
  (code) => code !== 'clean-parallel' && code !== 'sequential',
);
const benefits = readBenefits();
const gains = [...new Set(benefits.map(({ code }) => code))];
const of = (code: string, kind: Scenario['kind']): readonly Scenario[] =>
  [...scenarios, ...benefits].filter((each) => each.code === code && each.kind === kind);

test('there is a file for each of the 32 codes', () => {
  expect(codes).toHaveLength(32);
});

test('there is a file for each of the three benefits', () => {
  expect(gains).toHaveLength(3);
});

describe.each([...codes, ...gains])('%s', (code) => {
  test('three scenarios show it, in records of two agents at least, of which one is Codex', () => {
    const positive = of(code, 'positive');
    expect(positive.length).toBeGreaterThanOrEqual(3);
    const agents = new Set(positive.flatMap(({ forms }) => forms));
    expect(agents.size).toBeGreaterThanOrEqual(2);
    expect(agents).toContain('codex');
    for (const { label, steps } of positive) {
      expect(label?.who.length).toBeGreaterThan(0);
      expect(label?.harm).not.toBeNull();
      expect([...codes, ...gains]).toContain(label?.near);
      expect(steps.some(({ marked }) => marked)).toBe(true);
    }
  });

  test('two scenarios nearly do, and say which label is rejected', () => {
    const near = of(code, 'near');
    expect(near.length).toBeGreaterThanOrEqual(2);
    expect(near.flatMap(({ forms }) => forms).length).toBeGreaterThanOrEqual(2);
    for (const { label, expected } of near) {
      expect(label?.near).toBe(code);
      if (expected !== null) {
        expect(codes).toContain(expected);
        expect(label?.harm).not.toBeNull();
      }
    }
  });
});

const made = [...scenarios, ...benefits].flatMap((scenario) =>
  scenario.forms.map((form) => ({ name: `${scenario.code} ${scenario.id}`, form, scenario })),
);

test.each(made)('$name is read whole from the records of $form', async ({ form, scenario }) => {
  const { trace, evidence } = await madeTraceOf(scenario, form, folder);
  expect(trace.notes).toMatchObject({
    unknownRecords: {},
    unreadableLines: 0,
    repeatedRecords: 0,
    missingAgents: [],
    orphanAgents: [],
  });
  const subs = scenario.steps.flatMap(({ agent }) => (agent === 'root' ? [] : agent));
  const found = trace.agents.filter(({ kind }) => kind === 'sub').map(({ id }) => id);
  expect(new Set(found)).toEqual(new Set(subs));
  expect(evidence).toHaveLength(scenario.steps.filter(({ marked }) => marked).length);
});
