import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countAt, recordAt, textAt, type JsonRecord } from '../../../src/domain/json-record.ts';
import { totalTokens } from '../../../src/domain/receipt/token-usage.ts';
import { measureSession } from '../../../src/domain/trace/measures/session-measures.ts';
import type { Trace } from '../../../src/domain/trace/trace.ts';
import { readOnly, samplesOf, SAMPLES, usageOf } from './hand-checked.ts';
import { IMPORTERS } from './importers.ts';
import { makeDatabase } from './opencode-database.ts';

/** The records that a program printed. */
function printed(sample: string): readonly JsonRecord[] {
  const names = ['stdout.stream-json.jsonl', 'stdout.exec-json.jsonl'];
  const path = names.map((name) => join(SAMPLES, sample, name)).find((each) => existsSync(each));
  return readFileSync(path ?? '', 'utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as JsonRecord] : []));
}

const sum = (records: readonly JsonRecord[], ...keys: readonly string[]): number =>
  records.reduce((total, each) => total + keys.reduce((n, key) => n + countAt(each, key), 0), 0);

const counted = (trace: Trace): number => totalTokens(usageOf(trace, () => true));

test.each(samplesOf('claude-code'))('%s: as Claude Code says at its end', async (name) => {
  const trace = await readOnly(IMPORTERS['claude-code'], join(SAMPLES, name));
  expect(measureSession(trace).tokens.check?.equal ?? true).toBe(true);
  const result = printed(name).findLast((each) => textAt(each, 'type') === 'result');
  // A session that was made to end prints no result; its records hold the totals.
  if (result === undefined) expect(trace.stated).toHaveLength(1);
  const models = Object.values(recordAt(result ?? {}, 'modelUsage')) as JsonRecord[];
  const keys = ['inputTokens', 'outputTokens', 'cacheReadInputTokens', 'cacheCreationInputTokens'];
  if (result !== undefined) expect(counted(trace)).toBe(sum(models, ...keys));
});

test.each(samplesOf('codex'))('%s: as Codex says of its own thread', async (name) => {
  const trace = await readOnly(IMPORTERS.codex, join(SAMPLES, name));
  expect(measureSession(trace).tokens.check).toEqual({ equal: true, differences: [] });
  const turns = printed(name).filter((each) => textAt(each, 'type') === 'turn.completed');
  expect(turns).not.toHaveLength(0);
  const stated = sum(
    turns.map((turn) => recordAt(turn, 'usage')),
    'input_tokens',
    'output_tokens',
  );
  expect(totalTokens(usageOf(trace, (agent) => agent === trace.session))).toBe(stated);
});

test.each(samplesOf('gemini'))('%s: as Gemini says at its end', async (name) => {
  const trace = await readOnly(IMPORTERS.gemini, join(SAMPLES, name));
  const result = printed(name).findLast((each) => textAt(each, 'type') === 'result');
  expect(counted(trace)).toBe(countAt(recordAt(result ?? {}, 'stats'), 'total_tokens'));
});

test.each(samplesOf('kimi'))('%s: as Kimi Code says of its sub-agents', async (name) => {
  const trace = await readOnly(IMPORTERS.kimi, join(SAMPLES, name));
  expect(measureSession(trace).tokens.check?.equal ?? true).toBe(true);
  const ended = trace.agents.filter(({ kind, end }) => kind === 'sub' && end.state === 'completed');
  expect(trace.stated).toHaveLength(ended.length);
});

test.each(samplesOf('opencode'))('%s: as the rows of its sessions say', async (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'fanin-totals-'));
  makeDatabase(join(SAMPLES, name), folder);
  const trace = await readOnly(IMPORTERS.opencode, folder);
  rmSync(folder, { recursive: true });
  expect(measureSession(trace).tokens.check).toEqual({ equal: true, differences: [] });
  expect(trace.stated).toHaveLength(trace.agents.length);
});
