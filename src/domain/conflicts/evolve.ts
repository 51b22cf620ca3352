import type { RunState } from '../run/state.ts';
import type { ConflictEvent } from './events.ts';
import { conflictKey } from './live-conflict.ts';

/** The run after a conflict was found, or has gone. */
export const evolveConflicts = (run: RunState, event: ConflictEvent): RunState => {
  const key = conflictKey(event);
  if (event.type === 'conflict.found') {
    const { a, b, files, text } = event;
    return {
      ...run,
      conflicts: { ...run.conflicts, [key]: { a, b, files, text } },
      conflictCount: run.conflictCount + 1,
    };
  }
  const { [key]: _gone, ...conflicts } = run.conflicts;
  return { ...run, conflicts };
};
