import type { Delivery } from '../../domain/delivery/delivery.ts';
import type { AttemptId } from '../../domain/ids.ts';
import { RESOLUTIONS_FILE } from '../../domain/resolve/kept.ts';
import type { KeptResolution } from '../../domain/resolve/kept.ts';
import type { Resolution } from '../../domain/resolve/rules.ts';
import type { AttemptFiles } from '../../ports/attempt-files.ts';
import type { EffectContext } from './context.ts';

/** One delivery can be merged by several tests at once: each merge has a file of its own. */
const fileOf = (merged: string): string => `landing/resolved-${merged}.json`;

/** Leaves what resolvers did for a merged commit. Under `squash` the commit of the resolution is not kept. */
export const keepResolutions = async (
  { deps, run }: EffectContext,
  { attempt }: Delivery,
  merged: string,
  { brings, resolutions }: { readonly brings: string; readonly resolutions: readonly Resolution[] },
): Promise<void> => {
  if (resolutions.length === 0) return;
  const commit = run().plan.queue.squash ? null : brings;
  const kept = resolutions.map((each): KeptResolution => ({ ...each, commit }));
  await deps.files.write(attempt, fileOf(merged), `${JSON.stringify(kept)}\n`);
};

/**
 * What resolvers did for the commit that has landed; it is put beside the receipt, which is sealed by its hash and says
 * what was delivered. Idempotent.
 */
export const landedResolutions = async (
  files: AttemptFiles,
  attempt: AttemptId,
  landed: string,
): Promise<readonly KeptResolution[]> => {
  const text = await files.read(attempt, fileOf(landed));
  if (text === null) return [];
  await files.write(attempt, RESOLUTIONS_FILE, text);
  return JSON.parse(text) as readonly KeptResolution[];
};
