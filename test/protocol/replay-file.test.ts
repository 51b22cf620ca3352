import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadReplay } from '../../src/adapters/config/load-replay.ts';
import { readReplayFile, replayJsonSchema } from '../../src/protocol/replay-file.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'scenarios/queue');
const FILES = readdirSync(FOLDER);

describe('the schema of a replay', () => {
  it('is the one in schemas/ (else: node scripts/make-schemas.mjs)', () => {
    const file = join(ROOT, 'schemas/replay.schema.json');
    expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(replayJsonSchema(), null, 2)}\n`);
  });
});

describe('scenarios/queue/', () => {
  it.each(FILES)('%s is one', async (file) => {
    const loaded = await loadReplay(FOLDER, file);
    expect(loaded.ok ? [] : loaded.error).toEqual([]);
  });

  it('says so where there is no file', async () => {
    const loaded = await loadReplay(FOLDER, 'none.yaml');
    expect(loaded.ok ? null : loaded.error[0]?.code).toBe('replay-not-found');
  });
});

describe('readReplayFile', () => {
  const about = 'x';
  const problems = (value: object): readonly string[] =>
    readReplayFile('x', { replay: 1, about, ...value }).problems.map(({ path }) => path.join('.'));

  it('names what is wrong, and where', () => {
    const generate = { fails: '5%' };
    expect(problems({ generate })).toEqual([]);
    expect(problems({})).toEqual(['changes']);
    expect(problems({ generate, changes: [{ id: 'a' }] })).toEqual(['changes']);
    expect(problems({ replay: 2, generate })).toEqual(['replay']);
    expect(problems({ generate: { fails: 5 } })).toEqual(['generate.fails']);
    expect(problems({ generate: { fails: ['5%', '1'] } })).toEqual(['generate.fails.1']);
    expect(problems({ generate, slots: 0 })).toEqual(['slots']);
    expect(problems({ generate, slot: 1 })).toEqual(['slot']);
    expect(problems({ changes: [{ id: 'a' }, { id: 'a' }] })).toEqual(['changes.1.id']);
    expect(problems({ changes: [{ id: 'a' }], conflicts: [['a', 'b']] })).toEqual(['conflicts.0']);
  });

  it('reads what was recorded: in order of arrival, the last run is what is so', () => {
    const changes = [
      { id: 'late', arrives: '2m', check: '30s', runs: ['red', 'green'] },
      { id: 'bad', runs: ['green', 'red'], risk: '20%' },
      { id: 'fine', arrives: '1m', flaky: '5%' },
    ];
    const value = { replay: 1, about, changes, conflicts: [['late', 'fine']] };
    const { written } = readReplayFile('x', value);
    if (written?.source.kind !== 'recorded') throw new Error('it was not read');
    expect(written.slots).toEqual([1]);
    const { workload } = written.source;
    expect(workload.changes).toMatchObject([
      { id: 'bad', arrivesMs: 0, checkMs: 60_000, sound: false, redRuns: 0, risk: 0.2 },
      { id: 'fine', arrivesMs: 60_000, sound: true, redRuns: 0, flaky: 0.05, risk: null },
      { id: 'late', arrivesMs: 120_000, checkMs: 30_000, sound: true, redRuns: 1 },
    ]);
    expect(workload.conflicts).toEqual([[2, 1]]);
    expect(workload.fails).toBeCloseTo(1 / 3);
    expect(workload.checks).toEqual({ flaky: 0, cancelMs: 0, cores: null, coresEach: 1 });
  });
});
