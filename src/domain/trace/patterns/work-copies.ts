import { fileKey, type RanAgent, type SessionView, type Timed } from './session-view.ts';
import { once } from './once.ts';
import { isMerged } from './joins.ts';
import { subOf } from './session-index.ts';
import { firstAfter } from './timed-list.ts';

/** Work copies that the session made by git. */
const made = once(
  (view) =>
    new Set(
      view
        .events('git')
        .flatMap(({ op, paths }) =>
          op === 'worktree' && paths !== null && paths !== 'whole'
            ? paths.flatMap(({ workspace, path }) => (path === '.' ? workspace : []))
            : [],
        ),
    ),
);

/** The path of a write, from the root of a work copy that is not the session's own; null: it is that. */
export function pathApart(view: SessionView, { agent, path }: Timed<'write'>): string | null {
  const { trace, agents } = view;
  const nested = /(?:^|\/)\.?worktrees?\/[^/]+\/(.+)$/.exec(path.path)?.[1];
  if (nested !== undefined) return nested;
  const own = made(view).has(path.workspace) || agents.get(agent)?.place.own === true;
  return own && path.workspace !== null && path.workspace !== trace.cwd ? path.path : null;
}

const ownWrites = once((view) => Map.groupBy(view.events('write'), ({ path }) => fileKey(path)));

/** The first write of a path in the session's own work copy behind a moment; also of a folder into which a command put it. */
export function reached(view: SessionView, path: string, at: number): Timed<'write'> | undefined {
  const writesOfPath = (each: string): readonly Timed<'write'>[] =>
    ownWrites(view).get(fileKey({ workspace: view.trace.cwd, path: each, kind: 'product' })) ?? [];
  const into = foldersOf(path).flatMap(
    (folder) => firstAfter(writesOfPath(folder), at, ({ how }) => how === 'shell') ?? [],
  );
  return firstAfter(writesOfPath(path), at) ?? into[0];
}

/** `a/b/c.js` lies in `a` and `a/b`. */
const foldersOf = (path: string): readonly string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, index, parts) => parts.slice(0, index + 1).join('/'));

/** Words of the root that turn something down. */
const rejecting = once((view) =>
  view
    .events('message')
    .filter(
      ({ agent, text }) =>
        agent === view.root &&
        /\b(?:reject|refus|declin|discard|drop|abandon|throw away|leave (?:it |that )?out|not needed|not wanted|instead of)/i.test(
          text,
        ),
    ),
);

/** The root's word against something, at or behind a moment. */
export const rejection = (
  view: SessionView,
  from: number,
  names: readonly string[],
): Timed<'message'> | undefined =>
  rejecting(view).find(({ at, text }) => at >= from && names.some((name) => text.includes(name)));

/** Writes in work copies of their own, by the path from there. */
const apartByPath = once((view) => {
  const by = new Map<string, Timed<'write'>[]>();
  for (const write of view.productWrites) {
    const path = write.op === 'delete' ? null : pathApart(view, write);
    if (path === null) continue;
    const all = by.get(path);
    if (all === undefined) by.set(path, [write]);
    else all.push(write);
  }
  return by;
});

/** Whether another's version of a file was joined: it was taken in the place of this sub-agent's. */
export const isOtherTaken = (view: SessionView, sub: RanAgent, path: string): boolean =>
  (apartByPath(view).get(path) ?? []).some(({ agent, at }) => {
    const other = agent === sub.id ? undefined : subOf(view, agent);
    return other !== undefined && isMerged(view, other, at);
  });
