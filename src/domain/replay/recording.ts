import type { RunEvent } from '../run/events.ts';

/** A change as it came to the merge queue of a run. Times in ms; `arrivesMs` counts from the first. */
export interface RecordedChange {
  readonly id: string;
  readonly arrivesMs: number;
  readonly checkMs: number;
  /** What tests of it alone said, in order; the last is what is so. */
  readonly runs: readonly ('green' | 'red')[];
}

/**
 * What came to the merge queue of a run, by its log: each delivery that was approved and then landed, or
 * came back since it was red with the target. Its check takes as long as that of the delivery itself did,
 * or the longest test with it where nobody knows. What came back for a conflict in its text was never tested.
 */
export const recordingOf = (events: readonly RunEvent[]): readonly RecordedChange[] => {
  const seen = events.reduce(noted, { deliveries: {}, tests: {} }).deliveries;
  const changes = Object.entries(seen).flatMap(([id, each]) => changeOf(id, each));
  const first = Math.min(...changes.map(({ arrivesMs }) => arrivesMs));
  return changes
    .map((change) => ({ ...change, arrivesMs: change.arrivesMs - first }))
    .toSorted((a, b) => a.arrivesMs - b.arrivesMs);
};

interface Seen {
  readonly deliveries: Readonly<Record<string, Delivered>>;
  readonly tests: Readonly<Record<string, Tested>>;
}

/** When what happened to a delivery; null: it did not, or not yet. */
interface Delivered {
  readonly offered: number | null;
  readonly checkMs: number | null;
  readonly approved: number | null;
  readonly longestMs: number;
  /** Red tests of it alone. */
  readonly reds: number;
  readonly sound: boolean | null;
}

interface Tested {
  readonly at: number;
  readonly members: readonly string[];
}

const NEW: Delivered = {
  offered: null,
  checkMs: null,
  approved: null,
  longestMs: 0,
  reds: 0,
  sound: null,
};

const noted = (seen: Seen, event: RunEvent): Seen => {
  const changed = (ids: readonly string[], change: (before: Delivered) => Delivered): Seen => ({
    ...seen,
    deliveries: {
      ...seen.deliveries,
      ...Object.fromEntries(ids.map((id) => [id, change(seen.deliveries[id] ?? NEW)])),
    },
  });
  switch (event.type) {
    case 'delivery.offered':
      return changed([event.delivery], (before) => ({ ...before, offered: event.at }));
    case 'delivery.checked':
      return changed([event.delivery], (before) => ({
        ...before,
        checkMs: before.offered === null ? null : event.at - before.offered,
      }));
    case 'delivery.approved':
      return changed([event.delivery], (before) => ({ ...before, approved: event.at }));
    case 'queue.test-began': {
      const test = { at: event.at, members: event.deliveries };
      return { ...seen, tests: { ...seen.tests, [event.test]: test } };
    }
    case 'queue.test-ended': {
      const { at, members } = seen.tests[event.test] ?? { at: event.at, members: [] };
      const isRed = event.outcome === 'red' && members.length === 1;
      return changed(members, (before) => ({
        ...before,
        longestMs: Math.max(before.longestMs, event.at - at),
        reds: before.reds + (isRed ? 1 : 0),
      }));
    }
    case 'delivery.landed':
      return changed([event.delivery], (before) => ({ ...before, sound: true }));
    case 'delivery.returned':
      return event.comeback.kind === 'red'
        ? changed([event.delivery], (before) => ({ ...before, sound: false }))
        : seen;
    default:
      return seen;
  }
};

/** No check takes less than this. */
const LEAST_MS = 1;

const changeOf = (
  id: string,
  { approved, checkMs, longestMs, reds, sound }: Delivered,
): readonly RecordedChange[] => {
  if (approved === null || sound === null) return [];
  const before = Array.from({ length: reds }, () => 'red' as const);
  return [
    {
      id,
      arrivesMs: approved,
      checkMs: Math.max(LEAST_MS, checkMs ?? longestMs),
      runs: sound ? [...before, 'green'] : ['red'],
    },
  ];
};
