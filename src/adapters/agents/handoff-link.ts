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

/**
 * For CLIs that open folders, not files, and no folder that holds other workspaces: the file that
 * fanin looks for is a link into a folder that is the attempt's own.
 */
export interface HandoffLink {
  /** Where fanin looks for the hand-off. */
  readonly file: string;
  /** The folder that is opened to the agent. */
  readonly folder: string;
}

/** A longer hand-off is none. */
const MAX_BYTES = 1024 * 1024;

/** Makes the link before the agent starts. Whatever fails leaves the agent without a hand-off, nothing worse. */
export function layLink({ file, folder }: HandoffLink): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    rmSync(file, { force: true });
    symlinkSync(target(folder), file);
  } catch {
    // The final message carries the claims.
  }
}

/** Puts what was written in the link's place. The agent owns the folder, so only a plain file counts. */
export function takeLink({ file, folder }: HandoffLink): void {
  try {
    const text = readPlain(target(folder));
    rmSync(file, { force: true });
    if (text !== null) writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  } catch {
    // As above.
  }
}

const target = (folder: string): string => join(folder, 'handoff.json');

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
