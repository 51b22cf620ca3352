import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeFiles } from '../../../support/git-repo.ts';
import { exists, kinds, makeYard, value } from './yard-rig.ts';
import type { Prepared, YardRig } from './yard-rig.ts';

/** Each agent writes something that would make the next git run its program, if git were let. */
describe('programs that an agent planted', () => {
  let rig: YardRig;
  let ws: Prepared;
  let marker: string;
  let script: string;
  beforeEach(async () => {
    rig = await makeYard({ 'a.txt': 'one\n' });
    ws = await rig.prepare();
    marker = join(rig.repo.base, 'marker');
    script = join(rig.repo.base, 'planted.sh');
    await writeFile(script, `#!/bin/sh\necho ran >> '${marker}'\ncat\n`);
    await chmod(script, 0o755);
  });
  afterEach(() => rig.repo.remove());

  const hooks = async (folder: string): Promise<void> => {
    await mkdir(folder, { recursive: true });
    for (const name of [
      'post-checkout',
      'pre-commit',
      'reference-transaction',
      'post-index-change',
      'post-merge',
    ]) {
      await writeFile(join(folder, name), `#!/bin/sh\necho ran >> '${marker}'\n`);
      await chmod(join(folder, name), 0o755);
    }
  };
  const attributes = (): Promise<void> =>
    writeFiles(ws.path, { '.gitattributes': '* filter=planted diff=planted\n' });

  const cases: readonly (readonly [string, string, () => Promise<unknown>])[] = [
    ['core.fsmonitor', 'core.fsmonitor', () => ws.git('config', 'core.fsmonitor', script)],
    [
      'a clean filter',
      'filter.planted.clean',
      async () => {
        await attributes();
        await ws.git('config', 'filter.planted.clean', script);
      },
    ],
    [
      'a process filter that is required',
      'filter.planted.process',
      async () => {
        await attributes();
        await ws.git('config', 'filter.planted.process', script);
        await ws.git('config', 'filter.planted.required', 'true');
      },
    ],
    [
      'a filter in an included file',
      'include.path',
      async () => {
        await attributes();
        await writeFile(join(rig.repo.base, 'more'), `[filter "planted"]\n\tclean = ${script}\n`);
        await ws.git('config', 'include.path', join(rig.repo.base, 'more'));
      },
    ],
    [
      'core.hooksPath',
      'core.hookspath',
      async () => {
        await hooks(join(ws.path, '.husky'));
        await ws.git('config', 'core.hooksPath', join(ws.path, '.husky'));
      },
    ],
    [
      'a hook in the shared folder',
      'hooks/reference-transaction',
      () => hooks(join(rig.place.commonDir, 'hooks')),
    ],
    ['an external diff', 'diff.external', () => ws.git('config', 'diff.external', script)],
    [
      'a diff driver',
      'diff.planted.command',
      async () => {
        await attributes();
        await ws.git('config', 'diff.planted.command', script);
        await ws.git('config', 'diff.planted.textconv', script);
      },
    ],
  ];
  it.each(cases)(
    '%s does not run at harvest, check, removal or the next creation, and is reported',
    async (_name, path, plant) => {
      await plant();
      await writeFiles(ws.path, { 'a.txt': 'work\n', 'new.txt': 'n\n' });
      const harvest = await ws.harvest();
      expect(harvest.findings).toContainEqual(
        expect.objectContaining({ kind: 'shared-config-changed', path, blocks: true }),
      );
      expect(await rig.filesOf(harvest.commit ?? '')).toMatchObject({
        'a.txt': 'work\n',
        'new.txt': 'n\n',
      });
      value(await rig.workspaces.checkCopy('r1', harvest.commit ?? '', 'worktree'));
      await rig.prepare('next');
      expect(await ws.remove()).toEqual({ removed: true });
      expect(await exists(marker)).toBe(false);
    },
  );

  it('the worktree’s own config does not run either', async () => {
    await rig.repo.git('config', 'extensions.worktreeConfig', 'true');
    await attributes();
    await ws.git('config', '--worktree', 'filter.planted.clean', script);
    await ws.git('config', '--worktree', 'core.fsmonitor', script);
    await ws.git('config', '--worktree', 'core.worktree', rig.repo.path);
    await writeFiles(ws.path, { 'new.txt': 'n\n' });
    const harvest = await ws.harvest();
    expect(await rig.filesOf(harvest.commit ?? '')).toMatchObject({ 'new.txt': 'n\n' });
    expect(await exists(marker)).toBe(false);
  });

  it('a nested repository’s own config does not run', async () => {
    await writeFiles(ws.path, { '.gitignore': 'deps/\n', 'deps/lib/x': 'x\n' });
    const inner = join(ws.path, 'deps/lib');
    await rig.repo.gitIn(inner, 'init', '-q');
    await rig.repo.gitIn(inner, 'config', 'core.fsmonitor', script);
    await ws.harvest();
    expect((await ws.remove()).removed).toBe(false);
    expect(await exists(marker)).toBe(false);
  });

  it('a filter of the user’s own config does run, also when the repository redefines it', async () => {
    await writeFile(
      join(rig.repo.home, '.gitconfig'),
      `[user]\n\tname = T\n\temail = t@example.com\n[filter "up"]\n\tclean = tr a-z A-Z\n`,
    );
    await writeFiles(ws.path, { '.gitattributes': '*.up filter=up\n', 'x.up': 'loud\n' });
    await ws.git('config', 'filter.up.clean', script);
    const harvest = await ws.harvest();
    expect(await rig.filesOf(harvest.commit ?? '')).toMatchObject({ 'x.up': 'LOUD\n' });
    expect(await exists(marker)).toBe(false);
  });

  it('settings that git writes by itself do not block', async () => {
    await ws.git('config', 'branch.x.remote', 'origin');
    const harvest = await ws.harvest();
    expect(kinds(harvest)).toEqual(['shared-config-changed']);
    expect(harvest.findings[0]?.blocks).toBe(false);
  });

  it('a changed stash and a changed main checkout are reported', async () => {
    await writeFiles(ws.path, { 'a.txt': 'work\n' });
    await ws.git('stash');
    await writeFiles(rig.repo.path, { 'a.txt': 'escaped\n' });
    const harvest = await ws.harvest();
    expect(kinds(harvest)).toEqual(['main-checkout-changed', 'stash-changed']);
    expect(
      harvest.findings.find((finding) => finding.kind === 'main-checkout-changed')?.text,
    ).toContain('a.txt');
  });
});
