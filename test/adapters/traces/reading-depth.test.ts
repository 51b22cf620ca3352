import { readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFiles } from '../../../src/adapters/traces/find-files.ts';
import { measureSession } from '../../../src/domain/trace/measures/session-measures.ts';
import { findPatterns } from '../../../src/domain/trace/patterns/detect.ts';
import type { Trace } from '../../../src/domain/trace/trace.ts';
import type { FoundSession, TraceImporter } from '../../../src/ports/traces.ts';
import { SAMPLES } from './hand-checked.ts';
import { IMPORTERS } from './importers.ts';
import { madeFolder } from './made-records.ts';

/** The measures of a session, read whole and read for its measures alone. */
async function bothWays(importer: TraceImporter, session: FoundSession) {
  const [whole, light] = [await importer.read(session), await importer.read(session, 'measures')];
  return {
    whole: { measures: measureSession(whole), agents: whole.agents, notes: whole.notes },
    light: { measures: measureSession(light), agents: light.agents, notes: light.notes },
  };
}

/** What is found in a session, read whole and read for its patterns. */
async function foundBothWays(importer: TraceImporter, session: FoundSession) {
  const [whole, light] = [await importer.read(session), await importer.read(session, 'patterns')];
  return { whole: withoutLengths(whole), light: withoutLengths(light) };
}

/** All of a trace but how long results were. */
const withoutLengths = (trace: Trace) => ({
  ...trace,
  events: trace.events.map((event) =>
    event.kind === 'tool' ? { ...event, resultLength: null } : event,
  ),
  findings: findPatterns(trace),
});

const READERS = [IMPORTERS['claude-code'], IMPORTERS.codex];

/** What output a text is put into: short records are parsed, long ones are looked at. */
const TEXTS = new Set([
  'content',
  'stdout',
  'output',
  'aggregated_output',
  'text',
  'encrypted_content',
]);

/** A record whose outputs have a text more in them. */
function longer(value: unknown, more: string, key = ''): unknown {
  if (typeof value === 'string') return TEXTS.has(key) ? `${value}${more}` : value;
  if (Array.isArray(value)) return value.map((each) => longer(each, more, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, longer(each, more, name)]),
  );
}

const isOutput = (line: string): boolean =>
  /"type":"(?:tool_result|function_call_output|custom_tool_call_output|CommandExecution|reasoning)"/.test(
    line,
  );

/** What is easily taken for the end of a text or of a record. */
const tricky = fc
  .array(
    fc.constantFrom(
      'x'.repeat(400),
      '"',
      '\\',
      '\n',
      '}]},"uuid":"00000000-0000-0000-0000-000000000000","timestamp":"2026-01-01T00:00:00.000Z",',
      '","exit_code":1,"status":"failed"',
      '"tool_use_id":"toolu_x"',
      '"is_error":true}]},"uuid":"',
      'é\u2028\u{1F600}',
      '\0',
    ),
    { minLength: 3, maxLength: 8 },
  )
  .map((parts) => `${parts.join('')}${'y'.repeat(1_000)}${parts.toReversed().join('')}`);

describe.each(READERS)('$source, read for its measures or patterns alone', async (importer) => {
  const { files } = await findFiles([SAMPLES]);
  const sessions = await importer.sessions(files);

  it('tells what a whole reading tells but the lengths of results, on every sample', async () => {
    for (const session of sessions) {
      const { whole, light } = await foundBothWays(importer, session);
      expect(light).toEqual(whole);
    }
  });

  it('measures what a whole reading measures, on every sample', async () => {
    expect(sessions.length).toBeGreaterThan(5);
    for (const session of sessions) {
      const { whole, light } = await bothWays(importer, session);
      expect(light).toEqual(whole);
    }
  });

  it('tells and measures the same whatever stands in long outputs', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...sessions), tricky, async (session, more) => {
        const folder = madeFolder(
          Object.fromEntries(
            session.files.map(({ path }) => [
              relative(SAMPLES, path),
              readFileSync(path, 'utf8')
                .split('\n')
                .map((line) =>
                  isOutput(line) ? JSON.stringify(longer(JSON.parse(line), more)) : line,
                )
                .join('\n'),
            ]),
          ),
        );
        try {
          const made = await findFiles([folder]);
          for (const each of await importer.sessions(made.files)) {
            const { whole, light } = await bothWays(importer, each);
            expect(light).toEqual(whole);
            const found = await foundBothWays(importer, each);
            expect(found.light).toEqual(found.whole);
          }
        } finally {
          rmSync(folder, { recursive: true });
        }
      }),
      { numRuns: 25 },
    );
  });
});
