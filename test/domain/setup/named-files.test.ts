import { describe, expect, it } from 'vitest';
import { isFollowed, namedPaths } from '../../../src/domain/setup/named-files.ts';

describe('files that a script may mean', () => {
  it.each([
    ['./scripts/setup.sh', 'scripts/setup.sh'],
    ['bash "scripts/set up.sh" && ./x', 'x'],
    ['source ./env.sh; npm ci', 'env.sh'],
    ['"$CODEX_WORKTREE_PATH/scripts/x.sh"', 'scripts/x.sh'],
    ['${ROOT}/tools/y.py --all', 'tools/y.py'],
    ['cd app && ./build.sh', 'app/build.sh'],
    ['cd app\nsh ../bin/z.sh', 'bin/z.sh'],
    ['node tools/a.mjs>log', 'tools/a.mjs'],
    ['make -C sub dev', 'sub/Makefile'],
    ['make dev', 'Makefile'],
    ['just dev', 'justfile'],
    ['npm run setup', 'package.json'],
    ['yarn setup', 'package.json'],
  ])('%s', (script, path) => {
    expect(namedPaths(script)).toContain(path);
  });

  it('takes an install for what it is: packages, and nothing of the tree', () => {
    expect(namedPaths('npm ci')).not.toContain('package.json');
    expect(namedPaths('pnpm install --frozen-lockfile')).not.toContain('package.json');
  });

  it('never leads out of the tree or into a git folder', () => {
    for (const path of namedPaths('cat /etc/passwd ../../x .git/hooks/y ~/z "a\\b"')) {
      expect(path.split('/')).not.toContain('..');
      expect(path).not.toContain('.git/');
      expect(path.startsWith('/')).toBe(false);
    }
  });

  it('seen from the folder of the script that names them', () => {
    expect(namedPaths('. ./common.sh', 'scripts')).toEqual(
      expect.arrayContaining(['common.sh', 'scripts/common.sh']),
    );
  });
});

it.each([
  ['a.sh', 'x\ny', true],
  ['tool', '#!/bin/sh\nx', true],
  ['tool', 'x\ny', false],
  ['link', '../other.sh', true],
  ['Makefile', 'all:\n\tx', true],
  ['package.json', '{\n}', false],
])('looks through %s', (path, text, followed) => {
  expect(isFollowed(path, text)).toBe(followed);
});
