import type { Detector } from './pattern.ts';
import {
  lastDone,
  isNamed,
  likeness,
  minutes,
  pathsIn,
  writesOf,
  type SessionView,
} from './session-view.ts';
import type { RanAgent } from './session-view.ts';
import { THRESHOLDS } from './thresholds.ts';

/** A sub-agent failed, and nobody took its part over although the session went on. */
export const noFailureTakeover: Detector = {
  code: 'no-failure-takeover',
  detect(view) {
    const failed = view.subs.filter(
      (sub) =>
        sub.end.state === 'failed' &&
        view.end - (sub.end.at ?? sub.to) >= view.spanMs * THRESHOLDS.wentOn.value &&
        !isTakenOver(view, sub),
    );
    if (failed.length === 0) return [];
    const latest = Math.max(...failed.map(({ end, to }) => end.at ?? to));
    return [
      {
        agents: [...failed.map(({ id }) => id), view.root],
        evidence: failed.flatMap((sub) => [lastDone(view, sub), sub.end.evidence]),
        consequence: `the work of ${failed.length === 1 ? 'one sub-agent is' : `${failed.length} sub-agents is`} missing; the session went on for ${minutes(view.end - latest)}`,
        nearest: 'early-child-termination',
        rejection: 'it failed by itself, nobody ended it',
        confidence: 'high',
        episode: failed.map(({ id }) => `end:${id}`),
      },
    ];
  },
};

function isTakenOver(view: SessionView, sub: RanAgent): boolean {
  const brief = sub.brief?.text ?? '';
  const named = pathsIn(brief);
  const own = writesOf(view, sub.id).map(({ path }) => path.path);
  const after = sub.end.at ?? sub.to;
  const isIts = (path: { path: string; workspace: string | null }): boolean =>
    own.includes(path.path) ||
    named.some((each) => path.path === each || path.path.endsWith(`/${each}`));
  return (
    view.productWrites.some(
      ({ agent, at, path }) =>
        agent !== sub.id &&
        at > after &&
        (isIts(path) || named.some((each) => isNamed(path, each))),
    ) ||
    view.subs.some(
      (each) =>
        each.from >= after &&
        (likeness(each.brief?.text ?? '', brief) >= THRESHOLDS.likeBrief.value ||
          pathsIn(each.brief?.text ?? '').some((path) => named.includes(path))),
    )
  );
}
