import type { DeliveryId } from '../../domain/ids.ts';
import type { RunEvent } from '../../domain/run/events.ts';
import { labelOf } from '../model/run-model.ts';

type QueueEvent = Extract<RunEvent, { type: `queue.${string}` }>;

/** What the merge queue did, in one line; null for what its deliveries' own lines say. */
export function queueText(event: QueueEvent): string | null {
  switch (event.type) {
    case 'queue.test-began': {
      const labels = labelsOf(event.deliveries);
      if (event.rerun) return `${labels} is tested once more before it is blamed`;
      return event.deliveries.length < 2 ? null : `${labels} are tested together on the target`;
    }
    case 'queue.cancel-asked':
      return event.why === 'void'
        ? 'the test of a group is given up · a member has left it'
        : 'the test of a group is given up · its verdict is known';
    case 'queue.test-ended':
      return event.text === null
        ? null
        : `${event.outcome === 'red' ? 'red on the target' : 'no verdict'} · ${firstLine(event.text)}`;
    case 'queue.landing-began':
      return null;
    case 'queue.landing-failed':
      return `${labelsOf(event.deliveries)} did not land · ${firstLine(event.reason)}`;
  }
}

const labelsOf = (deliveries: readonly DeliveryId[]): string =>
  deliveries.map((id) => labelOf(id)).join(', ');

const firstLine = (text: string): string => text.trim().split('\n', 1)[0] ?? '';
