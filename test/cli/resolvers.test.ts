import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Receipt } from '../../src/domain/receipt/receipt.ts';
import type { TempRepo } from '../support/git-repo.ts';
import { describeWith } from '../support/capabilities.ts';
import { packageAt, tarballs } from '../support/lock-packages.ts';
import { fanin, faninJson } from './fanin.ts';
import { robotRepo } from './robot-repo.ts';

let repo: TempRepo;
afterEach(() => repo.remove());

const manifest = (...names: readonly string[]): string =>
  `${JSON.stringify({ name: 'app', dependencies: Object.fromEntries(names.map((name) => [name, '1'])) }, null, 2)}\n`;

/** Work on a branch of its own. */
const branch = async (name: string, text: string): Promise<void> => {
  await repo.git('checkout', '-q', '-b', name, 'main');
  await repo.commit({ 'package.json': text }, `Add ${name}`);
  await repo.git('checkout', '-q', 'main');
};

interface Log {
  readonly landings: readonly { readonly task: string; readonly resolved: readonly string[] }[];
}

beforeEach(async () => {
  repo = await robotRepo({ files: { 'package.json': manifest('m') } });
  await branch('one', manifest('m', 'n'));
  await branch('two', manifest('m', 'o'));
});

it('what a resolver did lands, and is told by log and receipt', { timeout: 60_000 }, async () => {
  expect((await fanin(repo.path, 'collect', 'one', 'two')).code).toBe(0);
  const { landings } = await faninJson<Log>(repo.path, 'log');
  const did = landings.find(({ resolved }) => resolved.length > 0);
  expect(did?.resolved).toEqual([
    expect.stringMatching(/^package\.json \(manifest\): merged by key: took dependencies\.[no]$/u),
  ]);
  expect((await fanin(repo.path, 'log')).out).toMatch(
    /settled by resolvers on the way\n +(?:one|two)#1 +package\.json \(manifest\)/u,
  );
  const task = did?.task ?? '';
  const receipt = await faninJson<Receipt>(repo.path, 'receipt', task);
  expect(receipt.resolutions).toMatchObject([{ path: 'package.json', resolver: 'manifest' }]);
  const commit = receipt.resolutions?.[0]?.commit ?? '';
  expect((await fanin(repo.path, 'receipt', task)).out).toContain(`(${commit.slice(0, 7)})`);
  expect((await fanin(repo.path, 'promote')).code).toBe(0);
  expect(JSON.parse(await repo.git('show', 'main:package.json'))).toMatchObject({
    dependencies: { m: '1', n: '1', o: '1' },
  });
  expect(await repo.git('log', '--format=%H', 'main')).toContain(commit);
});

it('can be undone, with the resolution', { timeout: 60_000 }, async () => {
  await fanin(repo.path, 'collect', 'one', 'two');
  const { landings } = await faninJson<Log>(repo.path, 'log');
  expect((await fanin(repo.path, 'undo', landings[0]?.task ?? '')).code).toBe(0);
  await fanin(repo.path, 'promote');
  const left = JSON.parse(await repo.git('show', 'main:package.json')) as {
    readonly dependencies: object;
  };
  expect(Object.keys(left.dependencies)).toHaveLength(2);
});

it('conflicts say whom a file is for', { timeout: 60_000 }, async () => {
  const { out } = await fanin(repo.path, 'conflicts', 'one', 'two');
  expect(out).toContain('package.json (resolver: manifest)');
  const told = await faninJson<{ resolvers: unknown }>(repo.path, 'conflicts', 'one', 'two');
  expect(told.resolvers).toEqual({ 'package.json': 'manifest' });
});

describeWith(['git-2.38', 'bubblewrap'], 'behind a boundary', () => {
  it('a lock is made anew, by the client that is there', { timeout: 120_000 }, async () => {
    await repo.remove();
    const lock = (...names: readonly string[]): string => {
      const packages = Object.fromEntries([
        ['', { name: 'app', dependencies: Object.fromEntries(names.map(fromVendor)) }],
        ...names.map(entryOf),
      ]);
      return `${JSON.stringify({ name: 'app', lockfileVersion: 3, requires: true, packages }, null, 2)}\n`;
    };
    const files = (...names: readonly string[]) => ({
      'package.json': `${JSON.stringify({ name: 'app', dependencies: Object.fromEntries(names.map(fromVendor)) }, null, 2)}\n`,
      'package-lock.json': lock(...names),
    });
    repo = await robotRepo({
      isolation: 'sandbox',
      files: { ...tarballs(), '.npmrc': 'offline=true\n', ...files('bee') },
    });
    for (const name of ['ant', 'cat']) {
      await repo.git('checkout', '-q', '-b', name, 'main');
      await repo.commit(files('bee', name), `Add ${name}`);
      await repo.git('checkout', '-q', 'main');
    }
    const said = await fanin(repo.path, 'collect', 'ant', 'cat');
    expect(said).toMatchObject({ code: 0 });
    const { landings } = await faninJson<Log>(repo.path, 'log');
    expect(landings.flatMap(({ resolved }) => resolved)).toContainEqual(
      expect.stringMatching(/^package-lock\.json \(lock\): made anew by `npm install/u),
    );
  });
});

const fromVendor = (name: string): readonly [string, string] => [name, packageAt(name, '1.0.0')];

const entryOf = (name: string): readonly [string, object] => [
  `node_modules/${name}`,
  { version: '1.0.0', resolved: packageAt(name, '1.0.0'), license: 'MIT' },
];
