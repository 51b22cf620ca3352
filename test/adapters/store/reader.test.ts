import Database from 'better-sqlite3';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { databaseFile } from '../../../src/adapters/store/layout.ts';
import { openReader } from '../../../src/adapters/store/reader.ts';
import type { Reader } from '../../../src/adapters/store/reader.ts';
import { openStore } from '../../../src/adapters/store/sqlite-store.ts';
import type { SqliteStore } from '../../../src/adapters/store/sqlite-store.ts';
import { encodeEvent } from '../../../src/protocol/events.ts';
import { batch, must, taskView } from '../../contract/store.ts';
import { describeWith } from '../../support/capabilities.ts';
import { runView } from '../../support/run-view.ts';
import { sampleEvents } from '../../support/sample-events.ts';
import { tempStates } from './temp-state.ts';

const newState = tempStates();

/** A store and a reader on it, closed after the test. */
async function beside(
  test: (store: SqliteStore, reader: Reader, state: string) => Promise<void>,
): Promise<void> {
  const state = newState();
  const store = must(openStore(state));
  const reader = must(openReader(state));
  if (reader === null) throw new Error('no database');
  try {
    await test(store, reader, state);
  } finally {
    reader.close();
    store.close();
  }
}

describe('a reader', () => {
  it('is nothing where there is no database, and makes none', () => {
    const state = newState();
    expect(openReader(state)).toEqual({ ok: true, value: null });
    expect(existsSync(state)).toBe(false);
  });

  it('sees runs, newest first, and views by kind and id, while the store writes', async () => {
    await beside(async ({ store }, reader) => {
      expect(reader.runs()).toEqual([]);
      const views = [
        runView('r1', 'old'),
        taskView('r1', 'b', 'ready'),
        taskView('r1', 'a', 'ready'),
      ];
      must(await store.append(batch('r1', 0, { events: [{ type: 'run.resumed', at: 1 }], views })));
      must(await store.append(batch('r2', 0, { views: [runView('r2', 'new')] })));
      expect(reader.runs().map(({ run, body }) => [run, body.goal])).toEqual([
        ['r2', 'new'],
        ['r1', 'old'],
      ]);
      expect(reader.views('r1', 'task').map(({ id, seq }) => [id, seq])).toEqual([
        ['a', 1],
        ['b', 1],
      ]);
      expect(reader.view('r1', 'task', 'a')?.body).toEqual(views[2]?.body);
      expect(reader.view('r1', 'task', 'z')).toBeNull();
      expect(reader.view('r2', 'task', 'a')).toBeNull();
    });
  });

  it('gives raw events after a seq, no more than asked for', async () => {
    await beside(async ({ store }, reader) => {
      const events = sampleEvents('r1');
      must(await store.append(batch('r1', 0, { events, at: 9 })));
      const all = reader.events('r1', 0, 1000);
      expect(all).toHaveLength(events.length);
      const expected = events.slice(3, 5).map((event, index) => ({
        seq: 4 + index,
        run: 'r1',
        at: 9,
        ...encodeEvent(event),
      }));
      expect(reader.events('r1', 3, 2)).toEqual(expected);
      expect(reader.events('r1', events.length, 10)).toEqual([]);
    });
  });

  it('sees telemetry, open commands, the engine, and that something changed', async () => {
    await beside(async ({ store, telemetry, announce }, reader) => {
      const row = {
        tokens: 5,
        lastTool: 'x',
        model: null,
        subAgents: 2,
        rateLimitedSince: null,
        outputBytes: 1,
        checkpoint: null,
        unknownRecords: 0,
        diskBytes: 4096,
        at: 3,
      };
      const version = reader.version();
      await telemetry.put("r1-it's-1", row);
      expect(reader.version()).not.toBe(version);
      expect([...reader.telemetry(["r1-it's-1", 'none'])]).toEqual([["r1-it's-1", row]]);
      const id = must(await store.submit('r1', { type: 'stop-run', mode: 'now', by: 'ada' }, 1));
      expect([reader.inboxOpen('r1'), reader.inboxOpen('r2')]).toEqual([1, 0]);
      must(
        await store.append(batch('r1', 0, { answers: [{ id, answer: { ok: true, note: '' } }] })),
      );
      expect(reader.inboxOpen('r1')).toBe(0);
      expect(reader.engine()).toBeNull();
      const engine = { pid: 12, startTime: '99', run: null, since: 4 };
      must(announce(engine));
      expect(reader.engine()).toEqual(engine);
    });
  });

  it('sees one moment within a snapshot', async () => {
    await beside(async ({ announce }, reader) => {
      const seen = reader.snapshot(() => {
        const before = reader.engine();
        must(announce({ pid: 1, startTime: '', run: null, since: 1 }));
        return [before, reader.engine()];
      });
      expect(seen).toEqual([null, null]);
      expect(reader.engine()).not.toBeNull();
    });
  });

  it('cannot write', async () => {
    await beside(async (_, reader, state) => {
      const db = new Database(databaseFile(state), { readonly: true });
      expect(() => db.exec('delete from events')).toThrow(/readonly/u);
      db.close();
      expect(reader.runs()).toEqual([]);
    });
  });

  it('leaves tables of an earlier version to whoever may write', () => {
    const state = newState();
    must(openStore(state)).close();
    const db = new Database(databaseFile(state));
    db.pragma('user_version = 0');
    db.close();
    expect(openReader(state)).toMatchObject({ ok: false, error: { code: 'store-older' } });
  });
});

describeWith(['proc'], 'a reader in the process of a store', () => {
  // The locks of a process on a file are lost when it closes any descriptor of that file.
  it('takes none of its locks away when it comes and goes', async () => {
    await beside(async ({ store }, _, state) => {
      must(await store.append(batch('r1', 0, { events: [{ type: 'run.resumed', at: 1 }] })));
      expect(locksOn(databaseFile(state))).toHaveLength(1);
      must(openReader(state))?.close();
      must(openStore(state)).close();
      expect(locksOn(databaseFile(state))).toHaveLength(1);
    });
  });
});

/** The kernel's lines about locks on a file. */
function locksOn(file: string): readonly string[] {
  const inode = `:${statSync(file).ino} `;
  return readFileSync('/proc/locks', 'utf8')
    .split('\n')
    .filter((line) => line.includes(inode));
}

describe('what read-only commands load', () => {
  it.each(['reader.ts', 'engine-lock.ts'])('%s leads to neither Kysely nor zod', (entry) => {
    const folder = fileURLToPath(new URL('../../../src/adapters/store/', import.meta.url));
    const packages = new Set<string>();
    const seen = new Set<string>();
    collectImports(join(folder, entry), seen, packages);
    expect([...packages].filter((name) => !name.startsWith('node:'))).toEqual(['better-sqlite3']);
    expect(seen.size).toBeGreaterThan(4);
  });
});

/** Follows the imports of values. */
function collectImports(file: string, seen: Set<string>, packages: Set<string>): void {
  if (seen.has(file)) return;
  seen.add(file);
  const source = readFileSync(file, 'utf8');
  for (const [, name = ''] of source.matchAll(
    /^(?:import|export) (?!type )[^;]*? from '([^']+)';/gmsu,
  )) {
    if (name.startsWith('.')) collectImports(join(dirname(file), name), seen, packages);
    else packages.add(name);
  }
}
