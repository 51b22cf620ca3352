import Database from 'better-sqlite3';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkDatabase } from '../../../src/adapters/store/check-database.ts';
import { databaseFile, SCHEMA_VERSION } from '../../../src/adapters/store/layout.ts';
import { openReader } from '../../../src/adapters/store/reader.ts';
import { openStore } from '../../../src/adapters/store/sqlite-store.ts';
import type { Failure } from '../../../src/domain/failure.ts';
import type { Result } from '../../../src/domain/result.ts';
import { batch, must } from '../../contract/store.ts';
import { describeWith } from '../../support/capabilities.ts';
import { whileReadOnly } from '../../support/read-only.ts';
import { sampleEvents } from '../../support/sample-events.ts';
import { tempStates } from './temp-state.ts';

const newState = tempStates();
// Typed: the matchers are `any`.
const anyText: unknown = expect.any(String);
const anyNumber: unknown = expect.any(Number);
const textWith = (part: string): unknown => expect.stringContaining(part);

/** A state folder whose database `damage` has gone over. */
async function damaged(damage: (file: string) => void): Promise<string> {
  const state = newState();
  const { store, close } = must(openStore(state));
  for (const run of ['r1', 'r2', 'r3', 'r4']) {
    must(await store.append(batch(run, 0, { events: sampleEvents(run) })));
  }
  close();
  damage(databaseFile(state));
  return state;
}

/** Every file of a folder with the hash of its bytes. */
function contents(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(folder, { withFileTypes: true }).map((entry) => [
      entry.name,
      entry.isFile() ? hashOf(`${folder}/${entry.name}`) : '',
    ]),
  );
}

const hashOf = (file: string): string =>
  createHash('sha256').update(readFileSync(file)).digest('hex');

const OPENERS: readonly [string, (state: string) => Result<unknown, Failure>][] = [
  ['openStore', openStore],
  ['openReader', openReader],
  ['checkDatabase', checkDatabase],
];

/** All refuse, and nothing in the folder changes; nor is there a new file, unless SQLite had to look inside. */
function expectRefusal(state: string, code: string): void {
  for (const [name, open] of OPENERS) {
    const before = contents(state);
    const refused = open(state);
    expect(refused, name).toMatchObject({
      ok: false,
      error: { code, where: { file: databaseFile(state) }, hint: anyText },
    });
    const after = contents(state);
    expect(after['fanin.db'], name).toEqual(before['fanin.db']);
    if (code !== 'store-broken') expect(after, name).toEqual(before);
  }
}

/** Writes to a database by SQLite, and leaves no file beside it. */
function edit(file: string, sql: string): void {
  const db = new Database(file);
  db.exec(sql);
  db.close();
}

function overwrite(file: string, from: number, length: number): void {
  const bytes = readFileSync(file);
  bytes.fill(0xa5, from, from + length);
  writeFileSync(file, bytes);
}

describe('a database that is not ours to open', () => {
  it.each(['delete', 'wal'])('is left alone when another program made it (journal %s)', (mode) => {
    const state = newState();
    mkdirSync(state);
    edit(
      databaseFile(state),
      `pragma journal_mode = ${mode}; create table t (x); insert into t values (1)`,
    );
    expectRefusal(state, 'store-foreign');
    expect(readdirSync(state)).toEqual(['fanin.db']);
  });

  it('is left alone while the other program has it open', () => {
    const state = newState();
    mkdirSync(state);
    const other = new Database(databaseFile(state));
    other.exec('pragma journal_mode = wal; create table t (x)');
    const before = contents(state);
    for (const [, open] of OPENERS) {
      expect(open(state)).toMatchObject({ ok: false, error: { code: 'store-foreign' } });
    }
    // The -shm file is where its readers take their locks: one that looks leaves a trace in it.
    const trace = { 'fanin.db-shm': anyText };
    expect(contents(state)).toEqual({ ...before, ...trace });
    other.close();
  });

  it('is left alone when a newer fanin made it', async () => {
    const state = await damaged((file) =>
      edit(file, `pragma user_version = ${SCHEMA_VERSION + 1}`),
    );
    expectRefusal(state, 'store-newer');
    expect(readdirSync(state)).toEqual(['fanin.db']);
  });

  it('is not migrated back when the newer version is only in the log', async () => {
    const state = await damaged(() => undefined);
    const newer = new Database(databaseFile(state));
    newer.exec(`pragma user_version = ${SCHEMA_VERSION + 1}`);
    for (const [, open] of OPENERS) {
      expect(open(state)).toMatchObject({ ok: false, error: { code: 'store-newer' } });
    }
    // As after a power cut: the log is there, and the file's own header still says ours.
    for (const [name, open] of OPENERS) {
      const cut = newState();
      mkdirSync(cut);
      for (const suffix of ['', '-wal']) {
        copyFileSync(databaseFile(state) + suffix, databaseFile(cut) + suffix);
      }
      const { 'fanin.db': before } = contents(cut);
      expect(open(cut), name).toMatchObject({ ok: false, error: { code: 'store-newer' } });
      expect(contents(cut)['fanin.db'], name).toBe(before);
    }
    newer.close();
  });
});

describe('a damaged database', () => {
  it.each<[string, (file: string) => void]>([
    ['is empty', (file) => truncateSync(file, 0)],
    ['ends within the header', (file) => truncateSync(file, 57)],
    ['ends after the first page', (file) => truncateSync(file, 4096)],
    ['lacks its last byte', (file) => truncateSync(file, readFileSync(file).length - 1)],
    [
      'is a text',
      (file) => writeFileSync(file, 'these are not the bytes you are looking for\n'.repeat(9)),
    ],
    ['has a torn header', (file) => overwrite(file, 0, 16)],
    ['has garbage for its schema', (file) => overwrite(file, 100, 3996)],
    [
      'is a folder',
      (file) => {
        rmSync(file);
        mkdirSync(file);
      },
    ],
  ])('is refused and left as it is when it %s', async (_, damage) => {
    expectRefusal(await damaged(damage), 'store-broken');
  });

  it('with garbage pages further on is found by the check, and by whoever reads them', async () => {
    const state = await damaged((file) =>
      overwrite(file, 2 * 4096, readFileSync(file).length - 2 * 4096),
    );
    const before = contents(state)['fanin.db'];
    expect(checkDatabase(state)).toMatchObject({ ok: false, error: { code: 'store-broken' } });
    const opened = openStore(state);
    const seen = opened.ok ? await opened.value.store.load('r3') : opened;
    expect(seen).toMatchObject({ ok: false, error: { code: 'store-broken' } });
    if (opened.ok) opened.value.close();
    expect(contents(state)['fanin.db']).toBe(before);
  });

  it('with a hole in the log is found by the check', async () => {
    const state = await damaged((file) => edit(file, 'delete from events where seq = 3'));
    expect(checkDatabase(state)).toMatchObject({
      ok: false,
      error: { code: 'store-broken', message: textWith('event 3') },
    });
  });

  it('that another fanin is making never shows half of itself', () => {
    const state = newState();
    must(openStore(state)).close();
    expect(readdirSync(state)).toEqual(['fanin.db']);
  });
});

describe('a database in good order', () => {
  it('passes the check', async () => {
    const state = await damaged(() => undefined);
    const expected = { events: 4 * sampleEvents('r1').length, bytes: anyNumber };
    expect(checkDatabase(state)).toEqual({ ok: true, value: expected });
  });

  it('that is not there is nothing to check and nothing to make', () => {
    const state = newState();
    expect(checkDatabase(state)).toEqual({ ok: true, value: null });
    expect(existsSync(state)).toBe(false);
  });
});

describeWith(['read-only'], 'a database that may not be written', () => {
  it('is refused when the file is read-only', async () => {
    const state = await damaged(() => undefined);
    const opened = await whileReadOnly(state, () => openStore(state));
    expect(opened).toMatchObject({ ok: false, error: { code: 'store-readonly' } });
  });

  it('is refused when there is none and the folder is read-only', async () => {
    const state = newState();
    mkdirSync(state, { recursive: true });
    const opened = await whileReadOnly(state, () => openStore(state));
    expect(opened).toMatchObject({ ok: false, error: { code: 'store-readonly' } });
  });
});
