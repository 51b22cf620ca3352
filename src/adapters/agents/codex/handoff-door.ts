import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { HandoffDoor } from './driver-config.ts';

/** A longer hand-off is none. */
const MAX_BYTES = 1024 * 1024;

/** Makes the link before the agent starts. Whatever fails leaves the agent without a hand-off, nothing worse. */
export function openDoor({ file, folder }: HandoffDoor): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    rmSync(file, { force: true });
    symlinkSync(inside(folder), file);
  } catch {
    // The final message carries the claims.
  }
}

/** Puts what was written in place of the link. The agent owns the folder, so only a plain file counts. */
export function closeDoor({ file, folder }: HandoffDoor): void {
  try {
    const text = readPlain(inside(folder));
    rmSync(file, { force: true });
    if (text !== null) writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  } catch {
    // As above.
  }
}

const inside = (folder: string): string => join(folder, 'handoff.json');

function readPlain(path: string): Buffer | null {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    const state = fstatSync(file);
    return state.isFile() && state.size <= MAX_BYTES ? readFileSync(file) : null;
  } finally {
    closeSync(file);
  }
}
