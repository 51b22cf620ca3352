import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { checkDatabase } from '../../../src/adapters/store/check-database.ts';
import { databaseFile } from '../../../src/adapters/store/layout.ts';
import { openReader } from '../../../src/adapters/store/reader.ts';
import { openStore } from '../../../src/adapters/store/sqlite-store.ts';
import { must } from '../../contract/store.ts';
import { startChild } from './child.ts';
import { tempStates } from './temp-state.ts';

const newState = tempStates();
const KILLS = 25;
const SEED = 20_261_129;

/** The same numbers in every run: 32 bits of a linear congruence. */
function* randoms(seed: number): Generator<number, never> {
  for (let value = seed; ;) {
    value = (Math.imul(value, 1_664_525) + 1_013_904_223) >>> 0;
    yield value;
  }
}

describe('a process that is killed while it appends', () => {
  it(`loses nothing that it acknowledged (${KILLS} kills)`, { timeout: 180_000 }, async () => {
    const state = newState();
    const random = randoms(SEED);
    let acknowledged = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const child = startChild('./append-child.ts', [state, 'r1']);
      const appends = 1 + (random.next().value % 60);
      for (let line = 0; line < appends; line += 1) acknowledged = Number(await child.line());
      acknowledged = Math.max(acknowledged, ...(await child.kill()).map(Number));
      await expectWhole(state, acknowledged);
    }
    expect(acknowledged).toBeGreaterThan(KILLS * 3);
    expect(checkDatabase(state)).toMatchObject({ ok: true });
  });
});

/** Everything acknowledged is there, nothing is missing in between, the view says the same. */
async function expectWhole(state: string, acknowledged: number): Promise<void> {
  const { store, close } = must(openStore(state));
  const events = must(await store.load('r1'));
  expect(events.length).toBeGreaterThanOrEqual(acknowledged);
  expect(events.every(({ seq }, index) => seq === index + 1)).toBe(true);
  // Batches of three: there is no part of one.
  expect(events.length % 3).toBe(0);
  close();
  const reader = must(openReader(state));
  expect(reader?.view('r1', 'task', 'last')).toMatchObject({
    seq: events.length,
    body: { phase: `${events.length} events` },
  });
  reader?.close();
}

describe('two processes that open a repository for the first time', () => {
  it('make one database between them', async () => {
    const state = newState();
    const children = ['r1', 'r2', 'r3'].map((run) => startChild('./append-child.ts', [state, run]));
    await Promise.all(children.map((child) => child.line()));
    await Promise.all(children.map((child) => child.kill()));
    const db = new Database(databaseFile(state), { readonly: true });
    const runs = db.prepare('select distinct run from events order by run').pluck().all();
    db.close();
    expect(runs).toEqual(['r1', 'r2', 'r3']);
  });
});
