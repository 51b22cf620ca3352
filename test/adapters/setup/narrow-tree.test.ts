import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { storeCheckpoints } from '../../../src/adapters/checkpoints/checkpoints.ts';
import { setupRig } from './setup-rig.ts';
import type { SetupRig } from './setup-rig.ts';

let rig: SetupRig | null = null;
afterEach(async () => {
  await rig?.repo.remove();
  rig = null;
});

const FILES = {
  '.claude/settings.json': JSON.stringify({ worktree: { sparsePaths: ['src'] } }, null, 1),
  'README.md': 'x\n',
  'docs/a.md': 'x\n',
  'src/a.ts': '1\n',
};

const names = async (): Promise<readonly string[]> =>
  (await readdir(rig?.workspace.path ?? '')).filter((name) => name !== '.git').toSorted();

describe('a part of the tree', () => {
  it('is not made where git would have to change what every work copy reads', async () => {
    rig = await setupRig(FILES);
    const before = await rig.repo.git('config', '--local', '--list');
    expect(await rig.setups.bring(rig.workspace)).toEqual([
      expect.stringMatching(
        /^\.claude\/settings\.json:3 wants a part of the tree alone; the workspace has all/u,
      ),
    ]);
    expect(await names()).toEqual(['.claude', 'README.md', 'docs', 'src']);
    expect(await rig.repo.git('config', '--local', '--list')).toBe(before);
  });

  it('is all that a workspace holds where work copies have configs of their own', async () => {
    rig = await setupRig(FILES);
    await rig.repo.git('config', 'extensions.worktreeConfig', 'true');
    const before = await rig.repo.git('config', '--local', '--list');
    expect(await rig.setups.bring(rig.workspace)).toEqual([
      'the workspace holds src and what lies beside, by .claude/settings.json:3',
    ]);
    expect(await names()).toEqual(['README.md', 'src']);
    expect(await rig.repo.git('config', '--local', '--list')).toBe(before);
    expect(await readdir(rig.repo.path)).toContain('docs');
  });

  it('loses nothing of the rest: what was left out is in the harvest as it was', async () => {
    rig = await setupRig(FILES);
    await rig.repo.git('config', 'extensions.worktreeConfig', 'true');
    await rig.setups.bring(rig.workspace);
    const { path } = rig.workspace;
    await writeFile(join(path, 'src/a.ts'), '2\n');
    await mkdir(join(path, 'other'));
    await writeFile(join(path, 'other/new.ts'), '3\n');
    const harvest = await rig.workspaces.harvest(rig.workspace, rig.spec);
    if (!harvest.ok) throw new Error(harvest.error.message);
    const { commit, base, findings } = harvest.value;
    // This test has turned the setting on itself.
    expect(findings.map(({ path: of }) => of)).toEqual(['extensions.worktreeconfig']);
    expect(await rig.repo.git('diff', '--name-status', base, commit ?? '')).toBe(
      'A\tother/new.ts\nM\tsrc/a.ts',
    );
    const taken = await storeCheckpoints({ place: rig.place, broughtIn: () => [] }).take(
      rig.workspace,
      rig.spec,
    );
    if (!taken.ok || taken.value.kind !== 'taken') throw new Error(JSON.stringify(taken));
    expect(taken.value.checkpoint.tree).toBe(harvest.value.tree);
  });
});
