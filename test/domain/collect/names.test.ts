import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { originWords, placeText, sourceOf } from '../../../src/domain/collect/collected-from.ts';
import { collectedPrompt } from '../../../src/domain/collect/collected-prompt.ts';
import { isSecretLike } from '../../../src/domain/collect/secret-like.ts';
import { taskName } from '../../../src/domain/collect/task-name.ts';
import { fromBranch } from '../../support/collected-work.ts';

const named = (branch: string, taken: readonly string[] = []): string =>
  taskName({ branch: `refs/heads/${branch}`, worktree: null }, new Set(taken));

describe('the name of a collected task', () => {
  it.each([
    ['login', 'login'],
    ['feature/Login-Form', 'feature-login-form'],
    ['fix/issue#12', 'fix-issue-12'],
    ['größe/änderung', 'gro-e-anderung'],
    ['日本語', 'work'],
    ['1234', 'work-1234'],
    ['__proto__', 'proto__'],
    ['a'.repeat(60), 'a'.repeat(32)],
  ])('of %s is %s', (branch, name) => {
    expect(named(branch)).toBe(name);
  });

  it('of a work copy on no branch is that of its folder', () => {
    expect(taskName({ branch: null, worktree: '/home/ada/wt-2' }, new Set())).toBe('wt-2');
  });

  it('is nobody else’s', () => {
    expect(named('login', ['login', 'login-2'])).toBe('login-3');
  });

  it('is always fit for a task', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string()), (branch, taken) => {
        const name = named(branch, taken);
        expect(name).toMatch(/^[a-z0-9][a-z0-9_-]{0,39}$/u);
        expect(taken).not.toContain(name);
      }),
    );
  });
});

describe('where work lies', () => {
  it('is the branch, wherever it is checked out', () => {
    const on = fromBranch('x', 'h', { worktree: '/w' });
    expect(sourceOf(on)).toBe(sourceOf(fromBranch('x', 'h')));
    expect(placeText(on)).toBe('x');
    expect(placeText({ branch: 'refs/remotes/origin/x', worktree: null })).toBe('origin/x');
    expect(placeText({ branch: null, worktree: '/w' })).toBe('/w');
  });

  it('is told to others without a path of this machine', () => {
    expect(originWords(fromBranch('feature/x', 'h', { worktree: '/home/ada/x' }))).toBe(
      'collected from branch feature/x',
    );
    expect(originWords({ branch: 'refs/remotes/origin/x', worktree: null })).toBe(
      'collected from branch origin/x',
    );
    expect(originWords({ branch: null, worktree: '/home/ada/wt-2/' })).toBe(
      'collected from work copy wt-2',
    );
  });
});

describe('the prompt of a collected task', () => {
  it('begins with the subject of its only commit', () => {
    const from = fromBranch('x', 'h', { uncommitted: 1 });
    expect(collectedPrompt({ from, subjects: ['Add x'], commits: 1 })).toBe(
      'Add x\n\nMade outside of fanin, and taken in from x as it was.\n\nIts commits:\n\n- Add x\n\n1 file in it had not been committed.',
    );
  });

  it('tells of commits it does not list, and of work without any', () => {
    const from = fromBranch('x', 'h', { uncommitted: 2 });
    expect(collectedPrompt({ from, subjects: ['b', 'c'], commits: 5 })).toContain(
      '5 commits of x\n\nMade outside of fanin, and taken in from x as it was.\n\nIts commits:\n\n- 3 earlier ones\n- b\n- c\n\n2 files',
    );
    expect(collectedPrompt({ from, subjects: [], commits: 0 })).toMatch(
      /^Uncommitted work of x\n/u,
    );
  });
});

describe('a file that looks like a secret', () => {
  it.each([
    '.env',
    'app/.env.local',
    'prod.env',
    'deploy/id_rsa',
    'tls/server.key',
    'a.PEM',
    '.npmrc',
    'credentials',
    'secrets.yaml',
    'service-account-prod.json',
    'terraform.tfvars',
  ])('%s', (path) => {
    expect(isSecretLike(path)).toBe(true);
  });

  it.each([
    '.env.example',
    '.env.sample',
    'id_ed25519.pub',
    'src/environment.ts',
    'src/secrets.ts',
    'keys.md',
    'src/env.ts',
    'public/key.svg',
    '.envrc-notes.md',
  ])('is not %s', (path) => {
    expect(isSecretLike(path)).toBe(false);
  });
});
