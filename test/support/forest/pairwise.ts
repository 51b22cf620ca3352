import { execFile } from 'node:child_process';

/** A conflict of two names, as one text that can be compared: `a × b: files`. */
export interface PairwiseAnswer {
  readonly against: readonly string[];
  readonly pairs: readonly string[];
  /** Wall time of the merges of pairs alone, and how many there were. */
  readonly ms: number;
  readonly merges: number;
}

interface Named {
  readonly name: string;
  readonly commit: string;
}

/**
 * The yardstick: one git process for each pair of commits on the target, all pairs. `cwd` has the
 * target checked out, since git reads merge attributes from there. `every`: only each so-many-th pair.
 */
export const pairwise = async (
  cwd: string,
  target: string,
  tips: readonly Named[],
  { every = 1, atOnce = 1 }: { readonly every?: number; readonly atOnce?: number } = {},
): Promise<PairwiseAnswer> => {
  const against: string[] = [];
  const clean: Named[] = [];
  for (const { name, commit } of tips) {
    const merged = await merge(cwd, target, commit);
    if (merged.files === null) {
      const args = ['commit-tree', merged.tree, '-p', target, '-m', name];
      clean.push({ name, commit: (await run(cwd, args)).stdout.trim() });
    } else against.push(`${name}: ${merged.files.join(' ')}`);
  }
  const all = clean.flatMap((a, at) => clean.slice(at + 1).map((b) => [a, b] as const));
  const asked = all.filter((_, at) => at % every === 0);
  const pairs: string[] = [];
  const queue = [...asked];
  const started = performance.now();
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [a, b] = next;
      const { files } = await merge(cwd, a.commit, b.commit);
      if (files !== null) pairs.push(pairText(a.name, b.name, files));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const ms = performance.now() - started;
  return { against: against.toSorted(), pairs: pairs.toSorted(), ms, merges: asked.length };
};

/** One conflict as text. */
export const pairText = (a: string, b: string, files: readonly string[]): string =>
  `${a} × ${b}: ${files.join(' ')}`;

const merge = async (
  cwd: string,
  ours: string,
  theirs: string,
): Promise<{ readonly tree: string; readonly files: readonly string[] | null }> => {
  const args = ['merge-tree', '--write-tree', '--name-only', '-z', '--allow-unrelated-histories'];
  const { code, stdout } = await run(cwd, [...args, ours, theirs]);
  const [tree = '', ...rest] = stdout.split('\0');
  if (code === 0) return { tree, files: null };
  const end = rest.indexOf('');
  const staged = rest.slice(0, end);
  // Git sets a file aside as `<path>~<commit>` where a folder wants its name.
  const files = (staged.length > 0 ? staged : pathsInMessages(rest.slice(end + 1))).map((file) =>
    file.replace(/~[0-9a-f]{40}.*$/, ''),
  );
  return { tree, files: [...new Set(files)] };
};

/** Some conflicts leave no file behind: then it is what git's sentences are about. */
const pathsInMessages = (parts: readonly string[]): readonly string[] => {
  const count = Number.parseInt(parts[0] ?? '', 10);
  if (Number.isNaN(count)) return [];
  const isConflict = parts[count + 1]?.startsWith('CONFLICT') === true;
  return [
    ...(isConflict ? parts.slice(1, count + 1) : []),
    ...pathsInMessages(parts.slice(count + 3)),
  ];
};

const run = (
  cwd: string,
  args: readonly string[],
): Promise<{ readonly code: number; readonly stdout: string }> =>
  new Promise((resolve, reject) => {
    const options = { cwd, maxBuffer: 64 * 1024 * 1024, encoding: 'utf8' } as const;
    execFile('git', [...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      if (code === 0 || code === 1) resolve({ code, stdout });
      else reject(new Error(`git ${args.join(' ')}: ${stderr}`));
    });
  });
