import fc from 'fast-check';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findFiles } from '../../../../src/adapters/traces/find-files.ts';
import { asChecked, readOnly, samplesOf, SAMPLES } from '../hand-checked.ts';
import { IMPORTERS } from '../importers.ts';
import { makeDatabase } from '../opencode-database.ts';

const importer = IMPORTERS.opencode;
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fanin-opencode-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each(samplesOf('opencode'))('%s is what was read in it by hand', async (name, expected) => {
  makeDatabase(join(SAMPLES, name), folder);
  const trace = await readOnly(importer, folder);
  expect(asChecked(trace)).toEqual(expected);
  expect(readdirSync(folder)).toContain('opencode.db');
});

test('an exported session is the root of the same one in the database', async () => {
  const sample = join(SAMPLES, 'opencode-1.18.33/parallel-2');
  const exported = await readOnly(importer, sample);
  makeDatabase(sample, folder);
  const kept = await readOnly(importer, folder);
  expect(exported.session).toBe(kept.session);
  expect(exported.id).toBe(kept.id);
  const ofRoot = (trace: typeof kept) =>
    trace.events
      .filter(({ agent, kind }) => agent === trace.session && kind !== 'message')
      .map(({ kind, at }) => ({ kind, at }));
  expect(ofRoot(exported)).toEqual(ofRoot(kept));
  // Its sub-agents are sessions of their own, which were not exported.
  expect(exported.notes.missingAgents).toHaveLength(2);
  expect(kept.notes.missingAgents).toEqual([]);
});

test('a database with broken pages breaks nothing', async () => {
  const path = makeDatabase(join(SAMPLES, 'opencode-1.18.33/parallel-2'), folder);
  const whole = readFileSync(path);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 40 }),
      fc.double({ min: 0.1, max: 1, noNaN: true }),
      async (changes, part) => {
        const bytes = Buffer.from(whole.subarray(0, Math.ceil(whole.length * part)));
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        writeFileSync(path, bytes);
        const { files } = await findFiles([folder]);
        for (const session of await importer.sessions(files)) {
          const trace = await importer.read(session);
          expect(trace.session).toBe(session.id);
        }
      },
    ),
    { numRuns: 40 },
  );
});
