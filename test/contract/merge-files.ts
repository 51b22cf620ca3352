import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MergeFiles } from '../../src/ports/merge-files.ts';

/** What can be done to a file beside its text. */
export interface FileModes {
  /** `<mode> <path>` of every file. */
  listing(tree: string): Promise<readonly string[]>;
  makeExecutable(commit: string, path: string): Promise<string>;
}

/** What the files of merges are to the contract. */
export interface MergeFilesHarness {
  readonly files: MergeFiles;
  /** Writes a commit on top of `parent`; null removes a path. */
  commitFiles(
    parent: string | null,
    files: Readonly<Record<string, string | null>>,
  ): Promise<string>;
  remove(): Promise<void>;
}

/** Every implementation of the port holds to this. */
export const mergeFilesContract = (name: string, make: () => Promise<MergeFilesHarness>): void => {
  describe(`merge files contract: ${name}`, () => {
    let at: MergeFilesHarness;
    let base: string;
    const value = <T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T => {
      if (!result.ok) throw new Error(JSON.stringify(result.error));
      return result.value;
    };

    beforeEach(async () => {
      at = await make();
      base = await at.commitFiles(null, { 'a.txt': 'one\n', 'dir/b *.txt': 'two\n' });
    });
    afterEach(() => at.remove());

    it('says what each side has changed since they parted, and what is new', async () => {
      const ours = await at.commitFiles(base, { 'a.txt': 'x\n', 'n.txt': 'n\n' });
      const theirs = await at.commitFiles(base, { 'dir/b *.txt': null });
      expect(value(await at.files.sides(ours, theirs))).toEqual({
        base,
        ours: { changed: ['a.txt', 'n.txt'], added: ['n.txt'] },
        theirs: { changed: ['dir/b *.txt'], added: [] },
      });
    });

    it('says so where they have nothing in common', async () => {
      const other = await at.commitFiles(null, { 'z.txt': 'z\n' });
      expect(value(await at.files.sides(base, other))).toBeNull();
    });

    it('marks conflicts with the base and all lines of both sides', async () => {
      const ours = await at.commitFiles(base, { 'a.txt': 'one\nx\nend\n' });
      const theirs = await at.commitFiles(base, { 'a.txt': 'one\ny\nend\n' });
      const { tree, conflicted } = value(await at.files.marked(ours, theirs));
      expect(conflicted).toEqual(['a.txt']);
      const [text] = await at.files.read(tree, ['a.txt']);
      const lines = text?.split('\n') ?? [];
      expect(lines.slice(0, 4)).toEqual(['one', `<<<<<<< ${ours}`, 'x', 'end']);
      expect(lines.slice(5)).toEqual(['=======', 'y', 'end', `>>>>>>> ${theirs}`, '']);
      expect(lines[4]).toMatch(/^\|{7} /u);
    });

    it('reads texts in order, and nothing of what is none', async () => {
      const commit = await at.commitFiles(base, { 'bin.dat': 'a\0b', '-v': 'dash\n' });
      const names = ['dir/b *.txt', 'none', 'dir', 'bin.dat', '-v'];
      expect(await at.files.read(commit, names)).toEqual(['two\n', null, null, null, 'dash\n']);
      expect(await at.files.list(commit)).toEqual(['-v', 'a.txt', 'bin.dat', 'dir/b *.txt']);
    });

    it('has nothing to mark where nothing conflicts', async () => {
      const ours = await at.commitFiles(base, { 'a.txt': 'x\n' });
      const theirs = await at.commitFiles(base, { 'n.txt': 'n\n' });
      const { tree, conflicted } = value(await at.files.marked(ours, theirs));
      expect(conflicted).toEqual([]);
      expect(await at.files.read(tree, ['a.txt', 'n.txt'])).toEqual(['x\n', 'n\n']);
    });

    it('leaves what one side alone has changed or taken away out of the conflict', async () => {
      const ours = await at.commitFiles(base, { 'a.txt': 'x\n', 'dir/b *.txt': null });
      const theirs = await at.commitFiles(base, { 'a.txt': 'y\n', 'n.txt': 'n\n' });
      const { tree, conflicted } = value(await at.files.marked(ours, theirs));
      expect(conflicted).toEqual(['a.txt']);
      expect(await at.files.list(tree)).toEqual(['a.txt', 'n.txt']);
    });

    it('names a commit that is not there', async () => {
      const gone = await at.files.marked(base, 'f'.repeat(base.length));
      expect(gone.ok ? null : gone.error.code).toBe('no-such-commit');
    });

    it('writes texts, moves entries, and leaves the rest', async () => {
      const tree = value(
        await at.files.write(base, [
          { kind: 'text', path: 'more/c.txt', text: 'c\n' },
          { kind: 'text', path: 'a.txt', text: 'new\n' },
          { kind: 'move', from: 'dir/b *.txt', to: 'dir/d.txt' },
        ]),
      );
      expect(await at.files.list(tree)).toEqual(['a.txt', 'dir/d.txt', 'more/c.txt']);
      expect(await at.files.read(tree, ['a.txt', 'dir/d.txt'])).toEqual(['new\n', 'two\n']);
      expect(await at.files.read(base, ['a.txt'])).toEqual(['one\n']);
    });

    it('does not move what is not there', async () => {
      const moved = await at.files.write(base, [{ kind: 'move', from: 'none', to: 'x.txt' }]);
      expect(moved.ok ? null : moved.error.code).toBe('git-failed');
    });
  });
};

/** Every implementation in which files have modes holds to this as well. */
export const fileModesContract = (
  name: string,
  make: () => Promise<MergeFilesHarness & { readonly modes: FileModes }>,
): void => {
  describe(`merge files contract: modes: ${name}`, () => {
    it('writes with the mode that was there', async () => {
      const at = await make();
      const base = await at.commitFiles(null, { 'a.txt': 'one\n', 'b.txt': 'two\n' });
      const commit = await at.modes.makeExecutable(base, 'a.txt');
      const tree = await at.files.write(commit, [
        { kind: 'text', path: 'a.txt', text: 'new\n' },
        { kind: 'move', from: 'a.txt', to: 'moved.txt' },
        { kind: 'text', path: 'c.txt', text: 'c\n' },
      ]);
      expect(await at.modes.listing(tree.ok ? tree.value : '')).toEqual([
        '100644 b.txt',
        '100644 c.txt',
        '100755 moved.txt',
      ]);
      await at.remove();
    });
  });
};
