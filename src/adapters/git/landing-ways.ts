import { join, resolve } from 'node:path';
import type { RepositoryPlace } from './discover.ts';
import type { ConfigEntry } from './environment.ts';
import { readSettings } from './settings.ts';

/** What the user wants done at a landing beyond moving a ref. */
export interface LandingWays {
  /** Commits are signed, as the user's git is set up to sign. */
  readonly sign: boolean;
  /** The repository's own hooks run: `commit-msg`, `reference-transaction`, `pre-push`. */
  readonly hooks: boolean;
}

/** Nothing of it. */
export const PLAIN_LANDING: LandingWays = { sign: false, hooks: false };

/**
 * The setting that lets the repository's hooks run again, which are off for every command of fanin's
 * otherwise. The last of the user's own settings counts, as for git.
 */
export const ownHooks = async (place: RepositoryPlace): Promise<ConfigEntry> => {
  const settings = await readSettings(place.commonDir);
  const set = settings.ok
    ? settings.value.findLast(({ key, scope }) => key === 'core.hookspath' && scope !== 'command')
    : undefined;
  const folder = set === undefined ? join(place.commonDir, 'hooks') : set.value;
  return ['core.hooksPath', folder.startsWith('~/') ? folder : resolve(place.root, folder)];
};
