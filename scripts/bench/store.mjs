import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../dist/adapters/store/sqlite-store.js';
import { batchOf, EVENTS_PER_BATCH, RUN } from './store-batch.mjs';

const EVENTS = 100_000;
const BASELINE = 'better-sqlite3 alone, the same rows in the same batches';

/**
 * Appends and projects 100,000 events in batches of 5 events and 2 views, each batch one transaction
 * that reaches the disk. Memory is the highest resident size of this process, sampled at each 1 % of the way.
 * @returns {Promise<{ name: string, value: number, unit: string, baseline?: { name: string, value: number } }[]>}
 */
export async function benchStore() {
  const folder = mkdtempSync(join(tmpdir(), 'fanin-bench-'));
  try {
    const raw = await measure((batches) => runRaw(join(folder, 'raw.db'), batches));
    const store = await measure((batches) => runStore(join(folder, 'state'), batches));
    const baseline = (value) => ({ name: BASELINE, value });
    return [
      {
        name: 'store: events appended and projected',
        value: store.rate,
        unit: 'events/s',
        baseline: baseline(raw.rate),
      },
      {
        name: 'store: highest resident memory',
        value: store.rssMb,
        unit: 'MB',
        baseline: baseline(raw.rssMb),
      },
      { name: 'store: a run of 100,000 events loaded', value: store.extra, unit: 'ms' },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Times `run`, which takes its batches from an iterator and gives back whatever else it measured. */
async function measure(run) {
  let rss = 0;
  const count = EVENTS / EVENTS_PER_BATCH;
  function* batches() {
    for (let index = 0; index < count; index += 1) {
      if (index % (count / 100) === 0) rss = Math.max(rss, process.memoryUsage.rss());
      yield batchOf(index);
    }
  }
  const { ms, extra } = await run(batches());
  return { rate: Math.round(EVENTS / (ms / 1000)), rssMb: Math.round(rss / 2 ** 20), extra };
}

async function runStore(stateDir, batches) {
  const opened = openStore(stateDir);
  if (!opened.ok) throw new Error(opened.error.message);
  const { store, close } = opened.value;
  const start = performance.now();
  let after = 0;
  for (const { events, views } of batches) {
    // One at a time, as the engine does.
    const done = await store.append({ run: RUN, at: 1, after, events, views, answers: [] });
    if (!done.ok) throw new Error(done.error.message);
    after = done.value;
  }
  const ms = performance.now() - start;
  const loading = performance.now();
  const loaded = await store.load(RUN);
  const extra = Math.round(performance.now() - loading);
  if (!loaded.ok) throw new Error(loaded.error.message);
  if (loaded.value.length !== EVENTS) throw new Error(`${loaded.value.length} events came back`);
  close();
  return { ms, extra };
}

async function runRaw(file, batches) {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec(`create table events (seq integer primary key, run text, at integer, type text, version integer, data text);
    create index events_by_run on events (run, seq);
    create table views (run text, kind text, id text, body text, seq integer, primary key (run, kind, id))`);
  const event = db.prepare(
    'insert into events (run, at, type, version, data) values (?, ?, ?, 1, ?)',
  );
  const view = db.prepare('insert or replace into views values (?, ?, ?, ?, ?)');
  const write = db.transaction((batch) => {
    let seq = 0;
    for (const { type, ...data } of batch.events) {
      seq = Number(event.run(RUN, 1, type, JSON.stringify(data)).lastInsertRowid);
    }
    for (const { kind, id, body } of batch.views)
      view.run(RUN, kind, id, JSON.stringify(body), seq);
  });
  const start = performance.now();
  for (const batch of batches) write.immediate(batch);
  const ms = performance.now() - start;
  db.close();
  return { ms, extra: null };
}
