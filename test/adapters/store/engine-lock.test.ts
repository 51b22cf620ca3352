import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { acquireEngineLock, engineRuns } from '../../../src/adapters/store/engine-lock.ts';
import { engineLockFile } from '../../../src/adapters/store/layout.ts';
import { openStore } from '../../../src/adapters/store/sqlite-store.ts';
import { must } from '../../contract/store.ts';
import { startChild } from './child.ts';
import { tempStates } from './temp-state.ts';

const newState = tempStates();

describe('the engine lock', () => {
  it('is held by one engine at a time, and by the next when it is given back', () => {
    const state = newState();
    const first = must(acquireEngineLock(state));
    expect(acquireEngineLock(state)).toMatchObject({
      ok: false,
      error: { code: 'engine-running' },
    });
    first.release();
    first.release();
    must(acquireEngineLock(state)).release();
  });

  it('knows when the file that it locked is gone or another one', () => {
    const state = newState();
    const lock = must(acquireEngineLock(state));
    expect(lock.inPlace()).toBe(true);
    rmSync(engineLockFile(state));
    expect(lock.inPlace()).toBe(false);
    const second = must(acquireEngineLock(state));
    expect([lock.inPlace(), second.inPlace()]).toEqual([false, true]);
    lock.release();
    second.release();
  });

  it('is free at once when its holder is killed', async () => {
    const state = newState();
    const child = startChild('./lock-child.ts', [state]);
    expect(await child.line()).toBe('locked');
    expect(engineRuns(state)).toBe(true);
    expect(acquireEngineLock(state)).toMatchObject({
      ok: false,
      error: { code: 'engine-running' },
    });
    await child.kill();
    expect(engineRuns(state)).toBe(false);
    must(acquireEngineLock(state)).release();
    expect(readdirSync(state)).toEqual(['engine.lock']);
  });

  it('refuses another process while this one holds it', async () => {
    const state = newState();
    const lock = must(acquireEngineLock(state));
    const child = startChild('./lock-child.ts', [state]);
    expect(await child.line()).toBe('engine-running');
    await child.kill();
    lock.release();
  });

  it('says who holds it, once that engine has announced itself', () => {
    const state = newState();
    const lock = must(acquireEngineLock(state));
    const store = must(openStore(state));
    must(store.announce({ pid: process.pid, startTime: '7', run: 'r0wq3k1', since: 5 }));
    const naming: unknown = expect.stringContaining(`process ${process.pid}, run r0wq3k1`);
    expect(acquireEngineLock(state)).toMatchObject({
      error: { message: naming },
    });
    must(store.announce(null));
    expect(acquireEngineLock(state)).toMatchObject({
      error: { message: 'an engine already runs in this repository' },
    });
    store.close();
    lock.release();
  });

  it('does not name an engine that is gone', async () => {
    const state = newState();
    const gone = startChild('./lock-child.ts', [newState()]);
    await gone.line();
    await gone.kill();
    const store = must(openStore(state));
    must(store.announce({ pid: gone.pid, startTime: '7', run: 'r1', since: 5 }));
    const lock = must(acquireEngineLock(state));
    expect(acquireEngineLock(state)).toMatchObject({
      error: { message: 'an engine already runs in this repository' },
    });
    lock.release();
    store.close();
  });

  it('does not care about looks at it, and looking makes no file', () => {
    const state = newState();
    expect(engineRuns(state)).toBe(false);
    must(openStore(state)).close();
    expect(engineRuns(state)).toBe(false);
    expect(readdirSync(state)).toEqual(['fanin.db']);
    const lock = must(acquireEngineLock(state));
    expect([engineRuns(state), engineRuns(state)]).toEqual([true, true]);
    lock.release();
    expect(engineRuns(state)).toBe(false);
  });

  it('is refused, with the file, when that is no lock file', () => {
    const state = newState();
    must(openStore(state)).close();
    writeFileSync(engineLockFile(state), 'nonsense '.repeat(500));
    expect(acquireEngineLock(state)).toMatchObject({
      ok: false,
      error: { code: 'store-broken', where: { file: engineLockFile(state) } },
    });
  });
});
