import type { DeliveryView } from '../../domain/run/views.ts';
import { shortId } from '../text/figures.ts';
import type { Verb } from './act.ts';

/** What a decision has come to by now. */
export function outcomeText(label: string, verb: Verb, after: DeliveryView): readonly string[] {
  const passed = verb === 'approve' ? after.blocking.map((text) => `You let through: ${text}`) : [];
  return [...phaseText(label, verb, after), ...passed];
}

function phaseText(label: string, verb: Verb, after: DeliveryView): readonly string[] {
  switch (after.phase) {
    case 'landed':
      return [`${label} has landed: the target is at ${shortId(after.landed ?? after.commit)}.`];
    case 'queued':
    case 'landing':
      return [`${label} is approved, tree ${shortId(after.tree)}; it lands when its turn comes.`];
    case 'returned':
      return verb === 'approve'
        ? [`${label} could not land and is returned: ${after.reason.split('\n', 1)[0] ?? ''}`]
        : [`${label} is returned; its task is made again with your comment.`];
    case 'rejected':
      return [`${label} is rejected; its commit ${shortId(after.commit)} is kept.`];
    case 'parked':
      return [
        `${label} is parked${after.reason === '' ? '' : `: ${after.reason.split('\n', 1)[0] ?? ''}`}.`,
      ];
    default:
      return [`${label} is ${after.phase}.`];
  }
}
