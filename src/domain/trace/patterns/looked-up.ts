import type { AgentId } from '../agent.ts';
import { eventsOf } from './session-index.ts';
import { isNamed, type SessionView } from './session-view.ts';
import { isLook } from './setbacks.ts';
import { between } from './timed-list.ts';

/** What one could look at to know better. */
export interface Sources {
  /** Paths, or the ends of paths. */
  readonly files: readonly string[];
  /** Names that a search would have in it. */
  readonly words: readonly string[];
}

/** Whether an agent looked at a source, between two moments: it read it, or a command that looks names it. */
export function hasLookedUp(
  view: SessionView,
  agent: AgentId,
  [from, to]: readonly [number, number],
  { files, words }: Sources,
): boolean {
  const names = [...files, ...words].filter((each) => each.length > 2);
  return (
    between(eventsOf(view, 'read', agent), from, to).some(({ path }) =>
      files.some((file) => isNamed(path, file)),
    ) ||
    between(eventsOf(view, 'command', agent), from, to).some(
      (each) => isLook(each) && names.some((name) => each.text.includes(name)),
    )
  );
}

/** The files that an agent took in. */
export const filesReadBy = (view: SessionView, agent: AgentId): readonly string[] => [
  ...new Set(eventsOf(view, 'read', agent).map(({ path }) => path.path)),
];
