import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { discoverRepository } from '../../../src/adapters/git/discover.ts';
import { makeRepo } from '../../support/git-repo.ts';
import type { TempRepo } from '../../support/git-repo.ts';

describe('finding the repository', () => {
  let repo: TempRepo;
  beforeEach(async () => {
    repo = await makeRepo({ files: { 'deep/er/a.txt': 'a\n' } });
  });
  afterEach(() => repo.remove());

  const found = (cwd: string) => {
    const place = discoverRepository(cwd);
    return place.ok ? place.value : place.error.code;
  };
  const main = (gitDir?: string) => {
    const commonDir = join(repo.path, '.git');
    return {
      root: repo.path,
      gitDir: gitDir ?? commonDir,
      commonDir,
      stateDir: join(commonDir, 'fanin'),
      isLinkedWorktree: gitDir !== undefined,
    };
  };

  it('finds it from its root, from below, from inside .git and through a link', async () => {
    await symlink(join(repo.path, 'deep'), join(repo.base, 'shortcut'));
    for (const from of [
      repo.path,
      join(repo.path, 'deep/er'),
      join(repo.path, '.git'),
      join(repo.path, '.git/refs'),
      join(repo.base, 'shortcut'),
    ]) {
      expect(found(from)).toEqual(main());
    }
  });

  it('finds the main checkout from a linked worktree', async () => {
    const linked = join(repo.base, 'lin ked\n"é"');
    await repo.git('worktree', 'add', '-q', '--detach', linked);
    const gitDir = await repo.gitIn(linked, 'rev-parse', '--absolute-git-dir');
    expect(found(linked)).toEqual(main(gitDir));
    expect(found(join(linked, 'deep'))).toEqual(main(gitDir));
  });

  it('finds a checkout with a separate git folder', async () => {
    const apart = join(repo.base, 'apart');
    await repo.git('init', '-q', '--separate-git-dir', join(repo.base, 'store'), apart);
    expect(found(apart)).toMatchObject({ root: apart, commonDir: join(repo.base, 'store') });
  });

  it('takes a submodule for the repository that it is', async () => {
    await repo.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', repo.path, 'sub');
    expect(found(join(repo.path, 'sub'))).toMatchObject({ root: join(repo.path, 'sub') });
  });

  it('does not look through an inner folder that is called .git and is none', async () => {
    await mkdir(join(repo.path, 'deep/.git'));
    expect(found(join(repo.path, 'deep'))).toEqual(main());
  });

  it('says what is wrong', async () => {
    await repo.git('clone', '-q', '--bare', repo.path, join(repo.base, 'bare'));
    await repo.git('-C', join(repo.base, 'bare'), 'worktree', 'add', '-q', '../of-bare');
    const broken = join(repo.base, 'broken');
    await mkdir(broken);
    await writeFile(join(broken, '.git'), 'gitdir: /nowhere\n');
    expect(found(repo.base)).toBe('no-repository');
    expect(found(join(repo.base, 'bare'))).toBe('bare-repository');
    expect(found(join(repo.base, 'bare/refs'))).toBe('bare-repository');
    expect(found(join(repo.base, 'of-bare'))).toBe('no-main-checkout');
    expect(found(broken)).toBe('broken-repository');
    await rm(join(repo.path, '.git/HEAD'));
    expect(found(repo.path)).toBe('no-repository');
    expect(found(join(repo.base, 'not/there'))).toBe('no-repository');
  });
});
