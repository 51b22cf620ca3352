import { afterEach, expect, it } from 'vitest';
import { landedRef } from '../../src/domain/ids.ts';
import type { Delivery } from '../../src/domain/delivery/delivery.ts';
import type { EffectContext } from '../../src/engine/effects/context.ts';
import { landedResolutions } from '../../src/engine/effects/keep-resolutions.ts';
import { landedBefore } from '../../src/engine/effects/land.ts';
import { describeWith } from '../support/capabilities.ts';
import { mergeScene } from '../support/merge-scene.ts';
import type { MergeScene, MergeSceneOptions } from '../support/merge-scene.ts';

let scene: MergeScene;

const sceneOf = async (options: MergeSceneOptions): Promise<MergeScene> => {
  scene = await mergeScene(options);
  return scene;
};

/** What would be told of the delivery, were it landed. */
const keptFor = ({ deps }: EffectContext, { attempt }: Delivery, landed = '') =>
  landedResolutions(deps.files, attempt, landed);

const manifest = (dependencies: Readonly<Record<string, string>>): string =>
  `${JSON.stringify({ name: 'app', dependencies }, null, 2)}\n`;

/** A generator that is one line of shell: its file is the names of all parts. */
const GENERATED = {
  files: { 'parts/one': '1\n', 'all.txt': 'one\n' },
  rules: { generated: [{ paths: ['all.txt'], run: 'ls parts > all.txt', timeoutMs: 10_000 }] },
};

describeWith(['git-2.38'], 'deliveries that conflict in a shared kind of file', () => {
  afterEach(() => scene.remove());

  it('land with a commit of the resolution between them, and a merge that is plain', async () => {
    const { deliver, merge, show, repo, context } = await sceneOf({
      files: { 'package.json': manifest({ m: '1' }) },
    });
    const a = await deliver('a', { 'package.json': manifest({ m: '1', n: '1' }) });
    const b = await deliver('b', { 'package.json': manifest({ m: '1', o: '1' }) });
    const { commits, leftOut } = await merge(a, b);
    expect(leftOut).toEqual([]);
    const [first, landed] = [commits[0]?.commit ?? '', commits[1]?.commit ?? ''];
    expect(JSON.parse(await show(landed, 'package.json'))).toEqual({
      name: 'app',
      dependencies: { m: '1', n: '1', o: '1' },
    });
    const resolution = await repo.git('rev-parse', `${landed}^2`);
    expect(await repo.git('rev-parse', `${resolution}^1`, `${resolution}^2`)).toBe(
      `${b.commit}\n${first}`,
    );
    const again = await repo.git('merge-tree', '--write-tree', `${landed}^1`, `${landed}^2`);
    expect(again).toBe(commits[1]?.tree);
    const said = 'package.json (manifest): merged by key: took dependencies.o';
    const trailer = (commit: string, key: string) =>
      repo.git('log', '-1', `--format=%(trailers:key=${key},valueonly,separator=%x0a)`, commit);
    expect(await trailer(landed, 'Fanin-Resolved')).toBe(said);
    expect(await trailer(resolution, 'Fanin-Resolution')).toBe(said);
    const kept = await keptFor(context, b, commits[1]?.commit);
    expect(kept).toEqual([
      {
        path: 'package.json',
        resolver: 'manifest',
        did: 'merged by key: took dependencies.o',
        commit: resolution,
      },
    ]);
  });

  it('go back with the reason where both have changed one key', async () => {
    const { deliver, merge } = await sceneOf({ files: { 'package.json': manifest({ m: '1' }) } });
    const a = await deliver('a', { 'package.json': manifest({ m: '2' }) });
    const b = await deliver('b', { 'package.json': manifest({ m: '3' }) });
    const { commits, leftOut } = await merge(a, b);
    expect(commits).toHaveLength(1);
    expect(leftOut[0]?.text).toContain('dependencies.m is "2" on the target and "3" here');
    expect(leftOut[0]?.text).toContain('<<<<<<< target');
  });

  it('go back as they are where nobody may resolve', async () => {
    const { deliver, merge } = await sceneOf({
      files: { 'package.json': manifest({ m: '1' }) },
      rules: { resolvers: [] },
    });
    const a = await deliver('a', { 'package.json': manifest({ m: '1', n: '1' }) });
    const b = await deliver('b', { 'package.json': manifest({ m: '1', o: '1' }) });
    expect((await merge(a, b)).leftOut).toHaveLength(1);
  });

  it('go back where another file conflicts, too', async () => {
    const { deliver, merge } = await sceneOf({
      files: { 'package.json': manifest({ m: '1' }), 'a.txt': 'x\n' },
    });
    const a = await deliver('a', { 'package.json': manifest({ m: '1', n: '1' }), 'a.txt': 'y\n' });
    const b = await deliver('b', { 'package.json': manifest({ m: '1', o: '1' }), 'a.txt': 'z\n' });
    expect((await merge(a, b)).leftOut).toHaveLength(1);
  });

  it('keep a key once that git had merged into two places', async () => {
    const lines = (...added: readonly string[]): string =>
      `{\n  "a": 1,\n  "b": 1,\n${added.join('')}  "z": 1\n}\n`;
    const base = lines('  "c": 1,\n', '  "d": 1,\n', '  "e": 1,\n');
    const { deliver, merge, show } = await sceneOf({ files: { 'package.json': base } });
    const a = await deliver('a', { 'package.json': base.replace('  "a"', '  "n": 1,\n  "a"') });
    const b = await deliver('b', { 'package.json': base.replace('  "z"', '  "n": 1,\n  "z"') });
    const { commits } = await merge(a, b);
    const text = await show(commits[1]?.commit ?? '', 'package.json');
    expect(text.match(/"n"/gu)).toHaveLength(1);
  });

  it('have the lines of both in a changelog and in imports', async () => {
    const main = "import { a } from './a.ts';\n\nrun();\n";
    const importing = (name: string): string =>
      main.replace('\n\n', `\nimport { ${name} } from './${name}.ts';\n\n`);
    const { deliver, merge, show } = await sceneOf({
      files: { 'CHANGELOG.md': '# Changes\n\n- old\n', 'src/main.ts': main },
    });
    const of = (name: string) => ({
      'CHANGELOG.md': `# Changes\n\n- ${name}\n- old\n`,
      'src/main.ts': importing(name),
    });
    const { commits } = await merge(await deliver('a', of('x')), await deliver('b', of('y')));
    const landed = commits[1]?.commit ?? '';
    expect(await show(landed, 'CHANGELOG.md')).toBe('# Changes\n\n- x\n- y\n- old');
    expect(await show(landed, 'src/main.ts')).toMatch(/x\.ts';\nimport \{ y \}/u);
  });

  it('go back where the lines of both do not make a file that can be read', async () => {
    const list = (line: string): string => `export const all = [\n${line}];\n`;
    const { deliver, merge } = await sceneOf({ files: { 'src/index.ts': list('') } });
    const a = await deliver('a', { 'src/index.ts': list("  'a'\n") });
    const b = await deliver('b', { 'src/index.ts': list("  'b'\n") });
    expect((await merge(a, b)).leftOut[0]?.text).toContain('broken');
  });

  it('get migrations in one order', async () => {
    const at = 'db/migrations/';
    const { deliver, merge, repo } = await sceneOf({ files: { [`${at}0001_a.sql`]: 'a\n' } });
    const a = await deliver('a', { [`${at}0002_b.sql`]: 'b\n' });
    const b = await deliver('b', { [`${at}0002_c.sql`]: 'c\n' });
    const { commits } = await merge(a, b);
    const names = await repo.git('ls-tree', '--name-only', commits[1]?.commit ?? '', at);
    expect(names.split('\n')).toEqual(
      ['0001_a.sql', '0002_b.sql', '0003_c.sql'].map((name) => `${at}${name}`),
    );
  });

  it('get a generated file made anew by its command', async () => {
    const { deliver, merge, show } = await sceneOf(GENERATED);
    const a = await deliver('a', { 'parts/two': '2\n', 'all.txt': 'one\ntwo\n' });
    const b = await deliver('b', { 'parts/six': '6\n', 'all.txt': 'one\nsix\n' });
    const { commits } = await merge(a, b);
    expect(await show(commits[1]?.commit ?? '', 'all.txt')).toBe('one\nsix\ntwo');
  });

  it('get it once for one tree, however often they are merged', async () => {
    const rule = { paths: ['all.txt'], run: 'date +%N > all.txt', timeoutMs: 10_000 };
    const { deliver, merge } = await sceneOf({ ...GENERATED, rules: { generated: [rule] } });
    const a = await deliver('a', { 'all.txt': 'one\ntwo\n' });
    const b = await deliver('b', { 'all.txt': 'one\nsix\n' });
    const [first, again] = [await merge(a, b), await merge(a, b)];
    expect(again.commits[1]?.tree).toBe(first.commits[1]?.tree);
    const other = await merge(b, a);
    expect(other.commits[1]?.tree).not.toBe(first.commits[1]?.tree);
  });

  it('leave no set-up to be relied upon that the command may have changed', async () => {
    const { deliver, merge, base, context } = await sceneOf(GENERATED);
    const copyOf = async () => {
      const copy = await context.deps.workspaces.checkCopy('r1', base, 'worktree');
      if (!copy.ok) throw new Error(copy.error.message);
      return copy.value;
    };
    const copy = await copyOf();
    await copy.markSetup('made from this lock');
    await copy.release();
    const a = await deliver('a', { 'all.txt': 'one\ntwo\n' });
    const b = await deliver('b', { 'all.txt': 'one\nsix\n' });
    await merge(a, b);
    const again = await copyOf();
    expect(again.path).toBe(copy.path);
    expect(await again.setupKey()).toBe('');
    await again.release();
  });

  it('get the lines of a manifest that is no JSON, and go back where they clash', async () => {
    const toml = (...lines: readonly string[]): string =>
      ['[dependencies]', ...lines, ''].join('\n');
    const { deliver, merge, show } = await sceneOf({ files: { 'Cargo.toml': toml('m = "1"') } });
    const a = await deliver('a', { 'Cargo.toml': toml('m = "1"', 'n = "1"') });
    const b = await deliver('b', { 'Cargo.toml': toml('m = "1"', 'o = "1"') });
    const c = await deliver('c', { 'Cargo.toml': toml('m = "1"', 'n = "2"') });
    const { commits, leftOut } = await merge(a, b, c);
    expect(await show(commits[1]?.commit ?? '', 'Cargo.toml')).toBe(
      toml('m = "1"', 'n = "1"', 'o = "1"').trimEnd(),
    );
    expect(leftOut[0]?.text).toContain(
      '[dependencies] n is n = "1" on the target and n = "2" here',
    );
  });

  it('go back with its last word where that command fails', async () => {
    const rule = { paths: ['all.txt'], run: 'echo no parts; exit 3', timeoutMs: 10_000 };
    const { deliver, merge } = await sceneOf({ ...GENERATED, rules: { generated: [rule] } });
    const a = await deliver('a', { 'all.txt': 'one\ntwo\n' });
    const b = await deliver('b', { 'all.txt': 'one\nsix\n' });
    expect((await merge(a, b)).leftOut[0]?.text).toContain('failed (exit code 3): no parts');
  });

  it('are found landed by their refs, and nothing else is taken for them', async () => {
    const { deliver, merge, repo, context } = await sceneOf({
      files: { 'package.json': manifest({ m: '1' }) },
    });
    const a = await deliver('a', { 'package.json': manifest({ m: '1', n: '1' }) });
    const b = await deliver('b', { 'package.json': manifest({ m: '1', o: '1' }) });
    const { commits } = await merge(a, b);
    const effect = { kind: 'land-group', test: 't1', deliveries: [a.id, b.id] } as const;
    for (const [task, commit] of [
      ['a', commits[0]?.commit ?? ''],
      ['b', commits[1]?.commit ?? ''],
    ] as const)
      await repo.git('update-ref', landedRef('r1', task), commit);
    expect(await landedBefore(context, effect)).toMatchObject({
      kind: 'land-group',
      landed: [
        { delivery: a.id, landing: { to: commits[0]?.commit } },
        { delivery: b.id, landing: { from: commits[0]?.commit, to: commits[1]?.commit } },
      ],
    });
    await deliver('b', { 'b.txt': 'another delivery of the task\n' });
    expect(await landedBefore(context, effect)).toMatchObject({
      kind: 'land-group-failed',
      failure: { code: 'landed-ref-foreign' },
    });
  });

  it('are squashed with the resolution in them, and say so', async () => {
    const { deliver, merge, repo, context } = await sceneOf({
      files: { 'package.json': manifest({ m: '1' }) },
      plan: { queue: { mode: 'tip-green', slots: 1, squash: true } },
    });
    const a = await deliver('a', { 'package.json': manifest({ m: '1', n: '1' }) });
    const b = await deliver('b', { 'package.json': manifest({ m: '1', o: '1' }) });
    const { commits } = await merge(a, b);
    expect(await repo.git('log', '-1', '--format=%P%n%B', commits[1]?.commit ?? '')).toMatch(
      /^[0-9a-f]{40}\n[^]*^Fanin-Resolved: package\.json \(manifest\)/mu,
    );
    const kept = await keptFor(context, b, commits[1]?.commit);
    expect(kept).toMatchObject([{ commit: null }]);
  });
});
