import { overlapNews } from '../attempt/input.ts';
import type { Effect } from '../run/effects.ts';
import type { RunState } from '../run/state.ts';
import type { ConflictEvent } from './events.ts';
import { conflictNews } from './words.ts';

/** Both agents hear of it, as far as they are at work. */
export const tellOfConflict = (
  run: RunState,
  conflict: Extract<ConflictEvent, { type: 'conflict.found' }>,
): readonly Effect[] =>
  [conflict.a, ...(conflict.b === null ? [] : [conflict.b])].flatMap((id): readonly Effect[] => {
    if (run.attempts[id]?.phase !== 'running') return [];
    const text = conflictNews(run, conflict, id);
    const input = { kind: 'message', id: overlapNews(run.conflictCount), text } as const;
    return [{ kind: 'tell', attempt: id, input }];
  });
