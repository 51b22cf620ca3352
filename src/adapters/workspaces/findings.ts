import type { Finding } from '../../domain/attempt/attempt.ts';
import type { RepositoryPlace } from '../git/discover.ts';
import { git } from '../git/git.ts';
import { onObjects } from '../git/object-access.ts';
import type { Operation } from '../git/operation.ts';
import { fields } from '../git/paths.ts';
import { isAncestor } from '../git/refs.ts';
import type { ChangedBroughtIn } from './brought-in.ts';
import { harvestRefs } from './harvest-refs.ts';
import type { Scene } from './scene.ts';

/** What the agent has done to the history it started from. */
export const historyFindings = async (
  place: RepositoryPlace,
  scene: Scene & { readonly dropped: number },
): Promise<readonly Finding[]> => {
  const { workspace, state, spec } = scene;
  const found: Finding[] = [];
  if (workspace.base !== state.head && !(await isAncestor(place, workspace.base, state.head))) {
    const text = `The agent's history does not contain the commit it started from (${workspace.base.slice(0, 8)}): it rebased, reset or switched away.`;
    found.push({ kind: 'history-rewritten', text, blocks: true });
  }
  if (scene.dropped > 0) {
    const ref = harvestRefs(spec).dropped;
    const text = `Commits that the agent made and left behind (amended, reset) are held by ${ref}.`;
    found.push({ kind: 'commits-dropped', text, blocks: false });
  }
  const expected = `refs/heads/${workspace.branch}`;
  if (state.gitDir !== null && state.onBranch !== expected) {
    const where = state.onBranch?.replace(/^refs\/heads\//, '') ?? 'a detached HEAD';
    const text = `The agent left its branch for ${where}; what lay there was harvested.`;
    found.push({ kind: 'branch-switched', text, blocks: false });
  }
  return found;
};

/** How it left its work copy. */
export const stateFindings = (
  { state, snapshot, spec }: Scene,
  operation: Operation | null,
): readonly Finding[] => {
  const found: Finding[] = [];
  if (state.gitDir === null) {
    const text =
      'git does not list the workspace any more: somebody removed or pruned its registration.';
    found.push({ kind: 'workspace-unregistered', text, blocks: false });
  }
  if (operation !== null) {
    const text = `A ${operation.name} was left unfinished: files may hold conflict markers.`;
    found.push({ kind: 'operation-unfinished', text, blocks: true });
  }
  if (snapshot.stagedTree !== null) {
    const text = `Staged versions that differ from both the last commit and the files are held by ${harvestRefs(spec).staged}.`;
    found.push({ kind: 'staged-differs', text, blocks: false });
  }
  if (snapshot.unread !== null) {
    const text = `git could not take in everything, so the workspace is kept: ${snapshot.unread}`;
    found.push({ kind: 'not-held', text, blocks: true });
  }
  return found;
};

/** Repositories of their own. */
export const nestedFindings = (scene: Scene): readonly Finding[] =>
  scene.snapshot.nested.map(({ path, ignored }) => ({
    kind: 'nested-repository',
    text: ignored
      ? `${path} is a repository of its own in an ignored folder, and is not part of the harvest.`
      : `${path} is a repository of its own: git cannot hold its content here, so the workspace is kept.`,
    path,
    blocks: !ignored,
  }));

/** What became of the files that were brought in. `keep` copies a changed one, and says where to. */
export const broughtInFindings = async (
  place: RepositoryPlace,
  scene: Scene,
  changes: readonly ChangedBroughtIn[],
  keep: (path: string) => Promise<string>,
): Promise<readonly Finding[]> => {
  const found: Finding[] = [];
  for (const { path, now, isFile } of changes) {
    const text = isFile
      ? `${path} was brought in and changed; the new version lies in ${await keep(path)}.`
      : `${path} was brought in and is now a ${now}.`;
    found.push({ kind: 'brought-in-changed', text, path, blocks: false });
  }
  for (const path of await committedSecrets(place, scene)) {
    const text = `${path} was brought in to stay out of git, and the agent committed it.`;
    found.push({ kind: 'brought-in-committed', text, path, blocks: true });
  }
  return found;
};

const committedSecrets = async (
  place: RepositoryPlace,
  scene: Scene,
): Promise<readonly string[]> => {
  const secret = new Set(scene.record.files.map(({ path }) => path));
  if (secret.size === 0) return [];
  const { base } = scene.workspace;
  const args = [
    'log',
    '-z',
    '--name-only',
    '--format=',
    '--no-renames',
    '-m',
    `${base}..${scene.state.head}`,
  ];
  const output = await git(place.commonDir, args, onObjects(place, { readOnly: true }));
  if (!output.ok) return [];
  const touched = fields(output.value.stdout).map((path) => path.toString('utf8').trim());
  return [...new Set(touched)].filter((path) => secret.has(path));
};

/** The workspace's folder is gone, and not by fanin's doing. */
export const missingFinding = (path: string): Finding => ({
  kind: 'workspace-missing',
  text: `The workspace ${path} was gone at the harvest: only what had been committed is held.`,
  blocks: true,
});
