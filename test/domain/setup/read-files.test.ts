import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writtenText } from '../../../src/domain/setup/asked.ts';
import type { Asked } from '../../../src/domain/setup/asked.ts';
import { SETUP_FILES } from '../../../src/domain/setup/read-files.ts';
import { treePath } from '../../../src/domain/setup/shape.ts';

/** What a file comes to, read on `platform`. */
const read = (file: string, value: unknown, platform = 'linux'): Asked => {
  const found = SETUP_FILES.find((each) => each.file === file);
  if (found === undefined) throw new Error(`no such file: ${file}`);
  return found.read({ file, text: JSON.stringify(value, null, 2), value }, platform);
};

const scripts = ({ scripts: found }: Asked) =>
  found.map(({ when, run, at }) => [when, run, writtenText(at)]);
const notes = ({ notes: found }: Asked) =>
  found.map(({ at, text }) => `${writtenText(at)} ${text}`);

describe('conductor.json', () => {
  const file = 'conductor.json';

  it('asks for its set-up and its clean-up, each with its line; what starts a server is a person’s', () => {
    const asked = read(file, { scripts: { setup: 'npm ci', run: 'npm run dev', archive: 'rm x' } });
    expect(scripts(asked)).toEqual([
      ['setup', 'npm ci', 'conductor.json:3'],
      ['cleanup', 'rm x', 'conductor.json:5'],
    ]);
    expect(notes(asked)).toEqual([]);
    expect(asked.families).toEqual(['conductor']);
  });

  it('notes what has another shape, with its line, and reads the rest', () => {
    const asked = read(file, { scripts: { setup: ['npm ci'], archive: 'rm x', deploy: 'y' } });
    expect(scripts(asked)).toEqual([['cleanup', 'rm x', 'conductor.json:6']]);
    expect(notes(asked)).toEqual([
      'conductor.json:7 fanin does not know deploy',
      'conductor.json:3 scripts.setup is no text, so it is left out',
    ]);
  });

  it('notes a script with a NUL', () => {
    const asked = read(file, { scripts: { setup: 'a\0b' } });
    expect([scripts(asked), notes(asked)]).toEqual([
      [],
      ['conductor.json:3 scripts.setup holds a NUL character'],
    ]);
  });
});

describe('.codex/environments/environment.toml', () => {
  const file = '.codex/environments/environment.toml';

  it('prefers the script for this platform, and never runs an action', () => {
    const value = {
      version: 1,
      name: 'x',
      setup: { script: 'all', darwin: { script: 'mac' }, linux: { script: 'linux' } },
      cleanup: { script: 'down', linux: { script: ' ' } },
      actions: [{ name: 'Run', command: 'serve' }],
    };
    expect(scripts(read(file, value)).map(([, run]) => run)).toEqual(['linux', 'down']);
    expect(scripts(read(file, value, 'darwin')).map(([, run]) => run)).toEqual(['mac', 'down']);
    expect(scripts(read(file, value, 'freebsd')).map(([, run]) => run)).toEqual(['all', 'down']);
  });
});

describe('.cursor/worktrees.json', () => {
  const file = '.cursor/worktrees.json';

  it('takes a list as the lines of one script, so that what one sets the next ones see', () => {
    const asked = read(file, { 'setup-worktree': ['cd app', 'npm ci'] });
    expect(scripts(asked).map(([, run]) => run)).toEqual(['set -e\ncd app\nnpm ci']);
  });

  it('takes a text as a script’s path beside it, or, with blanks, as a command', () => {
    const path = read(file, { 'setup-worktree-unix': 'setup.sh', 'setup-worktree': ['never'] });
    expect(scripts(path).map(([, run]) => run)).toEqual([
      "if [ -x './.cursor/setup.sh' ]; then './.cursor/setup.sh'; else bash './.cursor/setup.sh'; fi",
    ]);
    const command = read(file, { 'setup-worktree-unix': 'npm ci && cp x y' });
    expect(scripts(command).map(([, run]) => run)).toEqual(['npm ci && cp x y']);
  });

  it('takes no path that leads out of the tree', () => {
    const asked = read(file, { 'setup-worktree-unix': '../../x.sh' });
    expect(scripts(asked)).toEqual([]);
    expect(notes(asked)).toEqual([
      '.cursor/worktrees.json:2 "../../x.sh" is no path inside the tree',
    ]);
  });
});

describe('.claude/settings.json', () => {
  it('names folders and the part of the tree that is wanted; hooks that make work copies are not run', () => {
    const asked = read('.claude/settings.json', {
      permissions: { allow: [] },
      worktree: {
        baseRef: 'head',
        symlinkDirectories: ['node_modules', '/etc', '../x', 'a/.git/hooks'],
        sparsePaths: ['src/', './docs'],
      },
      hooks: { WorktreeCreate: [] },
    });
    expect(asked.folders.map(({ path }) => path)).toEqual(['node_modules']);
    expect(asked.sparse.map(({ path }) => path)).toEqual(['src', 'docs']);
    expect(asked.scripts).toEqual([]);
    expect(notes(asked)).toHaveLength(4);
    expect(notes(asked)[0]).toContain('WorktreeCreate is not run');
  });

  it('says that it follows no base of its own', () => {
    const asked = read('.claude/settings.json', { worktree: { baseRef: 'fresh' } });
    expect(notes(asked)).toEqual([
      '.claude/settings.json:3 runs start from the plan’s `base`; baseRef is not followed',
    ]);
  });
});

describe('orca.yaml', () => {
  it('asks for scripts and folders', () => {
    const asked = read('orca.yaml', {
      scripts: { setup: 'pnpm install', archive: 'down' },
      worktree: { sharedDirectories: ['node_modules'] },
    });
    expect(scripts(asked).map(([when, run]) => [when, run])).toEqual([
      ['setup', 'pnpm install'],
      ['cleanup', 'down'],
    ]);
    expect(asked.folders.map(({ path }) => path)).toEqual(['node_modules']);
  });
});

describe('every set-up file', () => {
  it('is read whatever it holds', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SETUP_FILES), fc.jsonValue(), (of, value) => {
        const asked = of.read({ file: of.file, text: 'x', value }, 'linux');
        expect(asked.families).toEqual([of.family]);
        for (const { run } of asked.scripts) expect(run.trim()).not.toBe('');
      }),
    );
  });

  it('is read whatever stands at the keys that it knows', () => {
    const keys = [
      'scripts',
      'setup',
      'worktree',
      'sparsePaths',
      'setup-worktree',
      'hooks',
      'script',
    ];
    const some = fc.letrec((tie) => ({
      value: fc.oneof(
        fc.constantFrom(null, 1, '', 'x y', '../z', true),
        fc.array(tie('value'), { maxLength: 2 }),
        fc.dictionary(fc.constantFrom(...keys), tie('value'), { maxKeys: 3 }),
      ),
    })).value;
    fc.assert(
      fc.property(fc.constantFrom(...SETUP_FILES), some, (of, value) => {
        const asked = of.read({ file: of.file, text: '', value }, 'linux');
        for (const { path } of [...asked.folders, ...asked.sparse])
          expect(treePath(path)).toBe(path);
      }),
    );
  });
});
