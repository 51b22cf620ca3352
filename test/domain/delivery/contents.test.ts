import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passesForGit } from '../../../src/domain/delivery/contents/bad-paths.ts';
import { contentFindings } from '../../../src/domain/delivery/contents/contents.ts';
import { DELIVERY_LIMITS } from '../../../src/domain/delivery/contents/delivered-tree.ts';
import type { DeliveredEntry } from '../../../src/domain/delivery/contents/delivered-tree.ts';

const file = (path: string, more: Partial<DeliveredEntry> = {}): DeliveredEntry => ({
  path,
  mode: '100644',
  size: 1,
  isNew: true,
  target: null,
  ...more,
});
const link = (path: string, target: string, isNew = true): DeliveredEntry =>
  file(path, { mode: '120000', target, isNew });

type Settings = readonly (readonly [string, string])[];

const found = (
  entries: readonly DeliveredEntry[],
  submodules: Settings = [],
  submodulesBefore: Settings = [],
) =>
  contentFindings({ entries, submodules, submodulesBefore }).map(
    ({ kind, blocks }) => `${kind}${blocks ? '!' : ''}`,
  );

describe('what a delivery holds', () => {
  it.each([
    '.git',
    '.GIT',
    '.Git',
    'git~1',
    'GIT~2',
    '.g\u200cit',
    '\ufeff.git',
    '.git.',
    '.git ',
    '.git. .',
    '.git::$INDEX_ALLOCATION',
    '.git:x',
    '.gi\u206dt',
  ])('takes %j for git’s own folder', (name) => {
    expect(passesForGit(name)).toBe(true);
    expect(found([file(`a/${name}/config`)])).toEqual(['path-git-disguise!']);
    expect(found([file(`a\\${name}\\config`)])).toContain('path-git-disguise!');
  });

  it.each([
    '.github',
    '.gitignore',
    'git',
    'a.git',
    'git~x',
    '.git-hooks',
    '..git',
    'git~',
    '.gitx',
  ])('takes %j for what it is', (name) => {
    expect(passesForGit(name)).toBe(false);
    expect(found([file(`a/${name}`)])).toEqual([]);
  });

  it.each([
    ['../x', 'path-leaves-tree!'],
    ['a/../../x', 'path-leaves-tree!'],
    ['/etc/x', 'path-leaves-tree!'],
    ['a//b', 'path-leaves-tree!'],
    ['a\nb', 'path-unseen-characters!'],
    ['a\u001b[2Jb', 'path-unseen-characters!'],
    ['a\u202egpj.sh', 'path-unseen-characters!'],
  ])('finds %j', (path, kind) => {
    expect(found([file(path)])).toEqual([kind]);
    expect(found([file(path, { isNew: false })])).toEqual([]);
  });

  it.each([
    [['README', 'readme']],
    [['Src/a', 'src/b']],
    [['caf\u00e9', 'cafe\u0301']],
    [['stra\u00dfe', 'STRASSE']],
    [['a/B/c', 'a/b']],
  ])('finds that %j collide, once', (names) => {
    expect(found(names.map((name) => file(name)))).toEqual(['paths-collide!']);
    expect(found([file(names[0] ?? '', { isNew: false }), file(names[1] ?? '')])).toEqual([
      'paths-collide!',
    ]);
    expect(found([file(names[0] ?? ''), file(names[1] ?? '', { isNew: false })])).toEqual([
      'paths-collide!',
    ]);
    expect(found(names.map((name) => file(name, { isNew: false })))).toEqual([]);
  });

  it.each([
    ['out', [link('a', '../x')]],
    ['absolute', [link('a', '/etc/passwd')]],
    ['deep out', [link('a/b/c', '../../../x')]],
    ['git', [link('a', '.git/config')]],
    ['git in disguise', [link('a', './.GIT/hooks')]],
    ['a drive', [link('a', 'C:\\x')]],
    ['a chain', [link('d', 'sub/..'), link('sub', '..')]],
    ['an old link by a new one', [link('old', 'dir/x', false), link('dir', '/etc')]],
  ])('finds a link that leads out: %s', (_name, entries) => {
    expect(found(entries)).toContain('link-leaves-tree!');
  });

  it.each([
    [[link('a', 'b')]],
    [[link('a/b', '../c')]],
    [[link('a', 'a')]],
    [[link('a', 'b'), link('b', 'a')]],
    [[link('a/l', '..'), link('m', 'a/l/a/l')]],
    [[link('old', '/etc', false)]],
  ])('lets links be that stay: %j', (entries) => {
    expect(found(entries)).toEqual([]);
  });

  it.each([
    ['url', '-oProxyCommand=x'],
    ['url', 'ext::sh -c x'],
    ['url', '/srv/x'],
    ['url', 'file:///x'],
    ['url', 'ssh://-oProxyCommand=x/y'],
    ['url', 'https://x/\ny'],
    ['url', 'C:\\x'],
    ['url', '~/x'],
    ['update', '!cmd'],
    ['path', '../x'],
    ['path', '-x'],
    ['url', 'nothing'],
  ])('finds the unsafe submodule setting %s = %j', (part, value) => {
    expect(found([], [[`submodule.a.${part}`, value]])).toEqual(['submodule-unsafe!']);
    expect(found([], [['submodule.../x.url', 'https://x/y']])).toEqual(['submodule-unsafe!']);
  });

  it.each(['https://x/y.git', 'git@x:y.git', 'ssh://git@x/y', '../y.git'])(
    'tells of a submodule from %s',
    (url) => {
      const settings = [
        ['submodule.a.path', 'a'],
        ['submodule.a.url', url],
      ] as const;
      const entry = file('a', { mode: '160000', size: null });
      expect(found([entry], settings)).toEqual(['submodule-changed!']);
      expect(found([entry], settings, settings)).toEqual([]);
      expect(found([entry])).toEqual(['gitlink-unlisted!']);
      expect(found([link('.gitmodules', 'x')])).toEqual(['submodule-unsafe!']);
    },
  );

  it('finds what is huge', () => {
    expect(found([file('a', { size: DELIVERY_LIMITS.fileBytes + 1 })])).toEqual(['tree-huge!']);
    expect(found([file('a', { size: DELIVERY_LIMITS.fileBytes + 1, isNew: false })])).toEqual([]);
    expect(found([file('d/'.repeat(DELIVERY_LIMITS.depth + 1) + 'x')])).toEqual(['tree-huge!']);
    expect(found([file('n'.repeat(DELIVERY_LIMITS.pathBytes + 1))])).toEqual(['tree-huge!']);
    const many = (count: number, size: number) =>
      Array.from({ length: count }, (_x, k) => file(`f${k}`, { size }));
    expect(found(many(DELIVERY_LIMITS.paths + 1, 1))).toEqual(['tree-huge!']);
    expect(found(many(30, DELIVERY_LIMITS.fileBytes - 1))).toEqual(['tree-huge!']);
  });

  it('tells of files that start programs, without blocking', () => {
    expect(found([file('.husky/pre-commit'), file('src/a.ts')])).toEqual(['starters-changed']);
  });

  it('finds nothing in plain trees, and never breaks', () => {
    const name = fc
      .stringMatching(/^[a-z][a-z0-9_-]{0,8}$/)
      .filter((each) => !/^(?:git|con)/.test(each));
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
    fc.assert(
      fc.property(fc.uniqueArray(path), (paths) => {
        const files = paths.filter((each) => !paths.some((other) => other.startsWith(`${each}/`)));
        expect(found(files.map((each) => file(each)))).toEqual([]);
      }),
    );
    const odd = fc.record({
      path: fc.string({ unit: 'binary' }),
      mode: fc.constantFrom('100644', '120000', '160000'),
      size: fc.nat(),
      isNew: fc.boolean(),
      target: fc.option(fc.string({ unit: 'binary' })),
    });
    fc.assert(
      fc.property(fc.array(odd), (entries) => {
        for (const { text } of contentFindings({ entries, submodules: [], submodulesBefore: [] }))
          expect(text).not.toMatch(/[\p{Cc}\u202e]/u);
      }),
    );
  });
});
