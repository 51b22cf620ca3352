import fc from 'fast-check';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findFiles } from '../../../src/adapters/traces/find-files.ts';
import { atifOf } from '../../../src/domain/trace/export/atif.ts';
import { measureSession } from '../../../src/domain/trace/measures/session-measures.ts';
import type { Trace } from '../../../src/domain/trace/trace.ts';
import { readOnly, SAMPLES } from './hand-checked.ts';
import { IMPORTERS } from './importers.ts';
import { mutation } from './mutate.ts';
import { makeDatabase } from './opencode-database.ts';

const CASES = [
  ['claude-code', 'claude-code-2.1.332/stopped-early-TaskStop'],
  ['claude-code', 'claude-code-2.1.332/workflow-2-cap1'],
  ['codex', 'codex-0.171.0/stopped-early-close_agent-v1'],
  ['codex', 'codex-0.171.0/parallel-2-v2-gpt-6.2-sol'],
  ['kimi', 'kimi-code-2.1.0/stopped-early-TaskStop'],
  ['kimi', 'kimi-code-2.1.0/AgentSwarm-2'],
  ['gemini', 'gemini-cli-0.61.0/parallel-2'],
  ['opencode', 'opencode-1.18.33/parallel-2'],
  ['atif', 'claude-code-2.1.332/parallel-3-foreground'],
] as const;

const scratch = mkdtempSync(join(tmpdir(), 'fanin-mutations-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** What holds of every trace, whatever its records were. */
function expectSound(trace: Trace): void {
  const { events, agents, startedAt, endedAt } = trace;
  expect(events.map(({ order }) => order)).toEqual(events.map((_, index) => index));
  const times = events.flatMap(({ at }) => at ?? []);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  for (const { live } of agents)
    for (const [index, { from, to }] of live.entries()) {
      expect(to).toBeGreaterThanOrEqual(from);
      expect(from).toBeGreaterThanOrEqual(live[index - 1]?.to ?? Number.NEGATIVE_INFINITY);
    }
  expect(new Set(agents.map(({ id }) => id)).size).toBe(agents.length);
  if (startedAt !== null && endedAt !== null) expect(endedAt).toBeGreaterThanOrEqual(startedAt);
  const { tokens, overlap } = measureSession(trace);
  expect(Number.isSafeInteger(tokens.total)).toBe(true);
  expect(overlap.twoOrMoreMs).toBeLessThanOrEqual(overlap.activeMs);
  expect(JSON.stringify(trace).length).toBeLessThan(3_000_000);
}

/** A document as fanin exports it, with all its notes. */
async function exportTo(folder: string, name: string): Promise<void> {
  const trace = await readOnly(IMPORTERS['claude-code'], join(SAMPLES, name));
  mkdirSync(folder);
  writeFileSync(join(folder, 'session.json'), JSON.stringify(atifOf(trace)));
}

test.each(CASES)(
  'changed records of %s (%s) never break the import',
  async (agent, name) => {
    const importer = IMPORTERS[agent];
    const source = join(scratch, name.replaceAll('/', '_'));
    if (agent === 'atif') await exportTo(source, name);
    else cpSync(join(SAMPLES, name), source, { recursive: true });
    const isDatabase = agent === 'opencode';
    const { files } = await findFiles([source]);
    const paths = files.map(({ path }) => path).filter((path) => !path.includes('stdout'));
    const originals = new Map(paths.map((path) => [path, readFileSync(path)]));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(100), mutation), { minLength: 1, maxLength: 3 }),
        async (changes) => {
          for (const [path, bytes] of originals) writeFileSync(path, bytes);
          for (const [pick, change] of changes) {
            const path = paths[pick % paths.length] ?? '';
            writeFileSync(path, change(readFileSync(path)));
          }
          const folder = isDatabase ? mkdtempSync(join(scratch, 'db-')) : source;
          if (isDatabase && !isMade(source, folder)) return;
          const found = await findFiles([folder]);
          for (const session of await importer.sessions(found.files))
            expectSound(await importer.read(session));
        },
      ),
      { numRuns: isDatabase ? 15 : 30 },
    );
  },
  60_000,
);

/** Rows that are no rows make no database: then there is nothing to import. */
function isMade(source: string, folder: string): boolean {
  try {
    makeDatabase(source, folder);
    return true;
  } catch {
    return false;
  }
}
