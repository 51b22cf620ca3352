import type { Detector } from './pattern.ts';
import { matchesGlob } from './scope-glob.ts';
import { writesOf } from './session-index.ts';
import { areAnyBeside, fileKey, type SessionView } from './session-view.ts';

/** Writers shared a work copy, and files that are in nobody's scope were committed with theirs. */
export const unisolatedWorkspaceWrites: Detector = {
  code: 'unisolated-workspace-writes',
  detect(view) {
    const taken = view
      .events('git')
      .find(({ op, paths }) => (op === 'add' || op === 'commit') && paths === 'whole');
    const scopes = view.subs.flatMap(({ scope }) => scope ?? []);
    if (taken === undefined || scopes.length === 0 || !areBeside(view)) return [];
    const stray = view.productWrites.filter(
      ({ agent, at, path }) =>
        agent !== view.root &&
        at < taken.at &&
        path.workspace === taken.workspace &&
        !scopes.some((glob) => matchesGlob(path.path, glob)),
    );
    if (stray.length === 0) return [];
    return [
      {
        agents: [...new Set(stray.map(({ agent }) => agent))],
        evidence: [...stray.map(({ evidence }) => evidence), taken.evidence],
        consequence: `${[...new Set(stray.map(({ path }) => path.path))].join(', ')} is in nobody's scope and was committed`,
        nearest: 'artifact-leakage',
        rejection: 'nobody else used it; it is in what was handed over',
        confidence: 'high',
        episode: stray.map(({ path }) => fileKey(path)),
      },
    ];
  },
};

/** Whether two that wrote the product were at work in one work copy at the same time. */
function areBeside(view: SessionView): boolean {
  const writers = view.subs.filter(({ id }) => writesOf(view, id).length > 0);
  return [...Map.groupBy(writers, ({ place }) => place.path).values()].some(areAnyBeside);
}
