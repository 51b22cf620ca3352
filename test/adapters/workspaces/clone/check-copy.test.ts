import { execFileSync } from 'node:child_process';
import {
  appendFile,
  mkdir,
  readFile,
  readdir,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../../../src/adapters/process/run.ts';
import { NOTHING_MORE } from '../../../../src/ports/workspaces.ts';
import type { CheckCopy } from '../../../../src/ports/workspaces.ts';
import { describeWith } from '../../../support/capabilities.ts';
import { writeFiles } from '../../../support/git-repo.ts';
import { exists, filesBelow, value } from '../worktree/yard-rig.ts';
import { makeCloneYard, realClones } from './clone-rig.ts';
import type { CloneRig } from './clone-rig.ts';

/** What lies there, and what the next use of the copy finds; each check is a delivered script. */
describe('a check copy that a hostile check was in', { timeout: 60_000 }, () => {
  let rig: CloneRig;
  let copy: CheckCopy;
  let marker: string;
  const FILES = { 'a.txt': 'one\n', '.gitignore': 'deps\n' };
  beforeEach(async () => {
    rig = await makeCloneYard(FILES);
    copy = value(await rig.clones.checkCopy('r1', rig.base, 'sandbox'));
    marker = join(rig.repo.base, 'marker');
  });
  afterEach(() => rig.repo.remove());

  const again = async (): Promise<CheckCopy> => {
    await copy.release();
    const next = value(await rig.clones.checkCopy('r1', rig.base, 'sandbox'));
    expect(next.path).toBe(copy.path);
    return next;
  };
  const program = async (name: string): Promise<string> => {
    const path = join(rig.repo.base, name);
    await writeFile(path, `#!/bin/sh\necho ran >> '${marker}'\ncat\n`, { mode: 0o755 });
    return path;
  };
  const planted = async (gitDir: string): Promise<void> => {
    await mkdir(join(gitDir, 'hooks'), { recursive: true });
    const script = await program('planted.sh');
    await appendFile(
      join(gitDir, 'config'),
      `[core]\n\tfsmonitor = ${script}\n\thooksPath = ${gitDir}/hooks\n[filter "planted"]\n\tsmudge = ${script}\n\tclean = ${script}\n\tprocess = ${script}\n`,
    );
  };

  const attacks: readonly (readonly [string, () => Promise<unknown>])[] = [
    [
      'a swapped git file',
      async () => {
        const evil = join(rig.repo.base, 'evil');
        await rig.repo.gitIn(rig.repo.base, 'init', '-q', evil);
        await planted(join(evil, '.git'));
        await writeFile(join(copy.path, '.git'), `gitdir: ${evil}/.git\n`);
      },
    ],
    [
      'a git folder of its own',
      async () => {
        await rm(join(copy.path, '.git'));
        await rig.repo.gitIn(copy.path, 'init', '-q');
        await planted(join(copy.path, '.git'));
      },
    ],
    [
      'a nested repository',
      async () => {
        await mkdir(join(copy.path, 'sub'));
        await rig.repo.gitIn(join(copy.path, 'sub'), 'init', '-q');
        await planted(join(copy.path, 'sub/.git'));
      },
    ],
    [
      'attributes that name a filter',
      () =>
        writeFiles(copy.path, {
          '.gitattributes': '* filter=planted\n',
          'deps/.gitattributes': '* filter=planted\n',
        }),
    ],
    [
      'links out of the copy',
      async () => {
        const precious = join(rig.repo.base, 'precious');
        await mkdir(precious, { recursive: true });
        await writeFile(join(precious, 'a.txt'), 'precious\n');
        await rm(join(copy.path, 'a.txt'));
        await symlink(join(precious, 'a.txt'), join(copy.path, 'a.txt'));
        await symlink(precious, join(copy.path, 'deps'));
      },
    ],
    [
      'a forged time stamp',
      async () => {
        const { atime, mtime } = await stat(join(copy.path, 'a.txt'));
        await writeFile(join(copy.path, 'a.txt'), 'two\n');
        await utimes(join(copy.path, 'a.txt'), atime, mtime);
      },
    ],
    [
      'pipes and closed folders',
      async () => {
        execFileSync('mkfifo', [join(copy.path, 'pipe'), join(copy.path, 'a.txt.pipe')]);
        await mkdir(join(copy.path, 'shut/in'), { recursive: true });
        execFileSync('chmod', ['000', join(copy.path, 'shut'), join(copy.path, 'a.txt')]);
      },
    ],
    [
      'a bottomless folder',
      async () => {
        const steps = 'for (1..300) { mkdir "d" x 20; chdir "d" x 20 } open F, ">x"; print F "x"';
        execFileSync('perl', ['-e', steps], { cwd: copy.path });
      },
    ],
    ['no folder at all', () => rm(copy.path, { recursive: true })],
  ];

  it.each(attacks)('is clean again after %s', async (_name, attack) => {
    await attack();
    await again();
    expect(await filesBelow(copy.path)).toEqual(FILES);
    expect(await exists(marker)).toBe(false);
    expect(await rig.repo.gitIn(copy.path, 'status', '--porcelain')).toBe('');
    const precious = join(rig.repo.base, 'precious/a.txt');
    expect(await readFile(precious, 'utf8').catch(() => 'precious\n')).toBe('precious\n');
  });

  it('keeps what set-up has made, as set-up made it', async () => {
    await writeFiles(copy.path, { 'deps/lib.js': 'good\n', 'deps/sub/x.js': 'x\n' });
    await copy.markSetup('k1');
    await writeFiles(copy.path, { 'deps/.cache/c.txt': 'cached\n', 'left.txt': 'left\n' });
    const second = await again();
    expect(await second.setupKey()).toBe('k1');
    expect(await filesBelow(copy.path)).toEqual({
      ...FILES,
      'deps/lib.js': 'good\n',
      'deps/sub/x.js': 'x\n',
    });
  });

  it.each([
    ['changes', (path: string) => writeFiles(path, { 'deps/lib.js': 'evil\n' })],
    ['removes', (path: string) => rm(join(path, 'deps/lib.js'))],
    [
      'replaces by a link',
      async (path: string) => {
        await rm(join(path, 'deps'), { recursive: true });
        await symlink('/etc', join(path, 'deps'));
      },
    ],
  ])('does set-up again when a check %s what it had made', async (_name, attack) => {
    await writeFiles(copy.path, { 'deps/lib.js': 'good\n' });
    await copy.markSetup('k1');
    await attack(copy.path);
    expect(await (await again()).setupKey()).toBeNull();
    expect(await filesBelow(copy.path)).toEqual(FILES);
  });

  it('has a HOME with nothing in it that a check left', async () => {
    const home = join(rig.root, '.rooms/r1.check-1/home');
    await writeFiles(home, { '.npmrc': 'evil\n' });
    await again();
    expect(await readdir(home)).toEqual([]);
    await writeFiles(home, { '.cache/tool': 'tool\n' });
    await copy.markSetup('k1');
    await writeFiles(home, { '.gitconfig': 'evil\n' });
    expect(await (await again()).setupKey()).toBe('k1');
    expect(await filesBelow(home)).toEqual({ '.cache/tool': 'tool\n' });
    await writeFiles(home, { '.cache/tool': 'evil\n' });
    expect(await (await again()).setupKey()).toBeNull();
    expect(await readdir(home)).toEqual([]);
  });
});

describeWith(['bubblewrap'], 'a check behind bubblewrap', () => {
  it('can ask git, and cannot write to what decides about the next check', async () => {
    const rig = await makeCloneYard({ 'a.txt': 'one\n' }, realClones());
    const copy = value(await rig.clones.checkCopy('r1', rig.base, 'sandbox'));
    const script = [
      'git rev-parse HEAD',
      'git status --porcelain',
      'git config core.fsmonitor /bin/true || echo refused',
      'd=$(git rev-parse --git-dir); rm -f $d/index || echo refused; echo x > $d/hooks || echo refused',
      `ls ${rig.repo.path} || echo unseen`,
      'rm .git; git init -q; git add -A',
    ].join('\n');
    const command = { argv: ['sh', '-c', script], cwd: copy.path, env: {} };
    const done = await run(value(await rig.clones.enter(copy, command, NOTHING_MORE)));
    const lines = done.stdout.toString().split('\n');
    expect(lines[0]).toBe(rig.base);
    expect(lines.filter((line) => line === 'refused')).toHaveLength(3);
    await copy.release();
    const next = value(await rig.clones.checkCopy('r1', rig.base, 'sandbox'));
    expect(await filesBelow(next.path)).toEqual({ 'a.txt': 'one\n' });
    await rig.repo.remove();
  });
});
