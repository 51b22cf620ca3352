import { afterEach, expect, it } from 'vitest';
import { describeWith } from '../support/capabilities.ts';
import { mergeScene } from '../support/merge-scene.ts';
import type { MergeScene, MergeSceneOptions } from '../support/merge-scene.ts';

let scene: MergeScene;

const sceneOf = async (options: MergeSceneOptions): Promise<MergeScene> => {
  scene = await mergeScene(options);
  return scene;
};

const rule = (run: string, ...paths: readonly string[]) => ({
  generated: [{ paths, run, timeoutMs: 10_000 }],
});

describeWith(['git-2.38'], 'what resolvers must not take for settled', () => {
  afterEach(() => scene.remove());

  it('is a folder that git does not know where to move, though every file is merged', async () => {
    const files = Object.fromEntries(
      [1, 2, 3, 4].map((n) => [`old/f${String(n)}`, `${String(n)}\n`.repeat(30 + n)]),
    );
    const { deliver, merge, repo, base } = await sceneOf({
      files: { ...files, 'all.txt': 'one\n' },
      rules: rule('ls > all.txt', 'all.txt'),
    });
    await repo.git('checkout', '-q', '--detach', base);
    for (const [n, to] of ['left', 'left', 'right', 'right'].entries()) {
      await repo.write({ [`${to}/.keep`]: '' });
      await repo.git('mv', `old/f${String(n + 1)}`, `${to}/f${String(n + 1)}`);
    }
    await repo.commit({ 'all.txt': 'one\ntwo\n' }, 'split');
    const a = await deliver(
      'a',
      { 'all.txt': 'one\ntwo\n', 'x.txt': '' },
      await repo.git('rev-parse', 'HEAD'),
    );
    const b = await deliver('b', { 'old/new': 'new\n', 'all.txt': 'zero\none\n' });
    const { leftOut } = await merge(a, b);
    expect(leftOut[0]?.text).toContain('Unclear where to rename old to');
  });

  it('is a key that a branch took out after it and the target had merged each other', async () => {
    const manifest = (...names: readonly string[]): string =>
      `${JSON.stringify({ dependencies: Object.fromEntries(names.map((each) => [each, '1'])) }, null, 2)}\n`;
    const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const { deliver, mergeOn, repo, base, show } = await sceneOf({
      files: { 'package.json': manifest(...keys) },
    });
    const first = await deliver('a', { 'package.json': manifest(...keys, 'z') });
    await repo.git('checkout', '-q', '--detach', base);
    const target = await repo.commit({ 'package.json': manifest('0', ...keys) });
    const landed = (await mergeOn(target, first)).commits[0]?.commit ?? '';
    await repo.git('checkout', '-q', '--detach', first.commit);
    await repo.git('merge', '-q', '-m', 'sync', target);
    const sync = await repo.git('rev-parse', 'HEAD');
    const second = await deliver('b', { 'package.json': manifest(...keys) }, sync);
    const { commits } = await mergeOn(landed, second);
    expect(await show(commits[0]?.commit ?? '', 'package.json')).toBe(manifest(...keys).trim());
  });

  it('is what a command made and is no text', async () => {
    const { deliver, merge } = await sceneOf({
      files: { 'all.bin': 'one\n' },
      rules: rule("printf 'caf\\351\\n' > all.bin", 'all.bin'),
    });
    const a = await deliver('a', { 'all.bin': 'one\ntwo\n' });
    const b = await deliver('b', { 'all.bin': 'one\nsix\n' });
    expect((await merge(a, b)).leftOut[0]?.text).toContain('all.bin came out as no text in UTF-8');
  });

  it('is a file of which git keeps a pointer alone', async () => {
    const pointer = (id: string): string =>
      `version https://git-lfs.github.com/spec/v1\noid ${id}\n`;
    const { deliver, merge } = await sceneOf({
      files: { 'all.txt': pointer('1') },
      rules: rule('echo all > all.txt', 'all.txt'),
    });
    const a = await deliver('a', { 'all.txt': pointer('2') });
    const b = await deliver('b', { 'all.txt': pointer('3') });
    expect((await merge(a, b)).leftOut[0]?.text).toContain('Git LFS');
  });
});

describeWith(['git-2.38'], 'a file that a command makes anew in a work copy', () => {
  afterEach(() => scene.remove());

  it('has the line ends of the repository, whatever those of the work copy are', async () => {
    const { deliver, merge, repo } = await sceneOf({
      files: {
        '.gitattributes': '*.txt text eol=crlf\n',
        'all.txt': 'one\r\n',
        'raw.dat': 'one\r\n',
      },
      rules: rule(`printf 'all\\r\\n' | tee all.txt > raw.dat`, 'all.txt', 'raw.dat'),
    });
    const made = (name: string) => ({
      'all.txt': `one\r\n${name}\r\n`,
      'raw.dat': `one\r\n${name}\r\n`,
    });
    const { commits } = await merge(await deliver('a', made('a')), await deliver('b', made('b')));
    const landed = commits[1]?.commit ?? '';
    const ends = await repo
      .git('grep', '-c', '\r', landed, '--', 'all.txt', 'raw.dat')
      .catch(() => '');
    expect(ends).toBe(`${landed}:raw.dat:1`);
  });
});
