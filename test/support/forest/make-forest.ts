import { spawn } from 'node:child_process';
import { change, Draft, drawFrom } from './changes.ts';
import type { Draw } from './changes.ts';
import { commitStream } from './snapshot-writer.ts';
import type { ModelFile, ModelTree } from './snapshot-writer.ts';

/** How large a generated repository is. */
export interface ForestSize {
  readonly files: number;
  readonly branches: number;
  /** Commits of the target; branches fork off at any of them. */
  readonly commits: number;
  readonly seed: number;
}

/**
 * Fills the repository `gitDir` with `main` and `branch-0`, `branch-1` …: popular files are changed far
 * more often than others (Zipf), and renames of files and folders, modes, links, binaries, submodules
 * and files in the place of folders are among the changes. The same seed makes the same commits.
 */
export const makeForest = async (gitDir: string, size: ForestSize): Promise<void> => {
  const importing = spawn('git', ['fast-import', '--quiet'], {
    env: { ...process.env, GIT_DIR: gitDir },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    importing.once('error', reject);
    importing.once('exit', resolve);
  });
  for (const part of forestStream(size))
    if (!importing.stdin.write(part))
      await new Promise<void>((resolve) => importing.stdin.once('drain', () => resolve()));
  importing.stdin.end();
  if ((await ended) !== 0) throw new Error('git fast-import failed');
};

function* forestStream({ files, branches, commits, seed }: ForestSize): Generator<string> {
  const draw = drawFrom(seed);
  const first = firstTree(files, draw);
  const popular = popularity([...first.keys()], draw);
  let mark = 1;
  yield commitStream({ ref: MAIN, mark, from: null, changes: first });
  const target: { readonly mark: number; readonly tree: ModelTree }[] = [{ mark, tree: first }];
  const grow = (ref: string, from: number, before: ModelTree, most: number) => {
    const draft = new Draft(before);
    mark += 1;
    const who = `${ref.split('/').at(-1) ?? ''}-${String(mark)}`;
    const many = 1 + Math.floor(draw() * most);
    for (let k = 0; k < many; k += 1)
      change({ draft, draw, path: popular(draft.tree, draw), who: `${who}-${String(k)}` });
    return {
      mark,
      tree: draft.tree,
      text: commitStream({ ref, mark, from, changes: draft.changes }),
    };
  };
  for (let k = 0; k < commits; k += 1) {
    const last = target.at(-1) ?? { mark: 1, tree: first };
    const grown = grow(MAIN, last.mark, last.tree, 2);
    target.push(grown);
    yield grown.text;
  }
  for (let k = 0; k < branches; k += 1) {
    const ref = `refs/heads/branch-${String(k)}`;
    // Most branches are young.
    const age = Math.floor(draw() * draw() * target.length);
    let at = target[target.length - 1 - age] ?? { mark: 1, tree: first };
    const length = 1 + Math.floor(draw() * 3);
    for (let n = 0; n < length; n += 1) {
      const grown = grow(ref, at.mark, at.tree, 4);
      yield grown.text;
      at = grown;
    }
  }
}

const MAIN = 'refs/heads/main';
const FILES_A_FOLDER = 20;

const firstTree = (files: number, draw: Draw): ReadonlyMap<string, ModelFile> => {
  const tree = new Map<string, ModelFile>();
  for (let k = 0; k < files; k += 1) {
    const folder = Math.floor(k / FILES_A_FOLDER);
    const path = `src/part-${String(folder % 40)}/unit-${String(folder)}/file-${String(k)}.ts`;
    const lines = 20 + Math.floor(draw() * 60);
    const content = Array.from({ length: lines }, (_, n) => `line ${String(n)} of ${String(k)}\n`);
    tree.set(path, { mode: '100644', content: content.join('') });
  }
  tree.set('CHANGELOG.md', { mode: '100644', content: '# Changes\n' });
  tree.set('.gitattributes', { mode: '100644', content: 'CHANGELOG.md merge=union\n' });
  return tree;
};

/** Draws a file that is still there: the k-th in popularity with a weight of 1 / k. */
const popularity = (paths: readonly string[], draw: Draw) => {
  const ranked = paths
    .filter((path) => path.startsWith('src/'))
    .map((path) => ({ path, key: draw() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ path }) => path);
  const total = Math.log(ranked.length + 1);
  return (tree: ModelTree, by: Draw): string => {
    for (;;) {
      const rank = Math.floor(Math.exp(by() * total)) - 1;
      const path = ranked[rank];
      if (path !== undefined && tree.has(path)) return path;
    }
  };
};
