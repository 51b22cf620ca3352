import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const CHECK = join(import.meta.dirname, '..', 'scripts', 'check-architecture.mjs');

/** A small project of the right shape, with the packages the rules name. */
const CLEAN: Record<string, string> = {
  'package.json': JSON.stringify({
    dependencies: { zod: '*', kysely: '*', 'better-sqlite3': '*', yaml: '*' },
    devDependencies: { vitest: '*' },
  }),
  'src/index.ts': `export * from './compose/compose.ts';`,
  'src/domain/plan.ts': `export const plan = 1;`,
  'src/domain/task.ts': `export { plan } from './plan.ts';`,
  'src/ports/store.ts': `export type { plan } from '../domain/plan.ts';`,
  'src/protocol/plan.ts': `import 'zod'; export { plan } from '../domain/plan.ts';`,
  'src/engine/loop.ts': `import '../ports/store.ts'; import '../protocol/plan.ts'; export const loop = 1;`,
  'src/adapters/process/run.ts': `import 'node:child_process'; export const run = 1;`,
  'src/adapters/git/git.ts': `import '../process/run.ts'; export const git = 1;`,
  'src/adapters/store/store.ts': `import 'kysely'; import 'better-sqlite3'; import '../../ports/store.ts';`,
  'src/adapters/agents/common.ts': `import 'node:fs'; import 'yaml'; export const shared = 1;`,
  'src/adapters/agents/codex/launch.ts': `import '../common.ts'; import '../../git/git.ts';`,
  'src/adapters/agents/kimi/launch.ts': `import '../common.ts'; export const kimi = 1;`,
  'src/compose/compose.ts': `import '../engine/loop.ts'; import '../adapters/store/store.ts';`,
  'src/daemon/serve.ts': `import '../compose/compose.ts'; export const serve = 1;`,
  'src/cli/main.ts': `import '../compose/compose.ts'; import '../daemon/serve.ts'; export const main = 1;`,
};

/** One planted file each, and the rule that has to name it. */
const FAULTS: [rule: string, file: string, content: string][] = [
  ['domain-imports-only-itself', 'src/domain/a.ts', `import 'node:fs';`],
  ['domain-imports-only-itself', 'src/domain/b.ts', `import 'yaml';`],
  [
    'domain-imports-only-itself',
    'src/domain/c.ts',
    `import type { Stats } from 'node:fs'; export type S = Stats;`,
  ],
  ['domain-imports-only-itself', 'src/domain/d.ts', `import '../ports/store.ts';`],
  ['ports-imports-only-domain', 'src/ports/a.ts', `import '../protocol/plan.ts';`],
  ['protocol-imports-only-domain', 'src/protocol/a.ts', `import 'yaml';`],
  [
    'engine-imports-only-ports-domain-protocol',
    'src/engine/a.ts',
    `import '../adapters/store/store.ts';`,
  ],
  ['engine-imports-only-ports-domain-protocol', 'src/engine/b.ts', `import 'node:path';`],
  [
    'adapters-imports-only-ports-domain-protocol',
    'src/adapters/store/a.ts',
    `import '../../engine/loop.ts';`,
  ],
  ['adapter-not-to-other-adapter', 'src/adapters/store/b.ts', `import '../agents/common.ts';`],
  ['process-imports-no-adapter', 'src/adapters/process/a.ts', `import '../git/git.ts';`],
  [
    'sibling-not-to-sibling',
    'src/adapters/agents/codex/a.ts',
    `import type {} from '../kimi/launch.ts';`,
  ],
  [
    'compose-imports-only-adapters-engine-ports-protocol-domain',
    'src/compose/a.ts',
    `import '../cli/main.ts';`,
  ],
  ['only-cli-imports-daemon', 'src/compose/b.ts', `import '../daemon/serve.ts';`],
  [
    'daemon-imports-only-compose-engine-protocol-domain',
    'src/daemon/a.ts',
    `import '../adapters/git/git.ts';`,
  ],
  [
    'cli-imports-only-compose-daemon-protocol-domain',
    'src/cli/a.ts',
    `import '../engine/loop.ts';`,
  ],
  ['nobody-imports-cli-or-web', 'src/adapter.ts', `import './cli/main.ts';`],
  ['web-imports-only-protocol-domain', 'web/src/main.ts', `import '../../src/engine/loop.ts';`],
  ['only-process-spawns', 'src/adapters/git/a.ts', `import 'node:child_process';`],
  ['only-store-knows-the-database', 'src/compose/c.ts', `import 'kysely';`],
  ['only-store-knows-the-database', 'src/cli/b.ts', `import type {} from 'better-sqlite3';`],
  ['only-protocol-knows-zod', 'src/adapters/agents/b.ts', `import 'zod';`],
  ['no-dev-dependency', 'src/cli/c.ts', `import 'vitest';`],
  ['no-cycle', 'src/domain/e.ts', `import './e2.ts';`],
  ['no-orphan', 'src/domain/f.ts', `export const alone = 1;`],
  ['no-unresolvable', 'src/cli/d.ts', `import './nowhere.ts';`],
];

const folder = mkdtempSync(join(tmpdir(), 'fanin-architecture-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the import rules', () => {
  it('pass a clean layout, and say how much they saw', () => {
    const { status, stdout } = check('clean', CLEAN);
    expect(stdout).toMatch(/^\d+ modules, \d+ dependencies, 0 violations\n$/);
    expect(status).toBe(0);
  });

  it('fail where they see no module', () => {
    const { status, stdout } = check('empty', { 'package.json': '{}', 'src/readme.txt': '' });
    expect(stdout).toContain('no module seen');
    expect(status).toBe(1);
  });

  describe('catch', () => {
    let found: { status: number | null; stdout: string };
    beforeAll(() => {
      const planted = Object.fromEntries(
        FAULTS.map(([, file, content]): [string, string] => [file, content]),
      );
      found = check('planted', {
        ...CLEAN,
        ...planted,
        'src/domain/e2.ts': `import './e.ts';`,
      });
    });

    it('something', () => {
      expect(found.status).toBe(1);
    });

    it.each(FAULTS)('%s: %s', (rule, file) => {
      const lines = found.stdout.split('\n');
      expect(lines.filter((line) => line.startsWith(`${rule}: ${file}`))).not.toEqual([]);
    });
  });
});

/** Lays the files out in a folder of their own and runs the project's own check on it. */
function check(name: string, files: Record<string, string>) {
  const root = join(folder, name);
  for (const [file, content] of Object.entries({ ...files, ...fakePackages() })) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), content);
  }
  return spawnSync(process.execPath, [CHECK, root], { encoding: 'utf8', timeout: 60_000 });
}

function fakePackages(): Record<string, string> {
  const names = ['zod', 'kysely', 'better-sqlite3', 'yaml', 'vitest'];
  return Object.fromEntries(
    names.flatMap((name) => [
      [
        `node_modules/${name}/package.json`,
        JSON.stringify({ name, version: '1.0.0', main: 'index.js' }),
      ],
      [`node_modules/${name}/index.js`, ''],
    ]),
  );
}
