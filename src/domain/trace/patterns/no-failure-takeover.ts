import type { Detector } from './pattern.ts';
import { briefPaths, lastDone, likeness, namedWrites, writesOf } from './session-index.ts';
import { isWithin } from './scope-glob.ts';
import { minutes, type RanAgent, type SessionView } from './session-view.ts';
import { THRESHOLDS } from './thresholds.ts';
import { firstAfter } from './timed-list.ts';

/** A sub-agent failed, and nobody took its part over although the session went on. */
export const noFailureTakeover: Detector = {
  code: 'no-failure-takeover',
  detect(view) {
    const failed = view.subs.filter(
      (sub) =>
        (sub.end.state === 'failed' || sub.end.state === 'timed-out') &&
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
  const after = sub.end.at ?? sub.to;
  const named = briefPaths(view, sub);
  const own = writesOf(view, sub.id).map(({ path }) => path.path);
  const isWritten = [...new Set([...own, ...named])].some((name) =>
    namedWrites(view)
      .of(name)
      .some((file) => firstAfter(file, after, ({ agent }) => agent !== sub.id) !== undefined),
  );
  return (
    isWritten ||
    isFolderTouched(view, sub, after) ||
    view.subs.some(
      (each) =>
        each.from >= after &&
        (likeness(view, each, sub) >= THRESHOLDS.likeBrief.value ||
          briefPaths(view, each).some((path) => named.includes(path))),
    )
  );
}

/** Whether another wrote in a folder that this one alone was to see to. */
function isFolderTouched(view: SessionView, sub: RanAgent, after: number): boolean {
  const own = [...foldersIn(sub.brief?.text ?? ''), ...(sub.scope ?? [])].filter((folder) =>
    view.subs.every(({ id, brief }) => id === sub.id || brief?.text.includes(folder) !== true),
  );
  return (
    own.length > 0 &&
    view.productWrites.some(
      ({ agent, at, path }) =>
        agent !== sub.id && at > after && own.some((folder) => isWithin(path.path, folder)),
    )
  );
}

/** `src/net`, `help/fr/`: paths without an ending. */
const foldersIn = (text: string): readonly string[] => [
  ...new Set(text.match(/[\w@-]+(?:\/[\w@-]+)+(?![\w@/-]|\.\w)/g) ?? []),
];
