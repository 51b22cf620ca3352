import type { AttemptId } from '../../domain/ids.ts';
import { attemptLabel } from '../../domain/ids.ts';
import type { RunEvent } from '../../domain/run/events.ts';

/** What an attempt was busy with. `told`: its agent has been asked to end, and is still there. */
export type SpanKind = 'prepare' | 'work' | 'told' | 'check' | 'land';

/** A stretch of time, in epoch ms. */
export interface Span {
  readonly kind: SpanKind;
  readonly from: number;
  readonly to: number;
}

/** How an attempt came out. `open`: nothing more is known of it. */
export type LaneEnd = 'landed' | 'returned' | 'kept' | 'failed' | 'parked' | 'open';

/** One attempt through time. */
export interface Lane {
  readonly attempt: AttemptId;
  /** `median#1` */
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly spans: readonly Span[];
  readonly end: LaneEnd;
  /** The signal that ended its agent; null: none did. */
  readonly signal: string | null;
}

/** The attempts of a run through time, in the order of their start. */
export function lanesOf(events: readonly RunEvent[]): readonly Lane[] {
  const lanes = new Map<AttemptId, Drawn>();
  for (const event of events) {
    if (event.type === 'attempt.queued') {
      lanes.set(event.attempt, started(event.attempt, attemptLabel(event.task, event.n), event.at));
      continue;
    }
    for (const id of attemptsOf(event)) {
      const lane = lanes.get(id);
      if (lane !== undefined) lanes.set(id, drawOn(lane, event));
    }
  }
  return [...lanes.values()].map(({ kind: _kind, ...lane }) => lane);
}

const attemptsOf = (event: RunEvent): readonly AttemptId[] => {
  if ('attempt' in event) return [event.attempt];
  if ('delivery' in event) return [event.delivery];
  return 'deliveries' in event ? event.deliveries : [];
};

/** `kind`: what goes on after the last span; null: it waits for its turn. */
interface Drawn extends Lane {
  readonly kind: SpanKind | null;
}

const started = (attempt: AttemptId, label: string, at: number): Drawn => ({
  attempt,
  label,
  from: at,
  to: at,
  spans: [],
  end: 'open',
  signal: null,
  kind: 'prepare',
});

function drawOn(lane: Drawn, event: RunEvent): Drawn {
  switch (event.type) {
    case 'attempt.started':
      return until(lane, event.at, 'work');
    case 'attempt.wrap-up-asked':
    case 'attempt.stop-asked':
      return until(lane, event.at, 'told');
    case 'attempt.exited':
      return { ...until(lane, event.at, 'check'), signal: event.exit.signal };
    case 'attempt.ended':
      if (event.outcome === 'delivered') return lane;
      return ended(lane, event.at, event.outcome === 'salvaged' ? 'kept' : 'failed');
    case 'delivery.checked':
      return until(lane, event.at, null);
    // Of a group that is tested more than once, all that time is on the way to the target.
    case 'delivery.landing-began':
    case 'queue.test-began':
      return lane.kind === 'land' ? lane : until(lane, event.at, 'land');
    case 'delivery.landed':
      return ended(lane, event.at, 'landed');
    case 'delivery.returned':
      return ended(lane, event.at, 'returned');
    case 'delivery.rejected':
      return ended(lane, event.at, 'failed');
    case 'delivery.parked':
      return ended(lane, event.at, 'parked');
    default:
      return lane;
  }
}

function until(lane: Drawn, at: number, next: SpanKind | null): Drawn {
  const { kind, to, spans } = lane;
  return {
    ...lane,
    to: at,
    kind: next,
    spans: kind === null ? spans : [...spans, { kind, from: to, to: at }],
  };
}

const ended = (lane: Drawn, at: number, end: LaneEnd): Drawn => ({ ...until(lane, at, null), end });
