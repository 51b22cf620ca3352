import type { Candidate, Detector } from './pattern.ts';
import { fileKey, overlap, type SessionView, type Timed } from './session-view.ts';

/** Two sub-agents made the same thing in different files, and one of them had to go. */
export const crossFileScopeCollision: Detector = {
  code: 'cross-file-scope-collision',
  detect(view) {
    // The first write of each agent that defines a name stands for the others of it.
    const makers = new Map<string, Map<string, Timed<'write'>>>();
    for (const write of view.productWrites)
      for (const name of write.defines) {
        const of = makers.get(name) ?? new Map<string, Timed<'write'>>();
        makers.set(name, of);
        if (!of.has(write.agent) && !COMMON.has(name)) of.set(write.agent, write);
      }
    return [...makers].flatMap(([name, of]) => {
      const [first, second] = of.values();
      return first === undefined || second === undefined
        ? []
        : collision(view, name, first, second);
    });
  },
};

function collision(
  view: SessionView,
  name: string,
  first: Timed<'write'>,
  second: Timed<'write'>,
): readonly Candidate[] {
  const a = view.subs.find(({ id }) => id === first.agent);
  const b = view.subs.find(({ id }) => id === second.agent);
  if (a === undefined || b === undefined) return [];
  const isApart =
    first.path.workspace === second.path.workspace && first.path.path !== second.path.path;
  const removals = view
    .events('git')
    .flatMap((git) =>
      git.op !== 'rm' || git.outcome !== 'ok' || git.paths === null || git.paths === 'whole'
        ? []
        : git.paths.map((path) => ({ ...git, path })),
    );
  const mended = [...view.events('write'), ...removals].find(
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
