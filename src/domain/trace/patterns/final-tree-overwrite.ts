import type { Detector } from './pattern.ts';
import { fileKey, type SessionView, type Timed } from './session-view.ts';
import { THRESHOLDS } from './thresholds.ts';

/** One broad command took away files that others had written. */
export const finalTreeOverwrite: Detector = {
  code: 'final-tree-overwrite',
  detect(view) {
    return view.events('git').flatMap((git) => {
      if (!git.destroys || git.outcome !== 'ok' || git.paths === null) return [];
      const files = filesOfOthers(view, git);
      const [first] = files;
      if (first === undefined || files.length < THRESHOLDS.treeFiles.value) return [];
      return [
        {
          agents: [...new Set([...files.map(({ agent }) => agent), git.agent])],
          evidence: [first.evidence, git.evidence],
          consequence: `${files.length} files that others had written were taken away`,
          nearest: 'source-overwrite',
          rejection: 'one broad command covered many files',
          confidence: 'high',
          episode: files.map(({ path }) => fileKey(path)),
        },
      ];
    });
  },
};

/** The last writes of files that the command covers, by other agents, since what was last committed. */
function filesOfOthers(view: SessionView, git: Timed<'git'>): readonly Timed<'write'>[] {
  const committed = view
    .events('git')
    .findLast(
      ({ op, at, workspace }) => op === 'commit' && at < git.at && workspace === git.workspace,
    );
  const last = new Map<string, Timed<'write'>>();
  for (const write of view.productWrites)
    if (write.at < git.at && write.at > (committed?.at ?? 0) && covers(git, write))
      last.set(fileKey(write.path), write);
  return [...last.values()].filter(({ agent, op }) => agent !== git.agent && op !== 'delete');
}

const covers = ({ paths, workspace }: Timed<'git'>, { path }: Timed<'write'>): boolean =>
  paths === 'whole'
    ? path.workspace === workspace
    : (paths ?? []).some(
        (each) =>
          each.workspace === path.workspace &&
          (path.path === each.path || path.path.startsWith(`${each.path}/`)),
      );
