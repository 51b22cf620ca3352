import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  judgeRecorded,
  type JudgedRecording,
} from '../../../support/patterns/recorded/evaluate.ts';
import { isRecorded } from '../../../support/patterns/recorded/corpus.ts';
import type { PlacedPath } from '../../../../src/domain/trace/place.ts';
import type { Trace } from '../../../../src/domain/trace/trace.ts';
import { readRecorded, readRecordedLater } from '../../../support/patterns/recorded/scenario.ts';

const folder = mkdtempSync(join(tmpdir(), 'fanin-recorded-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const scenarios = [...readRecorded(), ...readRecordedLater()];
const judged = await judgeRecorded(scenarios, folder);
const named = judged.map((each) => ({ name: nameOf(each), each }));

function nameOf({ scenario, player }: JudgedRecording): string {
  const { code, id, kind, expected } = scenario;
  return `${code} ${id} (${player}, ${kind}) shows ${expected ?? 'nothing'}`;
}

test('each scenario has been played by all of its programs', () => {
  const missing = scenarios.flatMap((scenario) =>
    scenario.players
      .filter((player) => !isRecorded(scenario, player))
      .map((player) => `${scenario.code}/${scenario.id}/${player}`),
  );
  expect(missing).toEqual([]);
});

test.each(named)('$name', ({ each: { findings, hit, scenario } }) => {
  expect(findings.map(({ code }) => code)).toEqual(
    scenario.expected === null ? [] : [scenario.expected],
  );
  expect(hit === undefined).toBe(scenario.expected === null);
});

test.each(named)(
  '$name: its records are read whole',
  ({ each: { scenario, recording, trace } }) => {
    expect(trace.notes).toMatchObject({
      unknownRecords: {},
      unreadableLines: 0,
      missingAgents: [],
      orphanAgents: [],
    });
    const subs = new Set(scenario.steps.flatMap(({ agent }) => (agent === 'root' ? [] : agent)));
    const found = trace.agents.filter(({ kind }) => kind === 'sub').map(({ id }) => id);
    expect(new Set(found)).toEqual(new Set([...subs].map((id) => recording.agents[id])));
  },
);

test.each(named)('$name: its files were written as the scenario says', ({ each }) => {
  const { scenario, recording, trace } = each;
  const said = scenario.steps.flatMap(({ agent, verb, args, result }) =>
    /^(?:write|edit)$/.test(verb) && result === null ? [[recording.agents[agent], args]] : [],
  );
  const written = trace.events.flatMap((event) =>
    event.kind === 'write'
      ? [event.path.path, fromRoot(trace, event.path)].map((path) => [event.agent, path])
      : [],
  );
  expect(written).toEqual(expect.arrayContaining(said));
});

/** A path as the session's own folder has it, also of a work copy that lies below it. */
function fromRoot({ cwd }: Trace, { workspace, path }: PlacedPath): string {
  const below = cwd !== null && workspace?.startsWith(`${cwd}/`) === true;
  return below ? `${workspace.slice(cwd.length + 1)}/${path}` : path;
}
