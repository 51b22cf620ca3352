import type { Candidate, Detector } from './pattern.ts';
import { fileKey, overlap, type SessionView, type Timed } from './session-view.ts';

/** Two sub-agents made the same thing in different files, and one of them had to go. */
export const crossFileScopeCollision: Detector = {
  code: 'cross-file-scope-collision',
  detect(view) {
    const defining = view.productWrites.filter(({ defines }) => defines.length > 0);
    return defining.flatMap((second, at) =>
      defining.slice(0, at).flatMap((first) => collision(view, first, second)),
    );
  },
};

function collision(
  view: SessionView,
  first: Timed<'write'>,
  second: Timed<'write'>,
): readonly Candidate[] {
  const a = view.subs.find(({ id }) => id === first.agent);
  const b = view.subs.find(({ id }) => id === second.agent);
  const name = second.defines.find((each) => first.defines.includes(each) && !COMMON.has(each));
  if (a === undefined || b === undefined || a === b || name === undefined) return [];
  const isApart =
    first.path.workspace === second.path.workspace && first.path.path !== second.path.path;
  const mended = view
    .events('write')
    .find(
      ({ at, agent, path }) =>
        at > second.at &&
        agent !== a.id &&
        agent !== b.id &&
        [first, second].some((each) => fileKey(each.path) === fileKey(path)),
    );
  if (!overlap(a, b) || !isApart || mended === undefined) return [];
  return [
    {
      agents: [a.id, b.id],
      evidence: [first.evidence, second.evidence, mended.evidence],
      consequence: `"${name}" was made twice, and one had to go`,
      nearest: 'same-file-collision',
      rejection: 'they are different files',
      confidence: 'medium',
      episode: [fileKey(first.path), fileKey(second.path)],
    },
  ];
}

const COMMON: ReadonlySet<string> = new Set(['main', 'default', 'setup', 'index', 'run', 'test']);
