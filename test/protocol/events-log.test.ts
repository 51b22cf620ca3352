import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { decodeEvent, encodeEvent } from '../../src/protocol/events.ts';

const FIXTURES = new URL('../fixtures/logs/', import.meta.url);
const rowSchema = z.object({ type: z.string(), version: z.number(), data: z.unknown() });

const LOGS = readdirSync(FIXTURES).flatMap((release) =>
  readdirSync(new URL(`${release}/`, FIXTURES)).map((log) => [release, log] as const),
);

describe('logs of every release', () => {
  it('are there', () => {
    expect(LOGS.filter(([release]) => release === '0.1.0')).not.toHaveLength(0);
  });

  it.each(LOGS)('%s/%s loads', (release, log) => {
    const lines = readFileSync(new URL(`${release}/${log}`, FIXTURES), 'utf8')
      .trim()
      .split('\n');
    const rows = lines.map((line) => rowSchema.parse(JSON.parse(line)));
    expect(rows.length).toBeGreaterThan(30);
    for (const row of rows) {
      const event = decodeEvent(row);
      expect(event).toMatchObject({ ok: true, value: { type: row.type } });
      if (!event.ok) continue;
      // Nothing of an event in today's shape is dropped on the way in.
      const again = encodeEvent(event.value);
      if (again.version === row.version)
        expect(JSON.parse(JSON.stringify(again.data))).toEqual(row.data);
    }
  });
});
