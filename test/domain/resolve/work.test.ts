import { describe, expect, it } from 'vitest';
import { resolverFor } from '../../../src/domain/resolve/kinds.ts';
import { RESOLVERS } from '../../../src/domain/resolve/rules.ts';
import type { ResolveRules } from '../../../src/domain/resolve/rules.ts';
import { isIdle, workFor } from '../../../src/domain/resolve/work.ts';

const generated = [{ paths: ['src/gen/**'], run: 'npm run gen', timeoutMs: 1000 }];
const ALL: ResolveRules = { resolvers: RESOLVERS, generated };

describe('who a file is for', () => {
  it.each([
    ['package.json', 'manifest'],
    ['web/package.json', 'manifest'],
    ['rust/Cargo.toml', 'manifest'],
    ['pyproject.toml', 'manifest'],
    ['go.mod', 'manifest'],
    ['go.work', null],
    ['package-lock.json', 'lock'],
    ['web/pnpm-lock.yaml', 'lock'],
    ['go.sum', 'lock'],
    ['CHANGELOG.md', 'additive'],
    ['src/index.ts', 'additive'],
    ['app/__init__.py', 'additive'],
    ['src/command-registry.ts', 'additive'],
    ['src/gen/api.ts', 'generated'],
    ['src/gen/index.ts', 'generated'],
    ['src/main.ts', null],
    ['history.ts', null],
    ['tsconfig.json', null],
  ])('%s: %s', (path, resolver) => {
    expect(resolverFor(path, ALL)).toBe(resolver);
  });

  it('nobody, where that one is not to be at work', () => {
    expect(resolverFor('package.json', { ...ALL, resolvers: ['lock'] })).toBeNull();
  });
});

describe('what there is to do', () => {
  const both = (...paths: readonly string[]) => ({ ours: paths, theirs: paths });

  it('a lock that both have touched is made anew, in conflict or not', () => {
    const clean = workFor({ conflicted: [], changed: both('package-lock.json') }, ALL);
    expect(clean.locks.map(({ path }) => path)).toEqual(['package-lock.json']);
    const once = { ours: ['package-lock.json'], theirs: ['src/a.ts'] };
    expect(isIdle(workFor({ conflicted: [], changed: once }, ALL))).toBe(true);
  });

  it('a conflict that nobody is for is left', () => {
    const met = { conflicted: ['LICENSE', 'src/a.ts'], changed: both('LICENSE', 'src/a.ts') };
    const { additive, left } = workFor(met, ALL);
    expect({ additive, left }).toEqual({ additive: ['src/a.ts'], left: ['LICENSE'] });
    expect(workFor(met, { ...ALL, resolvers: ['lock'] }).left).toEqual(met.conflicted);
  });
});
