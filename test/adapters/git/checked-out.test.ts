import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { discoverRepository } from '../../../src/adapters/git/discover.ts';
import type { RepositoryPlace } from '../../../src/adapters/git/discover.ts';
import { mayBeCheckedOut } from '../../../src/adapters/git/worktree-list.ts';
import { makeRepo } from '../../support/git-repo.ts';
import type { TempRepo } from '../../support/git-repo.ts';

let repo: TempRepo;
let place: RepositoryPlace;
beforeEach(async () => {
  repo = await makeRepo({ files: { a: '1\n' } });
  const found = discoverRepository(repo.path);
  if (!found.ok) throw new Error(found.error.message);
  place = found.value;
});
afterEach(() => repo.remove());

const asked = (branch: string): boolean => mayBeCheckedOut(place, `refs/heads/${branch}`);

describe('whether a branch could be checked out', () => {
  it('is no where nobody’s HEAD names it', async () => {
    await repo.git('branch', 'next');
    await repo.git('worktree', 'add', '-q', '--detach', join(repo.base, 'other'));
    expect(asked('main')).toBe(true);
    expect(asked('next')).toBe(false);
    expect(asked('mai')).toBe(false);
    await repo.git('worktree', 'add', '-q', join(repo.base, 'third'), 'next');
    expect(asked('next')).toBe(true);
  });

  it('is left to git where a HEAD is not as git writes it', async () => {
    await repo.git('worktree', 'add', '-q', '--detach', join(repo.base, 'other'));
    const head = join(repo.path, '.git', 'worktrees', 'other', 'HEAD');
    for (const text of ['', 'ref: refs/heads/.invalid\n', 'ref: refs/heads/x', 'x\n']) {
      await writeFile(head, text);
      expect(asked('next')).toBe(true);
    }
    await rm(head);
    expect(asked('next')).toBe(true);
    await symlink('../../HEAD', head);
    expect(asked('next')).toBe(true);
  });
});
