import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Finding, Harvest } from '../../domain/attempt/attempt.ts';
import { placeText } from '../../domain/collect/collected-from.ts';
import type { CollectedFrom } from '../../domain/collect/collected-from.ts';
import type { WorkSeen } from '../../domain/collect/collected-prompt.ts';
import { isSecretLike } from '../../domain/collect/secret-like.ts';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { commitTree } from './commit.ts';
import { countCommits } from './count-commits.ts';
import type { RepositoryPlace } from './discover.ts';
import { git } from './git.ts';
import { mergeCommits } from './merge.ts';
import { onObjects, onTree } from './object-access.ts';
import { paths, someOf } from './paths.ts';
import { resolveTree } from './refs.ts';
import { holdsWork } from './snapshot/nested.ts';
import { takeSnapshot } from './snapshot/snapshot.ts';
import type { Snapshot } from './snapshot/snapshot.ts';
import type { ForeignWork } from './find-foreign.ts';
import { historyFindings } from './foreign-history.ts';

/** Work that was taken in: objects alone, which no ref holds yet. Null `commit`: nothing of it is new to the target. */
export interface ForeignTaken extends WorkSeen {
  readonly harvest: Harvest;
}

/**
 * Takes in what a branch holds, or what lies in its work copy: committed, staged, changed and untracked, but for what
 * is ignored or looks like a secret. The work copy, its index, its branch and the stash stay as they are. Codes:
 * `unrelated-history`, those of git, `disk-full`.
 */
export const takeForeign = async (
  place: RepositoryPlace,
  work: ForeignWork,
  target: string,
): Promise<Result<ForeignTaken, Failure>> => {
  const bases = await mergeBases(place, target, work.head);
  if (!bases.ok) return bases;
  const [base] = bases.value;
  if (base === undefined) return err(unrelated(work, target));
  const files = await filesOf(place, work);
  if (!files.ok) return files;
  const { commit, tree, uncommitted, findings } = files.value;
  const from: CollectedFrom = {
    branch: work.branch,
    worktree: work.worktree?.path ?? null,
    head: work.head,
    uncommitted,
  };
  const isNew = await isNewTo(place, target, { commit, tree, base });
  if (!isNew.ok) return isNew;
  const looked = isNew.value
    ? await historyFindings(place, { target, base, head: work.head, commit })
    : [];
  const harvest: Harvest = {
    commit: isNew.value ? commit : null,
    tree,
    base,
    snapshot: uncommitted > 0,
    findings: [...findings, ...ambiguousBase(bases.value), ...looked],
  };
  const subjects = await subjectsOf(place, base, work.head);
  const commits = (await countCommits(place, base, work.head)) ?? subjects.length;
  return ok({ from, subjects, commits, harvest });
};

interface Files {
  readonly commit: string;
  readonly tree: string;
  readonly uncommitted: number;
  readonly findings: readonly Finding[];
}

const filesOf = async (
  place: RepositoryPlace,
  { worktree, head, gone, branch }: ForeignWork,
): Promise<Result<Files, Failure>> => {
  if (worktree === null) {
    const tree = (await resolveTree(place, head)) ?? '';
    return ok({
      commit: head,
      tree,
      uncommitted: 0,
      findings: gone === null ? [] : [goneFinding(gone)],
    });
  }
  const secret = await looseSecrets(worktree);
  if (!secret.ok) return secret;
  const snapshot = await takeSnapshot({
    ...worktree,
    head,
    secret: secret.value,
    scratch: join(place.stateDir, 'collect', `index-${randomUUID()}`),
  });
  if (!snapshot.ok) return snapshot;
  const { tree, headTree } = snapshot.value;
  const findings = [
    ...secret.value.map(secretFinding),
    ...(await treeFindings(worktree.path, snapshot.value)),
  ];
  if (tree === headTree) return ok({ commit: head, tree, uncommitted: 0, findings });
  const what = placeText({ branch, worktree: worktree.path });
  const message = `fanin: what ${what} had uncommitted\n`;
  const commit = await commitTree(place, { tree, parents: [head], message });
  if (!commit.ok) return commit;
  const uncommitted = await countDiffering(place, headTree, tree);
  return uncommitted.ok
    ? ok({ commit: commit.value, tree, uncommitted: uncommitted.value, findings })
    : uncommitted;
};

/** Untracked files, not ignored, whose names say that they hold secrets. */
const looseSecrets = async ({
  path,
  gitDir,
}: NonNullable<ForeignWork['worktree']>): Promise<Result<readonly string[], Failure>> => {
  const args = ['ls-files', '-z', '--others', '--exclude-standard'];
  const listed = await git(path, args, onTree(gitDir, path, { readOnly: true }));
  return listed.ok ? ok(paths(listed.value.stdout).filter(isSecretLike)) : listed;
};

const countDiffering = async (
  place: RepositoryPlace,
  from: string,
  to: string,
): Promise<Result<number, Failure>> => {
  const args = ['diff-tree', '-r', '-z', '--name-only', '--no-renames', from, to];
  const output = await git(place.commonDir, args, onObjects(place, { readOnly: true }));
  return output.ok ? ok(paths(output.value.stdout).length) : output;
};

const mergeBases = async (
  place: RepositoryPlace,
  target: string,
  head: string,
): Promise<Result<readonly string[], Failure>> => {
  const args = ['merge-base', '--all', target, head];
  const output = await git(
    place.commonDir,
    args,
    onObjects(place, { readOnly: true, exits: [0, 1] }),
  );
  if (!output.ok) return output;
  return ok(
    output.value.stdout
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== ''),
  );
};

/** Not new: its files are those it began with, or merged into the target it changes nothing there. */
const isNewTo = async (
  place: RepositoryPlace,
  target: string,
  work: { readonly commit: string; readonly tree: string; readonly base: string },
): Promise<Result<boolean, Failure>> => {
  if ((await resolveTree(place, work.base)) === work.tree) return ok(false);
  const merge = await mergeCommits(place, target, work.commit);
  if (!merge.ok) return merge;
  return ok(
    merge.value.kind === 'conflict' || merge.value.tree !== (await resolveTree(place, target)),
  );
};

const MOST_SUBJECTS = 12;

const subjectsOf = async (
  place: RepositoryPlace,
  base: string,
  head: string,
): Promise<readonly string[]> => {
  const args = ['log', `--max-count=${MOST_SUBJECTS}`, '-z', '--format=%s', `${base}..${head}`];
  const output = await git(place.commonDir, args, onObjects(place, { readOnly: true }));
  return output.ok ? paths(output.value.stdout).toReversed() : [];
};

const treeFindings = async (path: string, snapshot: Snapshot): Promise<readonly Finding[]> => {
  const nested = snapshot.nested.filter(({ ignored }) => !ignored);
  const holding = await Promise.all(nested.map((each) => holdsWork(join(path, each.path))));
  const found: Finding[] = nested
    .filter((_each, k) => holding[k] === true)
    .map((each) => ({
      kind: 'nested-repository',
      text: `${each.path} is a repository of its own: what lies in it was not taken.`,
      path: each.path,
      blocks: true,
    }));
  if (snapshot.stagedTree !== null) {
    const text =
      'Staged versions that differ from both the last commit and the files were not taken; they are in its index still.';
    found.push({ kind: 'staged-differs', text, blocks: false });
  }
  if (snapshot.unread !== null) {
    const text = `git could not take in everything: ${snapshot.unread}`;
    found.push({ kind: 'not-held', text, blocks: true });
  }
  return found;
};

const secretFinding = (path: string): Finding => ({
  kind: 'secret-left',
  text: `${path} is untracked and looks like a secret, so it was not taken. If it belongs to the work, commit it; if not, have git ignore it.`,
  path,
  blocks: false,
});

const goneFinding = (path: string): Finding => ({
  kind: 'work-copy-gone',
  text: `Its work copy ${path} is gone: only what was committed has been taken.`,
  blocks: false,
});

const ambiguousBase = (bases: readonly string[]): readonly Finding[] =>
  bases.length < 2
    ? []
    : [
        {
          kind: 'several-bases',
          text: `It and the target were merged crosswise and have ${bases.length} bases (${someOf(bases.map((each) => each.slice(0, 8)))}): its changes are counted from the first.`,
          blocks: false,
        },
      ];

const unrelated = (work: ForeignWork, target: string): Failure =>
  failure(
    'unrelated-history',
    `${placeText({ branch: work.branch, worktree: work.worktree?.path ?? work.gone })} has no commit in common with the target (${target.slice(0, 8)}), so nobody can say what it changes`,
    {
      hint: 'put its work on a branch that was made from the target, for instance by git cherry-pick',
    },
  );
