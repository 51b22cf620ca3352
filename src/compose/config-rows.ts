import { loadConfig } from '../adapters/config/load-config.ts';
import { loadPolicy } from '../adapters/config/load-policy.ts';
import type { LoadedPolicy } from '../adapters/config/load-policy.ts';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import type { Config } from '../domain/config/config.ts';
import { configRows, originRows } from '../domain/config/origin-rows.ts';
import type { OriginRow, PlaceOf } from '../domain/config/origin-rows.ts';
import { policyRows } from '../domain/policy/policy-rows.ts';
import type { Failure } from '../domain/failure.ts';
import { ok } from '../domain/result.ts';
import type { Result } from '../domain/result.ts';

export type { OriginRow } from '../domain/config/origin-rows.ts';

/** The config of a repository, and every value in it with where it comes from. */
export interface ShownConfig {
  /** The file's name; null: there is none and the defaults hold. */
  readonly file: string | null;
  readonly config: Config;
  readonly rows: readonly OriginRow[];
}

/** Reads the config at the root of the main checkout. Errors: everything that is wrong with it. */
export async function readConfig(
  place: RepositoryPlace,
): Promise<Result<ShownConfig, readonly Failure[]>> {
  const loaded = await loadConfig(place.root);
  if (!loaded.ok) return loaded;
  const { config, sources } = loaded.value;
  const placeOf: PlaceOf = (layer, path) => (layer === 'config' ? sources.placeOf(path) : null);
  const policy = await policyOfHead(place, config);
  if (!policy.ok) return policy;
  const rows = [
    ...configRows(config, placeOf),
    ...originRows(config.layered, placeOf),
    ...policyRows(policy.value.policy, policy.value.placeOf),
  ];
  return ok({ file: sources.file, config, rows });
}

/** What holds for a run that starts here; a repository without a commit has no policy either. */
const policyOfHead = (
  place: RepositoryPlace,
  { checks }: Config,
): Promise<Result<LoadedPolicy, readonly Failure[]>> => loadPolicy(place, 'HEAD', checks);
