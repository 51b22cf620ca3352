import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { databaseFile, SCHEMA_VERSION } from '../../../src/adapters/store/layout.ts';
import { MIGRATIONS } from '../../../src/adapters/store/migrate.ts';
import { openConnection } from '../../../src/adapters/store/open-connection.ts';
import { openReader } from '../../../src/adapters/store/reader.ts';
import { openStore } from '../../../src/adapters/store/sqlite-store.ts';
import type { Project, SqliteStore } from '../../../src/adapters/store/sqlite-store.ts';
import { batch, must, storeContract, taskView } from '../../contract/store.ts';
import type { StoreUnderTest } from '../../contract/store.ts';
import { storeFenceContract } from '../../contract/store-fence.ts';
import { sampleStart } from '../../support/sample-events.ts';
import { tempStates } from './temp-state.ts';

const newState = tempStates();

const ENGINE = { pid: process.pid, startTime: '', run: null, since: 0 };

const make = (): StoreUnderTest => {
  const state = newState();
  const first = must(openStore(state));
  const second = must(openStore(state));
  const engines: SqliteStore[] = [];
  return {
    store: first.store,
    other: second.store,
    engine: () => {
      const engine = must(openStore(state));
      engines.push(engine);
      must(engine.announce(ENGINE));
      return engine.store;
    },
    verdicts: first.verdicts,
    telemetry: first.telemetry,
    views: (run) => viewsOf(state, run),
    close: () => {
      first.close();
      second.close();
      for (const engine of engines) engine.close();
    },
  };
};

storeContract('the SQLite store', make);
storeFenceContract('the SQLite store', make);

function viewsOf(state: string, run: string): Readonly<Record<string, unknown>> {
  const reader = must(openReader(state));
  if (reader === null) throw new Error('no database');
  try {
    const kinds = ['run', 'task', 'attempt', 'delivery'] as const;
    return Object.fromEntries(
      kinds.flatMap((kind) =>
        reader.views(run, kind).map(({ id, body }) => [`${kind} ${id}`, body] as const),
      ),
    );
  } finally {
    reader.close();
  }
}

const readied = (task: string) => ({ type: 'task.readied', at: 5, task }) as const;

describe('the SQLite store', () => {
  it('has as many migrations as the version of its tables says', () => {
    expect(MIGRATIONS).toHaveLength(SCHEMA_VERSION);
  });

  it('writes down which engine wrote an event, and keeps what a later one has said of itself', async () => {
    const state = newState();
    const [first, second] = [must(openStore(state)), must(openStore(state))];
    must(first.announce(ENGINE));
    must(await first.store.append(batch('r1', 0, { events: [readied('a')] })));
    must(second.announce({ ...ENGINE, run: 'r1' }));
    must(await second.store.append(batch('r1', 1, { events: [readied('b')] })));
    expect([first.epoch(), second.epoch()]).toEqual([1, 2]);
    must(first.announce(null));
    const db = new Database(databaseFile(state));
    expect(db.prepare('select epoch from events order by seq').pluck().all()).toEqual([1, 2]);
    expect(db.prepare('select run from engine').pluck().all()).toEqual(['r1']);
    must(second.announce(null));
    expect(db.prepare('select run from engine').pluck().all()).toEqual([]);
    db.close();
    first.close();
    second.close();
  });

  it('makes the views anew when a new version has changed their shape', async () => {
    const state = newState();
    const store = must(openStore(state));
    must(await store.store.append(batch('r1', 0, { events: [sampleStart('r1')] })));
    store.close();
    const db = new Database(databaseFile(state));
    db.exec('drop table fence; alter table events drop column epoch');
    db.exec(
      `insert or replace into views values ('r1', 'attempt', 'r1-a-1', '{"old":true}', 1); pragma user_version = 1`,
    );
    db.close();
    const next = must(openStore(state));
    expect(next.viewsAreMissing()).toBe(true);
    must(next.rebuildViews(() => []));
    expect(must(await next.store.load('r1')).map(({ event }) => event)).toEqual([
      sampleStart('r1'),
    ]);
    next.close();
  });

  it('keeps what it acknowledged when it is opened again', async () => {
    const state = newState();
    const first = must(openStore(state));
    must(await first.store.append(batch('r1', 0, { events: [sampleStart('r1')] })));
    first.close();
    const second = must(openStore(state));
    expect(must(await second.store.load('r1')).map(({ event }) => event)).toEqual([
      sampleStart('r1'),
    ]);
    second.close();
  });

  it('writes ahead, waits for the disk at each checkpoint, and says whose file it is', () => {
    const state = newState();
    must(openStore(state)).close();
    const db = must(openConnection(databaseFile(state)));
    expect(db.pragma('synchronous', { simple: true })).toBe(1);
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(db.pragma('application_id', { simple: true })).toBe(0x66616e69);
    expect(db.pragma('user_version', { simple: true })).toBe(SCHEMA_VERSION);
    db.close();
  });

  it('keeps nothing of a batch for which the disk is too full, and goes on afterwards', async () => {
    const state = newState();
    const { store, close } = must(openStore(state, { maxPages: 30 }));
    const prompt = 'x'.repeat(200_000);
    const full = await store.append(
      batch('r1', 0, {
        events: [readied('a'), readied(prompt)],
        views: [taskView('r1', 'a', 'ready')],
      }),
    );
    expect(full).toMatchObject({
      ok: false,
      error: { code: 'store-full', where: { file: databaseFile(state) } },
    });
    expect(must(await store.load('r1'))).toEqual([]);
    expect(viewsOf(state, 'r1')).toEqual({});
    expect(must(await store.append(batch('r1', 0, { events: [readied('a')] })))).toBe(1);
    close();
  });

  it('says so when another process holds the database for too long', async () => {
    const state = newState();
    const { store, close } = must(openStore(state, { busyTimeoutMs: 1 }));
    const other = new Database(databaseFile(state));
    other.exec('begin immediate');
    const busy = await store.append(batch('r1', 0, { events: [readied('a')] }));
    expect(busy).toMatchObject({ ok: false, error: { code: 'store-busy' } });
    other.exec('rollback');
    other.close();
    expect(must(await store.append(batch('r1', 0, { events: [readied('a')] })))).toBe(1);
    close();
  });

  it('answers a command that it cannot read, and gives the others on', async () => {
    const state = newState();
    const { store, close } = must(openStore(state));
    const other = new Database(databaseFile(state));
    const insert = other.prepare('insert into inbox (run, at, command) values (?, 1, ?)');
    const broken = [
      '{"version":2,"command":{}}',
      'no json',
      '{"version":1,"command":{"type":"fly"}}',
    ];
    const ids = broken.map((text) => Number(insert.run('r1', text).lastInsertRowid));
    other.close();
    const id = must(await store.submit('r1', { type: 'stop-run', mode: 'now', by: 'ada' }, 1));
    expect((await store.inbox()).map((item) => item.id)).toEqual([id]);
    for (const unread of ids) {
      expect(await store.answer(unread)).toMatchObject({
        answer: { ok: false, failure: { code: 'command-unreadable' } },
      });
    }
    close();
  });

  it.each([
    ['log-newer', 'task.readied', 2, '{"at":1,"task":"a"}'],
    ['log-newer', 'task.sung', 1, '{}'],
    ['event-broken', 'task.readied', 1, '{"at":"noon","task":"a"}'],
    ['event-broken', 'task.readied', 1, '{"at":1,'],
    ['event-broken', 'task.readied', 1, '[]'],
  ])('gives %s for an event `%s` in version %i: %s', async (code, type, version, data) => {
    const state = newState();
    const { store, close } = must(openStore(state));
    const other = new Database(databaseFile(state));
    other
      .prepare('insert into events (run, at, type, version, data) values (?, 1, ?, ?, ?)')
      .run('r1', type, version, data);
    other.close();
    const loaded = await store.load('r1');
    expect(loaded).toMatchObject({
      ok: false,
      error: { code, where: { file: databaseFile(state) } },
    });
    expect(JSON.stringify(loaded)).toContain('event 1, run r1');
    close();
  });
});

/** One view for each task that was readied, with the number of times. */
const project: Project = (run, events) => {
  const phases = new Map<string, number>();
  for (const { event } of events) {
    if (event.type === 'task.readied') phases.set(event.task, (phases.get(event.task) ?? 0) + 1);
  }
  return [...phases].map(([task, count]) => taskView(run, task, `readied ${count}`));
};

describe('rebuilding the views', () => {
  it('makes them again from the events, and leaves no other behind', async () => {
    const state = newState();
    const opened = must(openStore(state));
    const events = [readied('a'), readied('b'), readied('a')];
    expect(opened.viewsAreMissing()).toBe(false);
    must(await opened.store.append(batch('r1', 0, { events })));
    expect(opened.viewsAreMissing()).toBe(true);
    must(
      await opened.store.append(
        batch('r2', 0, { events: [readied('z')], views: [taskView('r2', 'wrong', 'x')] }),
      ),
    );
    expect(opened.viewsAreMissing()).toBe(false);
    expect(opened.rebuildViews(project)).toEqual({ ok: true, value: null });
    expect(viewsOf(state, 'r1')).toMatchObject({
      'task a': { phase: 'readied 2' },
      'task b': { phase: 'readied 1' },
    });
    expect(Object.keys(viewsOf(state, 'r2'))).toEqual(['task z']);
    opened.close();
  });

  it('changes nothing when an event cannot be read', async () => {
    const state = newState();
    const opened = must(openStore(state));
    must(
      await opened.store.append(
        batch('r1', 0, { events: [readied('a')], views: [taskView('r1', 'a', 'old')] }),
      ),
    );
    const other = new Database(databaseFile(state));
    other.exec(`insert into events (run, at, type, version, data) values ('r1', 1, 'x', 9, '{}')`);
    other.close();
    expect(opened.rebuildViews(project)).toMatchObject({ ok: false, error: { code: 'log-newer' } });
    expect(viewsOf(state, 'r1')).toMatchObject({ 'task a': { phase: 'old' } });
    opened.close();
  });
});
