import { afterEach, describe, expect, it } from 'vitest';
import { describeWith } from '../support/capabilities.ts';
import { packageAt } from '../support/lock-packages.ts';
import { lockPair, PAIR_BASE } from '../support/lock-pairs.ts';
import type { Client } from '../support/lock-clients.ts';
import { lockScene } from '../support/lock-scene.ts';
import type { LockScene } from '../support/lock-scene.ts';
import { mergeScene } from '../support/merge-scene.ts';

let scene: { remove(): Promise<void> };

const sceneOf = async (client: Client): Promise<LockScene> => {
  const made = await lockScene(client, PAIR_BASE);
  scene = made;
  return made;
};

const dependenciesOf = async (at: LockScene, commit: string): Promise<unknown> =>
  (JSON.parse(await at.show(commit, 'package.json')) as { dependencies: unknown }).dependencies;

const files = (needs: Readonly<Record<string, string>>): unknown =>
  Object.fromEntries(Object.entries(needs).map(([name, v]) => [name, packageAt(name, v)]));

describeWith(['git-2.38'], 'changes to what a project needs', () => {
  afterEach(() => scene.remove());

  describe.each(['npm', 'pnpm'] as const)('%s', (client) => {
    it('land with a lock that a frozen install takes', { timeout: 120_000 }, async () => {
      const at = await sceneOf(client);
      const base = await at.show(at.base, at.lock);
      for (const seed of [1, 2]) {
        const pair = lockPair(seed);
        const a = await at.deliver('a', await at.files(pair.ours, base));
        const b = await at.deliver('b', await at.files(pair.theirs, base));
        const { commits, leftOut } = await at.merge(a, b);
        expect(leftOut).toEqual([]);
        const landed = commits[1]?.commit ?? '';
        expect(await dependenciesOf(at, landed)).toEqual(files(pair.both));
        expect(await at.install(landed)).toBeNull();
      }
    });
  });

  it('a lock that merges cleanly and is broken is made anew', { timeout: 120_000 }, async () => {
    const at = await sceneOf('pnpm');
    const base = await at.show(at.base, at.lock);
    const good = await at.files({ ...PAIR_BASE, ant: '1.0.0' }, base);
    const moved = { ...good, [at.lock]: blockAtEnd(String(good[at.lock]), 'ant') };
    const a = await at.deliver('a', good);
    const b = await at.deliver('b', moved);
    expect(await at.install(b.commit)).toBeNull();
    const plain = await at.context.deps.repository.merge(a.commit, b.commit);
    expect(plain).toMatchObject({ ok: true, value: { kind: 'clean' } });
    const tree = plain.ok && plain.value.kind === 'clean' ? plain.value.tree : '';
    const broken = await at.repo.git('commit-tree', '-p', a.commit, '-m', 'plain', tree);
    expect(await at.install(broken)).toContain('ERR_PNPM_BROKEN_LOCKFILE');
    const { commits } = await at.merge(a, b);
    const landed = commits[1]?.commit ?? '';
    expect(await at.install(landed)).toBeNull();
    const said = await at.repo.git('log', '-1', '--format=%b', landed);
    expect(said).toContain('Fanin-Resolved: pnpm-lock.yaml (lock): made anew by');
  });
});

/** The lock with the entry of a package behind all others of its section: as good to pnpm, elsewhere to git. */
const blockAtEnd = (lock: string, name: string): string => {
  const start = lock.indexOf(`\n  ${name}@`, lock.indexOf('\npackages:'));
  const end = lock.indexOf('\n\n', start);
  const block = lock.slice(start, end);
  const section = lock.indexOf('\n\nsnapshots:');
  return `${lock.slice(0, start)}${lock.slice(end + 1, section)}\n${block}${lock.slice(section)}`;
};

describeWith(['git-2.38'], 'a lock whose tool is not there', () => {
  afterEach(() => scene.remove());

  const lock = (...lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
  const sceneWithout = async (text: string) => {
    const at = await mergeScene({ files: { 'sub/uv.lock': text }, env: { PATH: '/nowhere' } });
    scene = at;
    return at;
  };

  it.each([
    ['package-lock.json', 'npm'],
    ['pnpm-lock.yaml', 'pnpm'],
    ['yarn.lock', 'yarn'],
    ['Cargo.lock', 'cargo'],
    ['go.sum', 'go'],
    ['poetry.lock', 'poetry'],
    ['uv.lock', 'uv'],
  ])('%s goes back with the name of %s where it conflicts', async (name, tool) => {
    const at = await mergeScene({
      files: { [`sub/${name}`]: lock('a = 1') },
      env: { PATH: '/nowhere' },
    });
    scene = at;
    const a = await at.deliver('a', { [`sub/${name}`]: lock('a = 2') });
    const b = await at.deliver('b', { [`sub/${name}`]: lock('a = 3') });
    const { leftOut } = await at.merge(a, b);
    expect(leftOut[0]?.text).toContain(`it could not be made anew: ${tool} is not there`);
  });

  it('goes back where it merged cleanly and has a package twice', async () => {
    const entry = (name: string, ...more: readonly string[]): string =>
      lock('[[package]]', `name = "${name}"`, 'version = "1.0.0"', ...more, '');
    const names = ['cat', 'dog', 'elk', 'fox'];
    const at = await sceneWithout(names.map((name) => entry(name)).join(''));
    const text = names.map((name) => entry(name));
    const a = await at.deliver('a', { 'sub/uv.lock': [entry('ant'), ...text].join('') });
    const b = await at.deliver('b', { 'sub/uv.lock': [...text, entry('ant')].join('') });
    const { leftOut } = await at.merge(a, b);
    expect(leftOut[0]?.text).toContain(
      'it merges cleanly and is broken (ant 1.0.0 is in it twice)',
    );
  });

  it('stays as git merged it where that is clean, and says so', async () => {
    const at = await sceneWithout(lock('a = 1', 'b = 1', 'c = 1', 'd = 1'));
    const a = await at.deliver('a', { 'sub/uv.lock': lock('a = 2', 'b = 1', 'c = 1', 'd = 1') });
    const b = await at.deliver('b', { 'sub/uv.lock': lock('a = 1', 'b = 1', 'c = 1', 'd = 2') });
    const { commits } = await at.merge(a, b);
    const said = await at.repo.git('log', '-1', '--format=%b', commits[1]?.commit ?? '');
    expect(said).toContain(
      'sub/uv.lock (lock): left as git merged it, for it could not be made anew: uv is not there',
    );
  });
});
