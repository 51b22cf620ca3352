import type { Delivery } from '../../domain/delivery/delivery.ts';
import { RESOLUTIONS_FILE } from '../../domain/resolve/kept.ts';
import type { KeptResolution } from '../../domain/resolve/kept.ts';
import type { Resolution } from '../../domain/resolve/rules.ts';
import type { EffectContext } from './context.ts';

/**
 * Leaves beside the receipt what resolvers did when the delivery was last merged. The receipt itself is sealed by its
 * hash, and says what was delivered; under `squash` the commit of the resolution is not kept.
 */
export const keepResolutions = async (
  { deps, run }: EffectContext,
  delivery: Delivery,
  commit: string,
  resolutions: readonly Resolution[],
): Promise<void> => {
  const known = await deps.files.read(delivery.attempt, RESOLUTIONS_FILE);
  if (known === null && resolutions.length === 0) return;
  const { squash } = run().plan.queue;
  const kept = resolutions.map((each): KeptResolution => ({
    ...each,
    commit: squash ? null : commit,
  }));
  await deps.files.write(delivery.attempt, RESOLUTIONS_FILE, `${JSON.stringify(kept)}\n`);
};
