import type { OwnCommit } from '../../domain/lost-updates/candidate.ts';
import type { FileDelta, FileState, LandedChange } from '../../domain/lost-updates/file-delta.ts';
import { ok } from '../../domain/result.ts';
import type { LandedChanges } from '../../ports/landed-changes.ts';
import { objectId } from './objects.ts';
import type { MemoryTree } from './objects.ts';
import type { MemoryRepository } from './repository.ts';

/** What has landed in a repository in memory, where files are compared line by line without their order. */
export const memoryLandedChanges = (repo: MemoryRepository): LandedChanges => {
  const known = new Map<string, LandedChange>();
  return {
    landings: async (target, most) => {
      const line = lineTo(repo, target, most).filter((commit) => repo.parents(commit).length > 0);
      return ok(
        line.map((commit) => {
          const landing = known.get(commit) ?? landingOf(repo, commit);
          known.set(commit, landing);
          return landing;
        }),
      );
    },
    delta: async (from, to) => ok(delta(repo.files(from), repo.files(to))),
    history: async ({ onto, tip, base, window }) => {
      const line = lineTo(repo, onto, window);
      const lacks = (commit: string): ReadonlySet<string> =>
        new Set(line.filter((landing) => !repo.isAncestor(landing, commit)));
      const own = ownCommits(repo, onto, tip);
      const commits: OwnCommit[] = [];
      for (const commit of own) {
        const [first] = repo.parents(commit);
        const startLacks = first === undefined || own.includes(first) ? null : lacks(first);
        commits.push(await ownCommit(repo, commit, startLacks));
      }
      return ok({ baseLacks: lacks(base), tipLacks: lacks(tip), own: commits });
    },
    recomputed: async (ours, theirs) => {
      const merged = await repo.repository.merge(ours, theirs);
      if (!merged.ok) return merged;
      return ok(merged.value.kind === 'clean' ? merged.value.tree : null);
    },
  };
};

/** The first-parent line to a commit, the oldest first. */
const lineTo = (repo: MemoryRepository, target: string, most: number): readonly string[] => {
  const line: string[] = [];
  for (let at: string | undefined = target; at !== undefined; [at] = repo.parents(at)) {
    if (line.length === most) break;
    line.unshift(at);
  }
  return line;
};

const landingOf = (repo: MemoryRepository, commit: string): LandedChange => {
  const [first = commit] = repo.parents(commit);
  const message = repo.message(commit);
  return {
    commit,
    task: /^Fanin-Task: (.+)$/mu.exec(message)?.[1] ?? null,
    title: message.split('\n', 1)[0] ?? '',
    files: delta(repo.files(first), repo.files(commit)),
  };
};

/** What `tip` brings beyond `onto`, the oldest first. */
const ownCommits = (repo: MemoryRepository, onto: string, tip: string): readonly string[] => {
  const own: string[] = [];
  const queue = [tip];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    if (own.includes(at) || repo.isAncestor(at, onto)) continue;
    own.unshift(at);
    queue.push(...repo.parents(at));
  }
  return own;
};

const ownCommit = async (
  repo: MemoryRepository,
  commit: string,
  startLacks: ReadonlySet<string> | null,
): Promise<OwnCommit> => {
  const [first, second] = repo.parents(commit);
  const title = repo.message(commit).split('\n', 1)[0] ?? '';
  const before = first === undefined ? new Map<string, string>() : repo.files(first);
  if (first === undefined || second === undefined)
    return { commit, title, startLacks, files: delta(before, repo.files(commit)), merge: null };
  const merged = await repo.repository.merge(first, second);
  const clean = merged.ok && merged.value.kind === 'clean' ? merged.value.tree : null;
  const conflicts =
    merged.ok && merged.value.kind === 'conflict' ? merged.value.files.map(({ path }) => path) : [];
  const files = clean === null ? [] : delta(repo.files(clean), repo.files(commit));
  return { commit, title, startLacks, files: [], merge: { files, conflicts, oneSided: [] } };
};

const delta = (from: MemoryTree, to: MemoryTree): readonly FileDelta[] =>
  [...new Set([...from.keys(), ...to.keys()])]
    .toSorted()
    .filter((path) => from.get(path) !== to.get(path))
    .map((path): FileDelta => {
      const [was, is] = [linesOf(from.get(path)), linesOf(to.get(path))];
      const removed = without(was, is);
      const added = without(is, was);
      return {
        path,
        from: null,
        before: stateOf(from.get(path)),
        after: stateOf(to.get(path)),
        hunks: [{ line: 1, removed, added }],
        binary: false,
      };
    });

const stateOf = (text: string | undefined): FileState | null =>
  text === undefined ? null : { mode: '100644', blob: objectId('blob', text) };

const linesOf = (text: string | undefined): readonly string[] =>
  text === undefined ? [] : text.replace(/\n$/u, '').split('\n');

/** The lines of one that the other has not, each as often as it is missing. */
const without = (lines: readonly string[], other: readonly string[]): readonly string[] => {
  const left = [...other];
  return lines.filter((line) => {
    const at = left.indexOf(line);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
};
