import type { Delivery } from '../../domain/delivery/delivery.ts';
import { landingMessage } from '../../domain/provenance/landing-message.ts';
import { resolutionText } from '../../domain/resolve/message.ts';
import type { Resolution } from '../../domain/resolve/rules.ts';
import { planTask } from '../../domain/run/state.ts';
import type { EffectContext } from './context.ts';
import { receiptOf, trailersOf } from './note-landing.ts';

/** The message of a delivery's commit on the target. */
export const messageOf = async (
  { deps, run }: EffectContext,
  delivery: Delivery,
  resolutions: readonly Resolution[] = [],
): Promise<string> => {
  const { plan } = run();
  const { prompt } = planTask(run(), delivery.task);
  const receipt = await receiptOf(deps.files, delivery.attempt);
  return landingMessage({
    prompt,
    goal: plan.goal,
    trailers: {
      ...trailersOf(run(), delivery, receipt),
      resolved: resolutions.map(resolutionText),
    },
  });
};
