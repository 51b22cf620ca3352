import { join } from 'node:path';
import type { Finding } from '../../../domain/attempt/attempt.ts';
import type { RepositoryPlace } from '../../git/discover.ts';
import { git } from '../../git/git.ts';
import { onObjects } from '../../git/object-access.ts';
import { operationUnderWay } from '../../git/operation.ts';
import { fields } from '../../git/paths.ts';
import { isAncestor } from '../../git/refs.ts';
import { changedBroughtIn, keepBroughtIn } from './brought-in.ts';
import { compareFingerprints, readFingerprint, takeFingerprint } from './fingerprint.ts';
import { harvestRefs } from './harvest-refs.ts';
import { ignoredFindings } from './ignored.ts';
import { hasRecord, readRecord } from './records.ts';
import type { Scene } from './scene.ts';
import type { OwnDoing } from '../shared-state.ts';
import { withSuspects } from '../suspects.ts';
import { isCheckName } from './check-copy.ts';

/** What somebody should know about a workspace that was just harvested. */
export const harvestFindings = async (
  place: RepositoryPlace,
  scene: Scene & { readonly dropped: number },
): Promise<readonly Finding[]> => {
  // Asked for together: see docs/adr/0007.
  const [history, shared, ignored] = await Promise.all([
    historyFindings(place, scene),
    sharedFindings(place, scene),
    ignoredFindings(place, scene),
  ]);
  return [
    ...history,
    ...stateFindings(scene),
    ...nestedFindings(scene),
    ...(await broughtInFindings(place, scene)),
    ...ignored,
    ...shared,
  ];
};

/** The workspace's folder is gone, and not by fanin's doing. */
export const missingFinding = (path: string): Finding => ({
  kind: 'workspace-missing',
  text: `The workspace ${path} was gone at the harvest: only what had been committed is held.`,
  blocks: true,
});

const historyFindings = async (
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

const stateFindings = (scene: Scene): readonly Finding[] => {
  const { state, snapshot, spec } = scene;
  const found: Finding[] = [];
  if (state.gitDir === null) {
    const text =
      'git does not list the workspace any more: somebody removed or pruned its registration.';
    found.push({ kind: 'workspace-unregistered', text, blocks: false });
  }
  const operation = state.gitDir === null ? null : operationUnderWay(state.gitDir);
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

const nestedFindings = (scene: Scene): readonly Finding[] =>
  scene.snapshot.nested.map(({ path, ignored }) => ({
    kind: 'nested-repository',
    text: ignored
      ? `${path} is a repository of its own in an ignored folder, and is not part of the harvest.`
      : `${path} is a repository of its own: git cannot hold its content here, so the workspace is kept.`,
    path,
    blocks: !ignored,
  }));

const broughtInFindings = async (
  place: RepositoryPlace,
  scene: Scene,
): Promise<readonly Finding[]> => {
  const { state, spec, record } = scene;
  const found: Finding[] = [];
  for (const changed of await changedBroughtIn(state.path, record.files)) {
    const { path, now, isFile } = changed;
    const text = isFile
      ? `${path} was brought in and changed; the new version lies in ${await keepBroughtIn(state.path, spec.folder, path)}.`
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

/**
 * fanin writes down what it makes and removes before it does. Of this very workspace its state tells, and what its own
 * config says counts nowhere else: a narrowed tree is written there after the fingerprint was taken.
 */
const isOwnDoing =
  ({ stateDir }: RepositoryPlace, own: string): OwnDoing =>
  (name, what) => {
    if (isCheckName(name) || (name === own && what !== 'came')) return true;
    const record = what === 'came' ? 'preparing.json' : 'removing.json';
    return hasRecord(join(stateDir, 'attempts', name), record);
  };

const sharedFindings = async (
  place: RepositoryPlace,
  scene: Scene,
): Promise<readonly Finding[]> => {
  const before = readRecord(scene.spec.folder, 'prepared.json', readFingerprint);
  if (before === null) return [];
  const after = await takeFingerprint(place);
  const found = compareFingerprints(before, after, isOwnDoing(place, scene.spec.attempt));
  return withSuspects(place, scene.spec, found);
};
