import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseChanges } from '../../../src/adapters/git/changes.ts';
import { shortenToHunks } from '../../../src/adapters/git/conflict.ts';
import { discoverRepository } from '../../../src/adapters/git/discover.ts';
import { gitRepository } from '../../../src/adapters/git/repository.ts';
import type { Failure } from '../../../src/domain/failure.ts';
import type { Result } from '../../../src/domain/result.ts';
import type { Repository } from '../../../src/ports/repository.ts';
import { makeRepo, writeLink } from '../../support/git-repo.ts';
import type { Files, TempRepo } from '../../support/git-repo.ts';

const value = <T>(result: Result<T, Failure>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};
const code = (result: Result<unknown, Failure>): string | null =>
  result.ok ? null : result.error.code;

describe('the repository through git', () => {
  let repo: TempRepo;
  let repository: Repository;
  let base: string;
  const on = async (from: string, files: Files): Promise<string> => {
    await repo.git('checkout', '-q', '--detach', from);
    return repo.commit(files);
  };

  beforeEach(async () => {
    repo = await makeRepo({
      files: { 'a.txt': 'one\ntwo\nthree\n', 'b.txt': 'b\n', bin: Buffer.from([0, 1, 2]) },
    });
    const place = discoverRepository(repo.path);
    if (!place.ok) throw new Error(place.error.message);
    repository = gitRepository(place.value);
    base = await repo.git('rev-parse', 'HEAD');
  });
  afterEach(() => repo.remove());

  it('does not take a git that fails for an object that is not there', async () => {
    expect(await repository.resolve(['refs/heads/none', base])).toEqual([null, base]);
    await rm(join(repo.path, '.git', 'HEAD'));
    await expect(repository.resolve([base])).rejects.toThrow('git');
  });

  describe('merging', () => {
    it('shows conflicts in the zdiff3 style, whatever the user has set', async () => {
      await repo.git('config', 'merge.conflictStyle', 'merge');
      const ours = await on(base, { 'a.txt': 'one\nTWO\nthree\n' });
      const theirs = await on(base, { 'a.txt': 'one\n2\nthree\n' });
      const merge = value(await repository.merge(ours, theirs));
      expect(merge.kind === 'conflict' && merge.files[0]?.text).toBe(
        'CONFLICT (content): Merge conflict in a.txt\none\n<<<<<<< target\nTWO\n' +
          `||||||| ${base.slice(0, 7)}\ntwo\n=======\n2\n>>>>>>> this delivery\nthree\n`,
      );
    });

    it('reports binary, rename, folder-against-file and mode conflicts with git’s own words', async () => {
      const ours = await on(base, {
        bin: Buffer.from([0, 9]),
        'b.txt': null,
        'moved-here.txt': 'b\n',
        x: 'file\n',
      });
      const theirs = await on(base, {
        bin: Buffer.from([0, 8]),
        'b.txt': null,
        'moved-there.txt': 'b\n',
        'x/y': 'folder\n',
      });
      const merge = value(await repository.merge(ours, theirs));
      if (merge.kind !== 'conflict') throw new Error('clean');
      const text = merge.files.map((file) => `${file.path}: ${file.text}`).join('\n');
      for (const part of [
        'Cannot merge binary files: bin (target vs. this delivery)',
        'CONFLICT (rename/rename)',
        'CONFLICT (file/directory)',
      ]) {
        expect(text).toContain(part);
      }
      expect(merge.files.every((file) => file.text !== '')).toBe(true);
    });

    it('reads conflicts of files with odd names', async () => {
      const name = 'dir "q"/ü\n\t.txt';
      const start = await on(base, { [name]: 'start\n' });
      const merge = value(
        await repository.merge(
          await on(start, { [name]: 'ours\n' }),
          await on(start, { [name]: 'theirs\n' }),
        ),
      );
      expect(merge.kind === 'conflict' && merge.files.map((file) => file.path)).toEqual([name]);
      expect(merge.kind === 'conflict' && merge.files[0]?.text).toContain('<<<<<<< target\nours');
    });

    it('takes merge attributes from the target, not from what is checked out', async () => {
      const start = await on(base, {
        '.gitattributes': 'log.txt merge=union\n',
        'log.txt': 'start\n',
      });
      const ours = await on(start, { 'log.txt': 'start\nours\n' });
      const theirs = await on(start, { 'log.txt': 'start\ntheirs\n' });
      await repo.git('checkout', '-q', '--detach', base);
      expect(value(await repository.merge(ours, theirs)).kind).toBe('clean');
      const plain = await on(base, { 'c.txt': 'start\n' });
      const [left, right] = [
        await on(plain, { 'c.txt': 'l\n' }),
        await on(plain, { 'c.txt': 'r\n' }),
      ];
      await writeFile(join(repo.path, '.gitattributes'), '* merge=union\n');
      expect(value(await repository.merge(left, right)).kind).toBe('conflict');
    });

    it('does not merge what the target says is not to be merged, whatever is checked out', async () => {
      const lines = ['1', '2', '3', '4', '5', '6', '7', ''];
      const start = await on(base, {
        'sub/.gitattributes': 'log.txt -merge\n',
        'sub/log.txt': lines.join('\n'),
      });
      const ours = await on(start, { 'sub/log.txt': lines.with(0, 'ours').join('\n') });
      const theirs = await on(start, { 'sub/log.txt': lines.with(6, 'theirs').join('\n') });
      await repo.git('checkout', '-q', '--detach', base);
      expect(value(await repository.merge(ours, theirs)).kind).toBe('conflict');
    });

    it('merges renamed and edited files, and leaves checkout and index alone', async () => {
      const ours = await on(base, { 'a.txt': null, 'lib/a.txt': 'one\ntwo\nthree\n' });
      const theirs = await on(base, { 'a.txt': 'one\ntwo\nthree\nfour\n' });
      await repo.git('checkout', '-q', 'main');
      await writeFile(join(repo.path, 'a.txt'), 'dirty\n');
      const merge = value(await repository.merge(ours, theirs));
      expect(merge.kind === 'clean' && (await repo.git('show', `${merge.tree}:lib/a.txt`))).toBe(
        'one\ntwo\nthree\nfour',
      );
      expect(await repo.git('status', '--porcelain')).toBe(' M a.txt');
      expect(await repo.git('config', 'core.bare')).toBe('false');
    });

    it('works while core.bare is wrongly true', async () => {
      const [ours, theirs] = [
        await on(base, { 'c.txt': 'c\n' }),
        await on(base, { 'd.txt': 'd\n' }),
      ];
      await repo.git('config', 'core.bare', 'true');
      expect(value(await repository.merge(ours, theirs)).kind).toBe('clean');
    });

    it('fails on unrelated histories instead of calling it a conflict', async () => {
      await repo.git('checkout', '-q', '--orphan', 'apart');
      const apart = await repo.commit({ 'z.txt': 'z\n' });
      expect(code(await repository.merge(base, apart))).toBe('git-failed');
    });

    it('shortens long conflicts to what is in question', () => {
      const hunk = ['<<<<<<< target', 'a', '=======', 'b', '>>>>>>> this delivery'];
      const far = Array.from({ length: 500 }, (_, index) => `line ${String(index)}`);
      const text = shortenToHunks([...far, ...hunk, ...far].join('\n'));
      expect(text.split('\n')).toHaveLength(5 + 6 + 2);
      expect(text).toContain('… 497 lines left out …');
      const many = shortenToHunks([...hunk.slice(0, 1), ...far, ...hunk.slice(2)].join('\n'));
      expect(many.split('\n').length).toBeLessThanOrEqual(202);
    });
  });

  describe('committing', () => {
    it('is by the user, without hooks and without signing', async () => {
      await repo.git('config', 'commit.gpgSign', 'true');
      await repo.git('config', 'gpg.program', '/bin/false');
      const tree = await repo.git('rev-parse', `${base}^{tree}`);
      const commit = value(await repository.commit(tree, [base], 'subject\n\nFanin-Task: core\n'));
      expect(
        await repo.git(
          'log',
          '-1',
          '--format=%an <%ae> %cn|%s|%(trailers:key=Fanin-Task,valueonly)|%P',
          commit,
        ),
      ).toBe(`Test Person <test@example.com> Test Person|subject|core\n|${base}`);
    });

    it('is by fanin when the user’s git names nobody, or half of a name', async () => {
      await writeFile(join(repo.home, '.gitconfig'), '[user]\n\tname = Only Name\n');
      const tree = await repo.git('rev-parse', `${base}^{tree}`);
      const commit = value(await repository.commit(tree, [], 'x'));
      expect(await repo.git('log', '-1', '--format=%an <%ae>', commit)).toBe(
        'Only Name <fanin@localhost>',
      );
    });
  });

  describe('landing', () => {
    const TARGET = 'refs/heads/fanin/r1/target';
    const request = async (
      to: string,
      more: { targetRef?: string; from?: string } = {},
      landedRef = 'refs/fanin/r1/landed/core',
    ) => ({
      targetRef: TARGET,
      from: base,
      to,
      tree: await repo.git('rev-parse', `${to}^{tree}`),
      landed: [{ ref: landedRef, commit: to }],
      ...more,
    });

    it('refuses a target that is checked out, so that no checkout falls behind', async () => {
      const to = await on(base, { 'c.txt': 'c\n' });
      await repo.git('checkout', '-q', 'main');
      expect(code(await repository.land(await request(to, { targetRef: 'refs/heads/main' })))).toBe(
        'target-checked-out',
      );
      expect(await repo.git('status', '--porcelain')).toBe('');
    });

    it('lets one of many who land at once through', async () => {
      value(await repository.createRef(TARGET, base));
      const tips: string[] = [];
      for (const name of ['1', '2', '3', '4', '5', '6'])
        tips.push(await on(base, { [name]: name }));
      const landings = tips.map(async (to, index) =>
        repository.land(await request(to, {}, `refs/fanin/r1/landed/t${String(index)}`)),
      );
      const results = await Promise.all(landings);
      expect(results.filter((result) => result.ok)).toHaveLength(1);
      const records = await repo.git(
        'for-each-ref',
        '--format=%(objectname)',
        'refs/fanin/r1/landed',
      );
      expect(records).toBe(await repo.git('rev-parse', TARGET));
    });

    it('says which lock is in the way, and lands once it has gone', async () => {
      value(await repository.createRef(TARGET, base));
      const to = await on(base, { 'c.txt': 'c\n' });
      const lock = join(repo.path, '.git', `${TARGET}.lock`);
      await writeFile(lock, '');
      const locked = await repository.land(await request(to));
      expect(code(locked)).toBe('ref-locked');
      expect(locked.ok ? '' : locked.error.message).toContain(lock);
      await rm(lock);
      value(await repository.land(await request(to)));
    });
  });

  describe('changes', () => {
    it('counts renames, binaries, links, modes and odd names', async () => {
      const start = await on(base, {
        'old name\n.txt': 'one\ntwo\nthree\nfour\n',
        plain: 'p\n',
        tool: '#!\n',
      });
      await repo.git('mv', 'old name\n.txt', 'new "name".txt');
      await repo.git('rm', '-q', 'plain');
      await writeLink(repo.path, 'plain', 'a.txt');
      await repo.git('update-index', '--chmod=+x', 'tool');
      await repo.git('checkout-index', '-f', 'tool');
      const to = await repo.commit({
        bin: Buffer.from([0, 3]),
        'new "name".txt': 'one\ntwo\nthree\nfour\nfive\n',
      });
      const changes = value(await repository.changes(start, to));
      expect(changes).toEqual([
        { path: 'bin', change: 'modified', from: null, added: null, removed: null },
        { path: 'new "name".txt', change: 'renamed', from: 'old name\n.txt', added: 1, removed: 0 },
        { path: 'plain', change: 'type-changed', from: null, added: 1, removed: 1 },
        { path: 'tool', change: 'modified', from: null, added: 0, removed: 0 },
      ]);
    });

    it('reads names that are not UTF-8', () => {
      const name = Buffer.from([0x63, 0xe9]);
      const raw = Buffer.concat([
        Buffer.from(':000000 100644 0 1 A\0'),
        name,
        Buffer.from('\x002\t0\t'),
        name,
        Buffer.from('\0'),
      ]);
      expect(parseChanges(raw)).toEqual([
        { path: String.raw`c\xe9`, change: 'added', from: null, added: 2, removed: 0 },
      ]);
    });

    it('fails on what does not exist', async () => {
      expect(code(await repository.changes(base, 'nothing'))).toBe('git-failed');
    });
  });
});
