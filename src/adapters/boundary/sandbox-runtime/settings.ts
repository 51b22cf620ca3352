import { readFileSync } from 'node:fs';
import type { RuntimeConfig } from './runtime.ts';

/** What the program in front of a command is told. It is fanin's own word: nobody inside can write it. */
export interface EnterSettings {
  /** See `loadRuntime`. */
  readonly module: string;
  readonly config: RuntimeConfig;
  /** A folder of the boundary's, to work in: the runtime closes names below it. */
  readonly folder: string;
  /** Where refused names are written down. */
  readonly refusals: string;
  /** For TMPDIR. */
  readonly temporary: string;
  /** See `writableParts`: none of these may have become a link. */
  readonly nested: readonly string[];
}

/** Where the environment of the command is, one `NAME=value` each: fanin's own program must not go by it. */
export const ENTRY_PREFIX = 'FANIN_ENTRY_';

export const readSettings = (path: string): EnterSettings =>
  JSON.parse(readFileSync(path, 'utf8')) as EnterSettings;
