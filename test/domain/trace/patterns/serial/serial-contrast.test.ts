import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { evidenceText } from '../../../../../src/domain/trace/evidence.ts';
import { findPatterns } from '../../../../../src/domain/trace/patterns/detect.ts';
import { unfitAsTwin } from '../../../../../src/domain/trace/patterns/serial/serial-contrast.ts';
import type { Trace } from '../../../../../src/domain/trace/trace.ts';
import { AT, madeAgent, madeCall, madeTrace } from '../../../../support/made-trace.ts';
import { madeTraceOf } from '../../../../support/patterns/corpus.ts';
import {
  readScenarios,
  readTwins,
  type Form,
  type Scenario,
  type Step,
} from '../../../../support/patterns/scenario.ts';

const folder = mkdtempSync(join(tmpdir(), 'fanin-twins-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const scenarios = readScenarios();
const read = (scenario: Scenario, form: Form, below: string) =>
  madeTraceOf(scenario, form, join(folder, below));

/** The twin is read as it is found: what a plan says is known of the parallel session alone. */
const bare = (trace: Trace): Trace => ({
  ...trace,
  budget: { ...trace.budget, wallMs: null },
  deliverables: null,
  units: null,
});

const twins = readTwins().flatMap((twin) =>
  twin.forms.map((form) => ({ name: `${twin.code} (${form}) ${twin.id}`, twin, form })),
);

test.each(twins)('$name', async ({ twin, form }) => {
  const of = scenarios.find(({ code, id }) => code === twin.code && id === twin.twin);
  if (of === undefined) throw new Error(`no scenario ${twin.code} ${twin.twin}`);
  const parallel = await read(of, of.forms[0] ?? form, 'parallel');
  const serial = await read(twin, form, 'serial');
  expect(findPatterns(parallel.trace)).toMatchObject([{ code: twin.code, serial: [] }]);
  const found = findPatterns(parallel.trace, { serial: bare(serial.trace) });
  if (twin.kind === 'near') {
    expect(found).toEqual([]);
    return;
  }
  expect(found).toMatchObject([{ code: twin.code }]);
  expect(found.flatMap((each) => each.serial.map(evidenceText))).toEqual(serial.evidence);
});

/** One agent that writes all that was written or asked for, tests it, and says so. */
function plainTwin(scenario: Scenario): Scenario {
  const step = (at: number, verb: string, args: string): Step => ({
    marked: false,
    at,
    until: null,
    agent: 'root',
    verb,
    args,
    text: verb === 'final' ? 'Done.' : null,
    result: verb === 'run' ? '0 ok' : null,
  });
  const named = scenario.steps.flatMap(({ text }) => text?.match(/\b\w+\/[\w/]+\.\w+/g) ?? []);
  const written = scenario.steps.flatMap(({ verb, args }) =>
    verb === 'write' || verb === 'edit' ? [args.replace(/^.*worktrees?\/\w+\//, '')] : [],
  );
  const units = Object.values(scenario.units ?? {}).flatMap(({ paths }) =>
    paths.map((glob) => glob.replace('**', 'all.js')),
  );
  const paths = [
    ...new Set([...written, ...named, ...units, ...(scenario.deliverables ?? [])]),
  ].filter((path) => !path.startsWith('/'));
  const writes = paths.map((path, index) => step(0.1 + index / 10, 'write', path));
  const over = 1 + paths.length / 10;
  return {
    ...scenario,
    files: {},
    steps: [...writes, step(over, 'run', 'npm test'), step(over + 0.5, 'final', '')],
  };
}

const positive = scenarios.filter(({ kind }) => kind === 'positive');

describe.each(positive)('$code $id, where one agent had no trouble', (scenario) => {
  test('stays, with what shows that it had none', async () => {
    const [form] = scenario.forms;
    if (form === undefined) throw new Error('no form');
    const { trace } = await read(scenario, form, 'parallel');
    const { trace: twin } = await read(plainTwin(scenario), form, 'plain');
    const alone = findPatterns(trace);
    const beside = findPatterns(trace, { serial: bare(twin) });
    expect(beside.map(({ id }) => id)).toEqual(alone.map(({ id }) => id));
    for (const { serial } of beside) {
      expect(serial.length).toBeGreaterThan(0);
      const files = new Set(twin.files.map(({ path }) => path));
      for (const { file, line } of serial) {
        expect(files).toContain(file);
        expect(line).toBeGreaterThan(0);
      }
    }
  });
});

describe('a twin that says nothing', () => {
  const [scenario] = scenarios.filter(({ code }) => code === 'unverified-global-completion');
  const parallel = async () => {
    if (scenario === undefined) throw new Error('no scenario');
    return read(scenario, scenario.forms[0] ?? 'claude-code', 'parallel');
  };

  test('leaves everything as it is', async () => {
    const { trace } = await parallel();
    const alone = findPatterns(trace);
    for (const serial of [null, trace, { ...trace, events: [] }])
      expect(findPatterns(trace, { serial })).toEqual(alone);
  });

  test('says why it is unfit', () => {
    const fit = madeTrace([], [madeCall('root', 1)]);
    const [root] = fit.agents;
    const end = { state: 'failed', by: 'system', at: 5, reason: '429', evidence: AT } as const;
    expect(unfitAsTwin(fit)).toBeNull();
    expect(unfitAsTwin({ ...fit, startedAt: null })).toBe('no-times');
    expect(unfitAsTwin({ ...fit, events: [] })).toBe('nothing-done');
    expect(unfitAsTwin(madeTrace([madeAgent('a')], [madeCall('a', 1)]))).toBe('delegated');
    expect(unfitAsTwin({ ...fit, agents: root === undefined ? [] : [{ ...root, end }] })).toBe(
      'broke-down',
    );
  });
});
