import { loadConfig } from '../adapters/config/load-config.ts';
import { PLAIN_LANDING } from '../adapters/git/landing-ways.ts';
import type { RemoteTarget } from '../adapters/git/remote-target.ts';
import type { LandingWays } from '../adapters/git/landing-ways.ts';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { DISK_LIMIT } from '../domain/config/resolve-config.ts';
import type { BringWish } from '../adapters/setup/bring-folders.ts';

/** Where the config puts workspaces; null: beside the repository. A broken config moves nothing. */
export const workspacesRootOf = async (place: RepositoryPlace): Promise<string | null> => {
  const loaded = await loadConfig(place.root);
  return loaded.ok ? loaded.value.config.workspacesRoot : null;
};

/** What an attempt may take on the disk, in bytes. A broken config changes nothing about it. */
export const diskLimitOf = async (place: RepositoryPlace): Promise<number> => {
  const loaded = await loadConfig(place.root);
  return loaded.ok ? loaded.value.config.diskLimit : DISK_LIMIT;
};

/** Landings as the config wants them. `shared`: the branch that others push to, too; null: there is none. */
export interface Landings extends LandingWays {
  readonly shared: RemoteTarget | null;
}

/** What the config wants done at a landing; a broken one nothing that the next landing could not do without. */
export const landingsOf = async (place: RepositoryPlace): Promise<Landings> => {
  const loaded = await loadConfig(place.root);
  if (!loaded.ok) return { ...PLAIN_LANDING, shared: null };
  const { push, ...ways } = loaded.value.config.landing;
  return { ...ways, shared: push === null ? null : { place, ...remoteBranch(push) } };
};

/** `origin/main`: the remote's name ends at the first slash. */
export const remoteBranch = (push: string): { readonly remote: string; readonly ref: string } => {
  const [remote = '', ...branch] = push.split('/');
  return { remote, ref: `refs/heads/${branch.join('/')}` };
};

/** What the config lets workspaces have of the main checkout. A broken config brings nothing. */
export const bringWishOf = async (place: RepositoryPlace): Promise<BringWish> => {
  const loaded = await loadConfig(place.root);
  if (!loaded.ok) return { bring: [], copyLimit: 0 };
  const { bring, copyLimit } = loaded.value.config;
  return { bring, copyLimit };
};
