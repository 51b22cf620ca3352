import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Repository } from '../../src/ports/repository.ts';

/** What a repository is to the contract. */
export interface RepositoryHarness {
  readonly repository: Repository;
  /** Writes a commit on top of `parent`; null removes a path. */
  commitFiles(
    parent: string | null,
    files: Readonly<Record<string, string | null>>,
  ): Promise<string>;
  readFiles(commit: string): Promise<Readonly<Record<string, string>>>;
  treeOf(commit: string): Promise<string>;
  readRef(ref: string): Promise<string | null>;
  remove(): Promise<void>;
}

const TARGET = 'refs/heads/fanin/r1/target';
const LANDED = 'refs/fanin/r1/landed/core';

/** Every implementation of the port holds to this. */
export const repositoryContract = (name: string, make: () => Promise<RepositoryHarness>): void => {
  describe(`repository contract: ${name}`, () => {
    let at: RepositoryHarness;
    let base: string;
    const value = <T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T => {
      if (!result.ok) throw new Error(JSON.stringify(result.error));
      return result.value;
    };
    const landing = async (from: string, to: string, landedRef = LANDED) => ({
      targetRef: TARGET,
      from,
      to,
      tree: await at.treeOf(to),
      landed: [{ ref: landedRef, commit: to }],
    });

    beforeEach(async () => {
      at = await make();
      base = await at.commitFiles(null, { 'a.txt': 'one\n', 'b.txt': 'two\n' });
      value(await at.repository.createRef(TARGET, base));
    });
    afterEach(() => at.remove());

    it('resolves refs and commits, and nothing else', async () => {
      const found = await at.repository.resolve([TARGET, 'refs/heads/none', base]);
      expect(found).toEqual([base, null, base]);
      expect(await at.repository.resolve([])).toEqual([]);
    });

    it('resolves many names in their order, whatever is in them', async () => {
      const files = { 'a b.txt': 'x\n', 'two\nlines.txt': 'y\n', '-v': 'z\n' };
      const commit = await at.commitFiles(base, files);
      const names = ['none', 'a b.txt', 'no\nsuch missing', 'two\nlines.txt', '-v', 'a.txt'];
      const found = await at.repository.resolve(names.map((name) => `${commit}:${name}`));
      expect(found.map((id) => id !== null)).toEqual([false, true, false, true, true, true]);
      expect(new Set(found.filter((id) => id !== null)).size).toBe(4);
    });

    it('resolves what belongs to a commit: parents, tree, paths', async () => {
      const next = await at.commitFiles(base, { 'docs/c.txt': 'three\n' });
      const resolve = async (revision: string) => (await at.repository.resolve([revision]))[0];
      expect(await resolve(`${next}^1`)).toBe(base);
      expect(await resolve(`${next}^2`)).toBeNull();
      expect(await resolve(`${next}^{tree}`)).toBe(await at.treeOf(next));
      value(await at.repository.createRef('refs/fanin/r1/some', next));
      expect(await resolve('refs/fanin/r1/some^1')).toBe(base);
      expect(await resolve('refs/fanin/r1/some^{tree}')).toBe(await at.treeOf(next));
      expect(await resolve('refs/fanin/r1/none^1')).toBeNull();
      expect(await resolve(`${next}:a.txt`)).not.toBeNull();
      expect(await resolve(`${next}:a.txt`)).toBe(await resolve(`${base}:a.txt`));
      expect(await resolve(`${next}:docs/c.txt`)).not.toBeNull();
      expect(await resolve(`${next}:docs`)).not.toBeNull();
      expect(await resolve(`${base}:docs/c.txt`)).toBeNull();
      const changed = await at.commitFiles(next, { 'a.txt': 'other\n' });
      expect(await resolve(`${changed}:a.txt`)).not.toBe(await resolve(`${base}:a.txt`));
    });

    it('creates a ref once and again, and never moves it', async () => {
      const other = await at.commitFiles(base, { 'a.txt': 'x\n' });
      expect((await at.repository.createRef(TARGET, base)).ok).toBe(true);
      expect((await at.repository.createRef(TARGET, other)).ok).toBe(false);
      expect(await at.readRef(TARGET)).toBe(base);
    });

    it('merges changes to different files', async () => {
      const ours = await at.commitFiles(base, { 'a.txt': 'A\n' });
      const theirs = await at.commitFiles(base, { 'b.txt': null, 'c.txt': 'three\n' });
      const merge = value(await at.repository.merge(ours, theirs));
      if (merge.kind !== 'clean') throw new Error('conflict');
      const commit = value(await at.repository.commit(merge.tree, [ours, theirs], 'merge'));
      expect(await at.readFiles(commit)).toEqual({ 'a.txt': 'A\n', 'c.txt': 'three\n' });
    });

    it('reports a conflict with both sides’ text', async () => {
      const ours = await at.commitFiles(base, { 'a.txt': 'ours\n' });
      const theirs = await at.commitFiles(base, { 'a.txt': 'theirs\n' });
      const merge = value(await at.repository.merge(ours, theirs));
      if (merge.kind !== 'conflict') throw new Error('no conflict');
      expect(merge.files.map((file) => file.path)).toEqual(['a.txt']);
      const text = merge.files[0]?.text ?? '';
      for (const part of ['<<<<<<< target', 'ours', 'one', 'theirs', '>>>>>>> this delivery']) {
        expect(text).toContain(part);
      }
    });

    it('reports a file that one side changed and the other deleted', async () => {
      const ours = await at.commitFiles(base, { 'a.txt': null });
      const theirs = await at.commitFiles(base, { 'a.txt': 'theirs\n' });
      const merge = value(await at.repository.merge(ours, theirs));
      expect(merge.kind === 'conflict' && merge.files.map((file) => file.path)).toEqual(['a.txt']);
      expect(merge.kind === 'conflict' && merge.files[0]?.text).not.toBe('');
    });

    it('fails on a commit that does not exist, instead of calling it a conflict', async () => {
      const merge = await at.repository.merge(base, 'no-such-thing');
      expect(merge.ok ? null : merge.error.code).toBe('no-such-commit');
    });

    it('lands: target and record move together', async () => {
      const to = await at.commitFiles(base, { 'a.txt': 'A\n' });
      const done = value(await at.repository.land(await landing(base, to)));
      expect(done).toEqual({ from: base, to, tree: await at.treeOf(to) });
      expect(await at.readRef(TARGET)).toBe(to);
      expect(await at.readRef(LANDED)).toBe(to);
    });

    it('lands a group whole: all its records and the target, or nothing', async () => {
      const first = await at.commitFiles(base, { 'a.txt': 'A\n' });
      const to = await at.commitFiles(first, { 'b.txt': 'B\n' });
      const [one, two] = ['refs/fanin/r1/landed/one', 'refs/fanin/r1/landed/two'];
      const landed = [
        { ref: one, commit: first },
        { ref: two, commit: to },
      ];
      const request = { ...(await landing(base, to)), landed };
      value(await at.repository.createRef(two, base));
      expect((await at.repository.land(request)).ok).toBe(false);
      expect([await at.readRef(TARGET), await at.readRef(one)]).toEqual([base, null]);
      const others = [
        { ref: one, commit: first },
        { ref: LANDED, commit: to },
      ];
      value(await at.repository.land({ ...request, landed: others }));
      expect([await at.readRef(TARGET), await at.readRef(one)]).toEqual([to, first]);
      expect((await at.repository.land({ ...request, landed: others })).ok).toBe(true);
    });

    it('lands once: a second call finds the first', async () => {
      const to = await at.commitFiles(base, { 'a.txt': 'A\n' });
      const request = await landing(base, to);
      value(await at.repository.land(request));
      const later = await at.commitFiles(to, { 'c.txt': 'C\n' });
      value(await at.repository.land(await landing(to, later, 'refs/fanin/r1/landed/other')));
      expect((await at.repository.land(request)).ok).toBe(true);
      expect(await at.readRef(TARGET)).toBe(later);
    });

    it('refuses a target that has moved, and records nothing', async () => {
      const other = await at.commitFiles(base, { 'b.txt': 'B\n' });
      value(await at.repository.land(await landing(base, other, 'refs/fanin/r1/landed/other')));
      const to = await at.commitFiles(base, { 'a.txt': 'A\n' });
      const done = await at.repository.land(await landing(base, to));
      expect(done.ok ? null : done.error.code).toBe('target-moved');
      expect(await at.readRef(TARGET)).toBe(other);
      expect(await at.readRef(LANDED)).toBeNull();
    });

    it('refuses to land another tree than the one that was checked', async () => {
      const to = await at.commitFiles(base, { 'a.txt': 'A\n' });
      const done = await at.repository.land({
        ...(await landing(base, to)),
        tree: await at.treeOf(base),
      });
      expect(done.ok ? null : done.error.code).toBe('tree-mismatch');
      expect(await at.readRef(TARGET)).toBe(base);
    });

    it('lands a commit that follows the target at some distance', async () => {
      const between = await at.commitFiles(base, { 'a.txt': 'A\n' });
      const to = await at.commitFiles(between, { 'b.txt': 'B\n' });
      value(await at.repository.land(await landing(base, to)));
      expect(await at.readRef(TARGET)).toBe(to);
    });

    it('refuses a commit that does not follow the target', async () => {
      const to = await at.commitFiles(null, { 'z.txt': 'z\n' });
      const done = await at.repository.land(await landing(base, to));
      expect(done.ok ? null : done.error.code).toBe('not-fast-forward');
    });

    it('refuses a second landing of the task with another commit', async () => {
      const to = await at.commitFiles(base, { 'a.txt': 'A\n' });
      value(await at.repository.land(await landing(base, to)));
      const again = await at.commitFiles(to, { 'a.txt': 'AA\n' });
      const done = await at.repository.land(await landing(to, again));
      expect(done.ok ? null : done.error.code).toBe('already-landed');
    });

    it('counts changed files', async () => {
      const to = await at.commitFiles(base, {
        'a.txt': 'one\nmore\n',
        'b.txt': null,
        'c.txt': 'new\n',
      });
      expect(value(await at.repository.changes(base, to))).toEqual([
        { path: 'a.txt', change: 'modified', from: null, added: 1, removed: 0 },
        { path: 'b.txt', change: 'deleted', from: null, added: 0, removed: 1 },
        { path: 'c.txt', change: 'added', from: null, added: 1, removed: 0 },
      ]);
      expect(value(await at.repository.changes(to, to))).toEqual([]);
    });
  });
};
