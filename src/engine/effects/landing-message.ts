import type { Delivery } from '../../domain/delivery/delivery.ts';
import { attemptLabel } from '../../domain/ids.ts';
import { attemptState, planTask } from '../../domain/run/state.ts';
import type { EffectContext } from './context.ts';

/** The message of a delivery's commit on the target. */
export const messageOf = ({ run }: EffectContext, delivery: Delivery): string => {
  const { goal } = run().plan;
  const task = planTask(run(), delivery.task);
  const { n } = attemptState(run(), delivery.attempt);
  const [first = ''] = task.prompt.trim().split('\n');
  const subject = first.length > 60 ? `${first.slice(0, 59)}…` : first;
  const receipt = 'receipt' in delivery ? delivery.receipt : null;
  const trailers = [
    `Fanin-Task: ${delivery.task}`,
    `Fanin-Attempt: ${run().id} ${attemptLabel(delivery.task, n)}`,
    ...(receipt === null || receipt === '' ? [] : [`Fanin-Receipt: sha256:${receipt}`]),
  ];
  return [`${delivery.task}: ${subject}`, ...(goal === '' ? [] : [goal]), trailers.join('\n')]
    .join('\n\n')
    .concat('\n');
};
