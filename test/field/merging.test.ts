import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fanin, faninJson } from '../cli/fanin.ts';
import { robotRepo } from '../cli/robot-repo.ts';
import { writeFiles } from '../support/git-repo.ts';
import type { Files, TempRepo } from '../support/git-repo.ts';

// What users of such tools have reported about bringing work together; the groups of the merge queue are in
// test/engine/merge-queue.test.ts, and five worktrees from end to end in test/e2e/five-worktrees.test.ts.
interface Status {
  readonly run: { readonly id: string; readonly targetRef: string; readonly base: string };
  readonly tasks: readonly { readonly id: string; readonly phase: string }[];
  readonly attempts: readonly {
    readonly task: string;
    readonly startedAt: number | null;
  }[];
}

const TEXT = (...changed: readonly (readonly [number, string])[]): string =>
  Array.from({ length: 12 }, (_, k) => changed.find(([at]) => at === k)?.[1] ?? `line ${k}`)
    .join('\n')
    .concat('\n');

let repo: TempRepo;
beforeEach(async () => {
  repo = await robotRepo({ review: 'human', files: { 'list.txt': TEXT() } });
});
afterEach(() => repo.remove());

/** Work on a branch in a worktree of its own, committed; the value is its path. */
const worktree = async (branch: string, files: Files): Promise<string> => {
  const path = join(repo.base, branch);
  await repo.git('worktree', 'add', '-q', path, '-b', branch, 'main');
  await writeFiles(path, files);
  await repo.gitIn(path, 'add', '-A');
  await repo.gitIn(path, 'commit', '-q', '-m', `Change ${branch}`);
  return path;
};
const type = (...args: readonly string[]) => fanin(repo.path, ...args);
const status = (): Promise<Status> => faninJson<Status>(repo.path, 'status');
const phases = async (): Promise<readonly string[]> =>
  (await status()).tasks.map(({ id, phase }) => `${id} ${phase}`);
const onTarget = async (path: string): Promise<string> =>
  repo.git('show', `${(await status()).run.targetRef}:${path}`);

describe('bringing work together, as users have seen it go wrong', { timeout: 30_000 }, () => {
  it('the queue stalled in the middle and left conflict markers, no word and no error', async () => {
    await worktree('one', { 'list.txt': TEXT([3, 'ours']) });
    await worktree('two', { 'list.txt': TEXT([3, 'theirs']) });
    await worktree('three', { 'other.txt': 'three\n' });
    await type('collect', 'one', 'two', 'three');
    expect((await type('review', 'approve', 'one')).code).toBe(0);
    const two = await type('review', 'approve', 'two');
    expect([two.code, two.err]).toEqual([1, expect.stringContaining('could not land')]);
    expect(two.err).toContain('list.txt');
    // What comes behind it lands.
    expect((await type('review', 'approve', 'three')).code).toBe(0);
    expect(await phases()).toEqual(['one landed', 'two parked', 'three landed']);
    expect(await onTarget('list.txt')).toBe(TEXT([3, 'ours']).trimEnd());
    const { run } = await status();
    const marked = repo.git('grep', '-l', '<<<<<<<', run.targetRef);
    await expect(marked).rejects.toThrow();
    expect((await type('brief', 'two')).out).toContain('theirs');
    for (const path of [repo.path, join(repo.base, 'two')])
      expect(await repo.gitIn(path, 'status', '--porcelain')).toBe('');
  });

  it('the merge was reported as done, and lines of somebody else were gone', async () => {
    await worktree('one', { 'list.txt': TEXT([1, 'of one']) });
    await worktree('two', { 'list.txt': TEXT([9, 'of two']) });
    await type('collect', 'one', 'two');
    await type('review', 'approve', 'one');
    await type('review', 'approve', 'two');
    expect(await onTarget('list.txt')).toBe(TEXT([1, 'of one'], [9, 'of two']).trimEnd());
  });

  it('a branch that kept its own side whole in a merge took back what others did, without a conflict', async () => {
    const path = await worktree('stale', { 'list.txt': TEXT([9, 'mine']) });
    await repo.commit({ 'list.txt': TEXT([1, 'of somebody else']) });
    await repo.gitIn(path, 'merge', '-q', '-s', 'ours', '-m', 'Merge main', 'main');
    const { code } = await type('collect', 'stale', '--by', 'checks');
    expect([code, await phases()]).toEqual([3, ['stale delivered']]);
    const { out } = await type('review', 'show', 'stale');
    expect(out).toContain('list.txt');
    expect(await onTarget('list.txt')).toBe(TEXT([1, 'of somebody else']).trimEnd());
  });

  it('a direct merge failed in silence, since its target was checked out elsewhere', async () => {
    const path = join(repo.base, 'elsewhere');
    await repo.git('worktree', 'add', '-q', path, '-b', 'release');
    await worktree('one', { 'one.txt': 'one\n' });
    const before = await repo.git('for-each-ref', 'refs/heads');
    const refused = await type('collect', 'one', '--target', 'release');
    expect([refused.code, refused.err]).toEqual([4, expect.stringContaining('elsewhere')]);
    expect(await repo.git('for-each-ref', 'refs/heads')).toBe(before);
    // To its own target it lands; the other branch is moved with its files.
    await type('collect', 'one');
    await type('review', 'approve', 'one');
    expect((await type('promote', '--to', 'release')).code).toBe(0);
    expect(await readFile(join(path, 'one.txt'), 'utf8')).toBe('one\n');
    expect(await repo.gitIn(path, 'status', '--porcelain')).toBe('');
  });

  it('a branch that a worktree holds could not be taken up', async () => {
    const path = await worktree('held', { 'held.txt': 'held\n' });
    await repo.git('worktree', 'lock', path);
    expect((await type('collect', 'held')).code).toBe(3);
    await type('review', 'return', 'held', 'shorter');
    const made = await type('retry', 'held', '--agent', 'robot');
    expect(made.err).not.toContain('already');
    expect(await repo.gitIn(path, 'branch', '--show-current')).toBe('held');
  });

  it('merging back failed since the main checkout was dirty in the same file', async () => {
    await worktree('one', { 'list.txt': TEXT([3, 'of one']) });
    await type('collect', 'one');
    await repo.write({ 'list.txt': TEXT([3, 'mine, not committed']) });
    expect((await type('review', 'approve', 'one')).code).toBe(0);
    expect(await onTarget('list.txt')).toContain('of one');
    const refused = await type('promote');
    expect([refused.code, refused.err]).toEqual([4, expect.stringContaining('1 changed file')]);
    expect(await readFile(join(repo.path, 'list.txt'), 'utf8')).toContain('mine, not committed');
    await repo.git('checkout', '-q', 'list.txt');
    expect((await type('promote')).code).toBe(0);
    expect(await readFile(join(repo.path, 'list.txt'), 'utf8')).toContain('of one');
  });

  it('the target was pushed to by somebody else between the test and the landing', async () => {
    await worktree('one', { 'one.txt': 'one\n' });
    await type('collect', 'one');
    const { run } = await status();
    const other = await repo.git(
      'commit-tree',
      `${run.base}^{tree}`,
      '-p',
      run.base,
      '-m',
      'of somebody else',
    );
    await repo.git('update-ref', run.targetRef, other);
    const { code, err } = await type('review', 'approve', 'one');
    expect([code, err]).toEqual([1, expect.stringContaining('somebody else moved it')]);
    // Nothing of theirs is overwritten.
    const isThere = repo.git('merge-base', '--is-ancestor', other, run.targetRef);
    await expect(isThere).resolves.toBe('');
  });
});

describe('agents that make more than people can look at', { timeout: 30_000 }, () => {
  it('went on making it', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const tasks = names.map(
      (name) => `  ${name}: { prompt: ${name}, writes: [${name}.txt], size: 10m }\n`,
    );
    const script = Object.fromEntries(
      names.map((name) => [name, [{ write: { path: `${name}.txt`, text: `${name}\n` } }]]),
    );
    await repo.commit({
      'script.json': JSON.stringify({ tasks: script, default: [] }),
      'plan.yaml': `goal: Try\nconcurrency: on\ntasks:\n${tasks.join('')}`,
    });
    expect((await type('run')).code).toBe(3);
    const begun = async (): Promise<number> => (await status()).attempts.length;
    expect(await begun()).toBeLessThanOrEqual(3);
    const before = await begun();
    expect((await type('status', '--why')).out).toContain('review');
    await type('review', 'approve', 'a');
    await type('run', '--resume');
    expect(await begun()).toBe(before + 1);
  });
});
