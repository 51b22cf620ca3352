import { afterEach, describe, expect, it } from 'vitest';
import { discoverRepository } from '../../../src/adapters/git/discover.ts';
import { foreignSetup } from '../../../src/adapters/setup/foreign-setup.ts';
import type { ForeignSetup } from '../../../src/adapters/setup/foreign-setup.ts';
import { parseText } from '../../../src/adapters/setup/parse-text.ts';
import { writtenText } from '../../../src/domain/setup/asked.ts';
import { makeRepo } from '../../support/git-repo.ts';
import type { Files, TempRepo } from '../../support/git-repo.ts';

let repo: TempRepo | null = null;
afterEach(async () => {
  await repo?.remove();
  repo = null;
});

const setupOf = async (files: Files): Promise<ForeignSetup> => {
  repo ??= await makeRepo({ files });
  const place = discoverRepository(repo.path);
  if (!place.ok) throw new Error(place.error.message);
  const commit = await repo.commit(files);
  return foreignSetup(place.value, commit);
};

const CONDUCTOR = (setup: string): Files => ({
  'conductor.json': JSON.stringify({ scripts: { setup } }),
});

describe('set-up files of a commit', () => {
  it('are none in a repository that has none', async () => {
    expect(await setupOf({ a: '1\n' })).toEqual({
      families: [],
      scripts: [],
      folders: [],
      sparse: [],
      notes: [],
    });
  });

  it('are read in all their languages', async () => {
    const found = await setupOf({
      '.codex/environments/environment.toml': "version = 1\n[setup]\nscript = '''\nmake x\n'''\n",
      'conductor.json': '{\n\t"scripts": {\n\t\t"setup": "npm ci"\n\t}\n}\n',
      'orca.yaml': 'scripts:\n  archive: |\n    down\n',
    });
    expect(found.scripts.map(({ at, run }) => `${writtenText(at)} ${run.trim()}`)).toEqual([
      '.codex/environments/environment.toml:3 make x',
      'conductor.json:3 npm ci',
      'orca.yaml:2 down',
    ]);
  });

  it('that cannot be read are notes with a line', async () => {
    const found = await setupOf({
      '.codex/environments/environment.toml': 'version = 1\n[setup\n',
      'conductor.json': '{\n  "scripts": }\n',
      'orca.yaml': 'scripts:\n  setup: "x\n',
      '.cursor/worktrees.json': '[]',
    });
    expect(found.scripts).toEqual([]);
    expect(found.notes.map(({ at, text }) => `${writtenText(at)} ${text}`)).toEqual([
      expect.stringMatching(/^\.codex\/environments\/environment\.toml:2 it is no valid TOML/u),
      expect.stringMatching(/^conductor\.json:2 it is no valid JSON/u),
      expect.stringMatching(/^\.cursor\/worktrees\.json:1 the file is no mapping/u),
      expect.stringMatching(/^orca\.yaml:\d it is no valid YAML/u),
    ]);
  });

  it('are those of the commit, whatever lies in the checkout', async () => {
    await setupOf(CONDUCTOR('npm ci'));
    await repo?.write(CONDUCTOR('evil'));
    const place = discoverRepository(repo?.path ?? '');
    if (!place.ok) throw new Error(place.error.message);
    const found = await foreignSetup(place.value, 'HEAD');
    expect(found.scripts.map(({ run }) => run)).toEqual(['npm ci']);
  });

  it('pin what their scripts name, and what that names', async () => {
    const files: Files = {
      ...CONDUCTOR('./scripts/setup.sh'),
      'scripts/setup.sh': '#!/bin/sh\n. ./common.sh\ncd tools && node gen.mjs\n',
      'scripts/common.sh': 'echo\n',
      'tools/gen.mjs': 'import "./part.mjs";\n',
      'tools/part.mjs': '1;\n',
      'unnamed.sh': 'x\n',
    };
    const [before] = (await setupOf(files)).scripts;
    expect(Object.keys(before?.files ?? {}).toSorted()).toEqual([
      'scripts/common.sh',
      'scripts/setup.sh',
      'tools/gen.mjs',
      'tools/part.mjs',
    ]);
    const [same] = (await setupOf({ 'unnamed.sh': 'y\n' })).scripts;
    expect(same?.hash).toBe(before?.hash);
    const [after] = (await setupOf({ 'tools/part.mjs': '2;\n' })).scripts;
    expect(after?.hash).not.toBe(before?.hash);
  });

  it('say when a script names more than is followed', async () => {
    const names = Array.from({ length: 80 }, (_, k) => `s/${k}.sh`);
    const [script] = (
      await setupOf({
        ...CONDUCTOR(names.join(' ')),
        ...Object.fromEntries(names.map((name) => [name, 'x\n'])),
      })
    ).scripts;
    expect(script?.more).toBe(true);
  });
});

describe('a text that is no value', () => {
  it.each(['json', 'toml', 'yaml'] as const)(
    '%s of endless depth is a fault, not a crash',
    (syntax) => {
      const text = `${syntax === 'toml' ? 'a = ' : ''}${'['.repeat(100_000)}`;
      expect(parseText(syntax, text).ok).toBe(false);
    },
  );

  it('a bomb of aliases is a fault', () => {
    const bomb = Array.from({ length: 9 }, (_, k) =>
      k === 0
        ? 'a0: &a0 [x, x]'
        : `a${k}: &a${k} [${Array(20)
            .fill(`*a${k - 1}`)
            .join(', ')}]`,
    ).join('\n');
    expect(parseText('yaml', bomb)).toMatchObject({ ok: false });
  });
});
