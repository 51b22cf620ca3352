import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { TempRepo } from '../git-repo.ts';

/** What is to lie at a path; null: nothing. */
export type Entry =
  | string
  | null
  | Buffer
  | { readonly link: string }
  | { readonly submodule: string }
  | { readonly text: string; readonly mode: '100644' | '100755' }
  /** As it lies in that commit, under this path or another. */
  | { readonly as: string; readonly path?: string };

export type Entries = Readonly<Record<string, Entry>>;

export interface NewCommit {
  readonly parents?: readonly string[];
  /** Whose tree it starts from; default: its first parent's. */
  readonly from?: string;
  readonly files?: Entries;
  readonly message?: string;
}

/** Makes commits out of objects alone, so that every step of a case is what it says. */
export interface Yard {
  commit(what: NewCommit): Promise<string>;
  /** A merge with git's own result, and `files` over it: what somebody did in the merge. */
  merge(ours: string, theirs: string, what?: Omit<NewCommit, 'parents' | 'from'>): Promise<string>;
  /** A task that lands: a merge commit on the target, or squashed. */
  land(target: string, tip: string, task: string, squash?: boolean): Promise<string>;
}

/** Commits are written into this repository; no ref moves. */
export const yardIn = ({ path, base }: Pick<TempRepo, 'path' | 'base'>): Yard => {
  let indexes = 0;
  const run = (args: readonly string[], input?: string | Buffer, index?: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const env = index === undefined ? process.env : { ...process.env, GIT_INDEX_FILE: index };
      const child = execFile(
        'git',
        [...args],
        { cwd: path, env, encoding: 'utf8', maxBuffer: 1 << 26 },
        (error, stdout, stderr) => {
          const conflict = args[0] === 'merge-tree' && stdout !== '' && error?.code === 1;
          if (error === null || conflict) resolve(stdout.trimEnd());
          else reject(new Error(`git ${args.join(' ')}: ${stderr}`, { cause: error }));
        },
      );
      if (input !== undefined) child.stdin?.end(input);
    });
  const infoOf = async (name: string, entry: Entry, width: number): Promise<string> => {
    const line = (mode: string, object: string): string => `${mode} ${object}\t${name}\n`;
    const blob = (content: string | Buffer): Promise<string> =>
      run(['hash-object', '-w', '--stdin'], content);
    if (entry === null) return line('0', '0'.repeat(width));
    if (typeof entry === 'string' || Buffer.isBuffer(entry))
      return line('100644', await blob(entry));
    if ('link' in entry) return line('120000', await blob(entry.link));
    if ('submodule' in entry) return line('160000', entry.submodule);
    if ('text' in entry) return line(entry.mode, await blob(entry.text));
    const listed = await run(['ls-tree', entry.as, '--', entry.path ?? name]);
    if (listed === '') return line('0', '0'.repeat(width));
    const [mode = '', , object = ''] = listed.split(/[ \t]/u);
    return line(mode, object);
  };
  const made = new Map<string, Promise<string>>();
  /** Most cases begin alike. */
  const write = (tree: string | null, what: NewCommit): Promise<string> => {
    const key = JSON.stringify([tree, what]);
    const known = made.get(key) ?? writeAnew(tree, what);
    made.set(key, known);
    return known;
  };
  const writeAnew = async (
    tree: string | null,
    { parents = [], files = {}, message = 'change' }: NewCommit,
  ): Promise<string> => {
    indexes += 1;
    const index = join(base, `index-${indexes}`);
    await run(tree === null ? ['read-tree', '--empty'] : ['read-tree', tree], undefined, index);
    // Removals first: a file may come where a folder was.
    const sorted = Object.entries(files).toSorted(
      ([, a], [, b]) => Number(b === null) - Number(a === null),
    );
    const infos: string[] = [];
    for (const [name, entry] of sorted)
      infos.push(await infoOf(name, entry, parents[0]?.length ?? 40));
    if (infos.length > 0) await run(['update-index', '--index-info'], infos.join(''), index);
    const written = await run(['write-tree'], undefined, index);
    return run(
      ['commit-tree', written, ...parents.flatMap((parent) => ['-p', parent]), '-F', '-'],
      message,
    );
  };
  const trees = new Map<string, Promise<string>>();
  const merged = (ours: string, theirs: string): Promise<string> => {
    const known = trees.get(ours + theirs) ?? mergedAnew(ours, theirs);
    trees.set(ours + theirs, known);
    return known;
  };
  const mergedAnew = async (ours: string, theirs: string): Promise<string> =>
    (await run(['merge-tree', '--write-tree', ours, theirs])).split('\n')[0] ?? '';
  return {
    commit: (what) => write(what.from ?? what.parents?.[0] ?? null, what),
    merge: async (ours, theirs, what = {}) =>
      write(await merged(ours, theirs), {
        message: 'Merge the target',
        ...what,
        parents: [ours, theirs],
      }),
    land: async (target, tip, task, squash = false) =>
      write(await merged(target, tip), {
        parents: squash ? [target] : [target, tip],
        message: `Land ${task}\n\nFanin-Task: ${task}\nFanin-Run: r1\nFanin-Attempt: ${task}#1\n`,
      }),
  };
};
