import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { programShares } from '../../../src/adapters/boundary/program-shares.ts';

let home: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'fanin-home-')));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const put = (path: string): string => {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), '');
  return join(home, path);
};
const link = (path: string, to: string): string => {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  symlinkSync(to, join(home, path));
  return join(home, path);
};
const shared = (...programs: string[]): readonly string[] =>
  programShares(programs, home).map(({ from, to, write }) => {
    expect({ to, write }).toEqual({ to: from, write: false });
    return from.slice(home.length + 1);
  });

it('shares nothing that everybody sees anyway, and nothing that is not there', () => {
  expect(shared('/usr/bin/env', join(home, 'no/such'))).toEqual([]);
});

it('shares a Node with its packages, and not the folder that it lies in', () => {
  const node = put('versions/node/v24/bin/node');
  put('versions/node/v24/lib/node_modules/npm/index.js');
  put('versions/node/v24/.npmrc');
  expect(shared(node)).toEqual(['versions/node/v24/bin', 'versions/node/v24/lib/node_modules']);
});

it('shares a global package with those beside it, and the link that leads there', () => {
  put('.npm-global/lib/node_modules/agent/cli.js');
  put('.npm-global/lib/node_modules/agent/package.json');
  const program = link('.npm-global/bin/agent', '../lib/node_modules/agent/cli.js');
  expect(shared(program)).toEqual(['.npm-global/bin/agent', '.npm-global/lib/node_modules']);
});

it('shares a native program alone, even where HOME is a package', () => {
  put('package.json');
  put('.env');
  put('.local/share/agent/1.2.3');
  const program = link('.local/bin/agent', join(home, '.local/share/agent/1.2.3'));
  expect(shared(program)).toEqual(['.local/bin/agent', '.local/share/agent/1.2.3']);
});

it('shares of a checkout what runs, and not its sources, git or secrets', () => {
  const main = put('src/tool/dist/cli/main.js');
  for (const name of [
    'package.json',
    '.env',
    '.git/config',
    'src/x.ts',
    'node_modules/a/index.js',
  ]) {
    put(`src/tool/${name}`);
  }
  expect(shared(main)).toEqual(['src/tool/dist', 'src/tool/node_modules', 'src/tool/package.json']);
});
