import type { TraceEvent } from '../event.ts';
import type { ReadCommand } from './command-reader.ts';
import { allUnplaced, newWorkCopies, type NewEvent } from './new-event.ts';
import { shellEvents } from './shell-events.ts';
import type { CallResult, CallStart } from './tool-use.ts';
import { UNREAD_WRITE } from './unread-write.ts';

/** Events that measures are made of. */
const MEASURED: ReadonlySet<TraceEvent['kind']> = new Set([
  'tool',
  'write',
  'test',
  'request',
  'spawn',
  'error',
]);

/** Whether a call may make a work copy: then it is read, whoever made it. */
export const mayMakeWorkCopy = ({ use }: CallStart): boolean =>
  use.kind === 'shell' && /\bworktree\s+add\b/.test(use.command);

/** Whether a measure depends on such an event. */
export const isMeasured = ({ kind }: Pick<TraceEvent, 'kind'>): boolean => MEASURED.has(kind);

/**
 * What a call did, as far as measures depend on it: which files it wrote, and that it ran tests. What was written, and
 * what the tests said, is left out.
 */
export function lightEffects(
  start: CallStart,
  result: CallResult | null,
  hasRun: boolean,
  read: ReadCommand,
): readonly NewEvent[] {
  const { use } = start;
  if (use.kind === 'shell')
    return hasRun
      ? shellEvents(
          start,
          use.command,
          result === null || mayMakeWorkCopy(start) ? result : { ...result, text: '' },
          read,
        ).filter((event) => isMeasured(event) || newWorkCopies(event).length > 0)
      : [];
  if (result?.outcome !== 'ok') return [];
  const paths =
    use.kind === 'patch'
      ? use.files.map(({ path }) => path)
      : use.kind === 'write' || use.kind === 'edit'
        ? [use.path]
        : [];
  return allUnplaced(paths, start.cwd).map((path) => ({
    agent: start.agent,
    call: start.id,
    at: result.at ?? start.at,
    evidence: start.evidence,
    kind: 'write',
    how: 'tool',
    path,
    ...UNREAD_WRITE,
  }));
}
