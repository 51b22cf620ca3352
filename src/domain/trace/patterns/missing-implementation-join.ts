import type { Detector } from './pattern.ts';
import { lastDone, type SessionView, type Timed } from './session-view.ts';

/** A sub-agent wrote in a work copy of its own, and what it wrote never reached the others'. */
export const missingImplementationJoin: Detector = {
  code: 'missing-implementation-join',
  detect(view) {
    return view.subs.flatMap((sub) => {
      if (sub.end.state !== 'completed') return [];
      const apart = view.productWrites.flatMap((write) => {
        const path =
          write.agent === sub.id && write.op !== 'delete' ? pathApart(view, write) : null;
        return path === null ? [] : [{ write, path }];
      });
      const left = apart.filter(({ path, write }) => !reached(view, path, write.at));
      const [first] = left;
      if (first === undefined || isMerged(view, first.write.at)) return [];
      if (isRejected(view, sub.to, [sub.id, ...left.map(({ path }) => path)])) return [];
      return [
        {
          agents: [sub.id],
          evidence: [...left.map(({ write }) => write.evidence), lastDone(view, sub)],
          consequence: `${left.map(({ path }) => path).join(', ')} is in its own work copy alone`,
          nearest: 'unused-completed-result',
          rejection: 'a diff was left behind, not a message',
          confidence: 'medium',
          episode: [`diff:${sub.id}`],
        },
      ];
    });
  },
};

/** The path of a write, from the root of a work copy that is not the session's own; null: it is that. */
function pathApart(
  { trace, agents, events }: SessionView,
  { agent, path }: Timed<'write'>,
): string | null {
  const nested = /(?:^|\/)\.?worktrees?\/[^/]+\/(.+)$/.exec(path.path)?.[1];
  if (nested !== undefined) return nested;
  const made = events('git').some(
    ({ op, paths }) =>
      op === 'worktree' &&
      paths !== null &&
      paths !== 'whole' &&
      paths.some((each) => each.workspace === path.workspace && each.path === '.'),
  );
  const own = made || agents.get(agent)?.place.own === true;
  return own && path.workspace !== null && path.workspace !== trace.cwd ? path.path : null;
}

const reached = ({ trace, events }: SessionView, path: string, at: number): boolean =>
  events('write').some(
    (each) => each.at > at && each.path.workspace === trace.cwd && each.path.path === path,
  );

const isMerged = ({ events }: SessionView, after: number): boolean =>
  events('git').some(
    ({ op, at, outcome }) =>
      at > after && outcome === 'ok' && /^(?:merge|cherry-pick|apply|rebase|pull)$/.test(op),
  );

const isRejected = (view: SessionView, after: number, names: readonly string[]): boolean =>
  view
    .events('message')
    .some(
      ({ agent, at, text }) =>
        agent === view.root &&
        at >= after &&
        /\b(?:reject|discard|drop|throw away|not needed|instead of)/i.test(text) &&
        names.some((name) => text.includes(name)),
    );
