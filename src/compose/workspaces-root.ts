import { loadConfig } from '../adapters/config/load-config.ts';
import type { RepositoryPlace } from '../adapters/git/discover.ts';

/** Where the config puts workspaces; null: beside the repository. A broken config moves nothing. */
export const workspacesRootOf = async (place: RepositoryPlace): Promise<string | null> => {
  const loaded = await loadConfig(place.root);
  return loaded.ok ? loaded.value.config.workspacesRoot : null;
};
