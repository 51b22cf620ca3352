import type { RunEnd } from '../../domain/run/events.ts';
import type { RunView } from '../../domain/run/views.ts';
import type { EndedRun, RunEnds } from '../../ports/run-ends.ts';
import { openReader } from './reader.ts';

/** By the databases of the repositories; one that cannot be read knows of nothing. */
export const runEnds: RunEnds = {
  of: (state, run) => {
    const opened = openReader(state);
    if (!opened.ok || opened.value === null) return null;
    const reader = opened.value;
    try {
      const view = reader.view(run, 'run', run);
      return view === null ? null : endedOf(view.body);
    } catch {
      return null;
    } finally {
      reader.close();
    }
  },
};

const endedOf = ({ end, endReason, endedAt }: RunView): EndedRun | null =>
  endedAt !== null && isEnd(end) ? { end, reason: endReason, at: endedAt } : null;

const ENDS: Readonly<Record<RunEnd, true>> = {
  landed: true,
  waiting: true,
  stopped: true,
  unfinished: true,
};

const isEnd = (end: string | null): end is RunEnd => end !== null && Object.hasOwn(ENDS, end);
