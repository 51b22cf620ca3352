import { closeSync, fdatasync, openSync } from 'node:fs';

/** Brings commits to the disk: not each by itself, but all of them soon. See docs/adr/0010. */
export interface DiskSync {
  /** Something was committed. */
  written(): void;
  /** Nothing more will be. Closing the database brings the rest to the disk. */
  close(): void;
}

/** A power cut takes at most what was committed within this time, in ms. */
export const SYNC_WITHIN_MS = 1_000;

/** For the database `file`, whose log stays the same file as long as a connection is open. */
export function diskSync(file: string, sync: typeof fdatasync = fdatasync): DiskSync {
  let timer: NodeJS.Timeout | null = null;
  let log: number | null = null;
  let syncing = false;
  let closed = false;
  const letGo = (): void => {
    if (closed && !syncing && log !== null) {
      closeSync(log);
      log = null;
    }
  };
  const run = (): void => {
    timer = null;
    log ??= openLog(file);
    if (log === null) return;
    syncing = true;
    // What the disk has against it, the next commit will be told.
    sync(log, () => {
      syncing = false;
      letGo();
    });
  };
  return {
    written: () => {
      if (timer !== null || closed) return;
      timer = setTimeout(run, SYNC_WITHIN_MS);
      // Who ends before that closes the database.
      timer.unref();
    },
    close: () => {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      letGo();
    },
  };
}

/** Null: there is no log, so everything is in the database and on the disk. */
function openLog(file: string): number | null {
  try {
    return openSync(`${file}-wal`, 'r');
  } catch {
    return null;
  }
}
