import type { Role } from './agent.ts';
import type { TraceEvent } from './event.ts';

/** What an agent was, by its own events alone: what it was briefed to do is another matter. */
export function roleOf(events: Iterable<TraceEvent>): Role {
  let acted = false;
  let tested = false;
  for (const event of events) {
    if (isProductWrite(event)) return 'writer';
    acted ||= event.kind === 'tool';
    tested ||= event.kind === 'test' && event.what !== 'lint';
  }
  if (tested) return 'verifier';
  return acted ? 'investigator' : 'unknown';
}

/** A write of the product: what the agents were started for, and not tests, builds or scratch files. */
export const isProductWrite = (event: TraceEvent): boolean =>
  event.kind === 'write' && event.path.kind === 'product';
