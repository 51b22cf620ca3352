import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import type { fdatasync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { diskSync, SYNC_WITHIN_MS } from '../../../src/adapters/store/disk-sync.ts';

let folder = '';
let file = '';
beforeEach(() => {
  vi.useFakeTimers();
  folder = mkdtempSync(join(tmpdir(), 'fanin-sync-'));
  file = join(folder, 'fanin.db');
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

/** A disk that says when it is done only when it is told to. */
function disk() {
  const asked: (() => void)[] = [];
  const sync = ((_fd: number, done: () => void) => void asked.push(done)) as typeof fdatasync;
  return { asked, sync };
}

describe('commits on their way to the disk', () => {
  it('are brought there together, within the time that a power cut may take', () => {
    writeFileSync(`${file}-wal`, '');
    const { asked, sync } = disk();
    const commits = diskSync(file, sync);
    commits.written();
    commits.written();
    vi.advanceTimersByTime(SYNC_WITHIN_MS - 1);
    expect(asked).toHaveLength(0);
    vi.advanceTimersByTime(1);
    expect(asked).toHaveLength(1);
    commits.written();
    vi.advanceTimersByTime(SYNC_WITHIN_MS);
    expect(asked).toHaveLength(2);
    for (const done of asked) done();
    commits.close();
  });

  it('are not asked for when nothing was committed, or when there is no log', () => {
    const { asked, sync } = disk();
    const commits = diskSync(file, sync);
    vi.advanceTimersByTime(10 * SYNC_WITHIN_MS);
    commits.written();
    vi.advanceTimersByTime(10 * SYNC_WITHIN_MS);
    expect(asked).toHaveLength(0);
    commits.close();
  });

  it('are left to the closing database at the end', () => {
    writeFileSync(`${file}-wal`, '');
    const { asked, sync } = disk();
    const commits = diskSync(file, sync);
    commits.written();
    commits.close();
    commits.written();
    vi.advanceTimersByTime(10 * SYNC_WITHIN_MS);
    expect(asked).toHaveLength(0);
  });

  it('may be closed while the disk is still at work', () => {
    writeFileSync(`${file}-wal`, '');
    const { asked, sync } = disk();
    const commits = diskSync(file, sync);
    commits.written();
    vi.advanceTimersByTime(SYNC_WITHIN_MS);
    commits.close();
    expect(() => asked[0]?.()).not.toThrow();
  });
});
