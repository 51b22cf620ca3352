import { fileKey, type SessionView, type Timed } from './session-view.ts';
import { once } from './once.ts';
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

/** The first write of a path in the session's own work copy behind a moment. */
export const reached = (view: SessionView, path: string, at: number): Timed<'write'> | undefined =>
  firstAfter(
    ownWrites(view).get(fileKey({ workspace: view.trace.cwd, path, kind: 'product' })) ?? [],
    at,
  );

/** What joins one line of work with another. */
const JOINS: ReadonlySet<string> = new Set(['merge', 'cherry-pick', 'apply', 'rebase', 'pull']);

/** Commands that joined what lay apart. */
export const merges = once((view) =>
  view.events('git').filter(({ op, outcome }) => outcome === 'ok' && JOINS.has(op)),
);

/** Words of the root that turn something down. */
const rejecting = once((view) =>
  view
    .events('message')
    .filter(
      ({ agent, text }) =>
        agent === view.root &&
        /\b(?:reject|discard|drop|throw away|not needed|instead of)/i.test(text),
    ),
);

/** The root's word against something, at or behind a moment. */
export const rejection = (
  view: SessionView,
  from: number,
  names: readonly string[],
): Timed<'message'> | undefined =>
  rejecting(view).find(({ at, text }) => at >= from && names.some((name) => text.includes(name)));
