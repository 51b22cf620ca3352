import type { Detector } from './pattern.ts';
import { lastDone, type RanAgent, type SessionView, type Timed } from './session-view.ts';

/** A sub-agent wrote in a work copy of its own, and what it wrote never reached the others'. */
export const missingImplementationJoin: Detector = {
  code: 'missing-implementation-join',
  detect(view) {
    const copies = copiesIn(view);
    return view.subs.flatMap((sub) => {
      if (sub.end.state !== 'completed') return [];
      const apart = view.productWrites.flatMap((write) => {
        const path =
          write.agent === sub.id && write.op !== 'delete' ? pathApart(view, copies, write) : null;
        return path === null ? [] : [{ write, path }];
      });
      const left = apart.filter(({ path, write }) => !reached(view, path, write.at));
      const [first] = left;
      if (first === undefined || isMerged(view, sub, first.write.at)) return [];
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
  { trace, agents }: SessionView,
  copies: readonly string[],
  { agent, path }: Timed<'write'>,
): string | null {
  const copy = copies.find((each) => path.path.startsWith(`${each}/`));
  if (copy !== undefined) return path.path.slice(copy.length + 1);
  const nested = /(?:^|\/)\.?worktrees?\/[^/]+\/(.+)$/.exec(path.path)?.[1];
  if (nested !== undefined) return nested;
  const own = agents.get(agent)?.place.own === true;
  return own && path.workspace !== null && path.workspace !== trace.cwd ? path.path : null;
}

const reached = ({ trace, events }: SessionView, path: string, at: number): boolean =>
  events('write').some(
    (each) =>
      each.at > at &&
      each.path.workspace === trace.cwd &&
      // `cp … folder`: what it puts there has the name that it had.
      (each.path.path === path || (each.how === 'shell' && path.startsWith(`${each.path.path}/`))),
  );

/** Work copies that commands have made below the session's own, by their folders. */
const copiesIn = ({ trace, events }: SessionView): readonly string[] =>
  events('command').flatMap(({ text }) =>
    [...text.matchAll(/\bworktree add(?: -[bB] \S+| --?[\w-]+)* ([\w./-]+)/g)].map(
      ([, path = '']) => path.replace(`${trace.cwd ?? ''}/`, '').replace(/^\.\/|\/$/g, ''),
    ),
  );

/** A merge that names another agent's branch, and not this one's, is none of its work. */
function isMerged({ events, subs }: SessionView, sub: RanAgent, after: number): boolean {
  const texts = new Map(events('command').map(({ call, text }) => [call, text]));
  const names = ({ place, id }: RanAgent): readonly string[] => [place.branch ?? id, id];
  return events('git').some(({ op, at, outcome, call }) => {
    const joins = /^(?:merge|cherry-pick|apply|rebase|pull)$/.test(op) && outcome === 'ok';
    const text = texts.get(call) ?? '';
    const named = subs.filter((each) => names(each).some((name) => text.includes(name)));
    return joins && at > after && (named.length === 0 || named.includes(sub));
  });
}

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
