import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { discoverRepository } from '../../src/adapters/git/discover.ts';
import { worktreeWorkspaces } from '../../src/adapters/workspaces/worktree/worktree.ts';
import { exists, kinds, makeYard, value } from '../adapters/workspaces/worktree/yard-rig.ts';
import type { Prepared, YardRig } from '../adapters/workspaces/worktree/yard-rig.ts';
import { writeFiles } from '../support/git-repo.ts';

// Worktree level: what gets out is found and told. What the kernel prevents is tested with the sandbox.
describe('an agent outside of its worktree, as users have seen it', () => {
  let rig: YardRig;
  let ws: Prepared;
  beforeEach(async () => {
    rig = await makeYard({ 'a.txt': 'one\n', 'src/x.ts': '1\n' });
    ws = await rig.prepare();
  });
  afterEach(() => rig.repo.remove());

  it('it edited the primary clone by absolute paths, silently', async () => {
    await writeFile(join(rig.repo.path, 'src/x.ts'), 'edited\n');
    const harvest = await ws.harvest();
    expect(kinds(harvest)).toEqual(['main-checkout-changed']);
    expect(harvest.findings[0]?.text).toContain('src/x.ts');
    expect(harvest.findings[0]?.text).toContain('At work then: core#1 alone');
  });

  it('it edited by absolute paths and committed in its worktree: a commit without the work', async () => {
    await writeFile(join(rig.repo.path, 'src/x.ts'), 'edited\n');
    await ws.git('commit', '-q', '--allow-empty', '-m', 'all done');
    expect(kinds(await ws.harvest())).toEqual(['main-checkout-changed']);
  });

  it('`git reset --hard` or a commit in the primary checkout moved its branch', async () => {
    await writeFiles(rig.repo.path, { 'a.txt': 'committed\n' });
    await rig.repo.git('commit', '-qam', 'on main');
    const moved = await ws.harvest();
    expect(kinds(moved)).toEqual(['main-checkout-changed', 'shared-refs-changed']);
    expect(moved.findings.map(({ text }) => text).join('\n')).toContain('main moved while');
  });

  it('the worktree was gone while the agent was live, and git climbed to the primary checkout', async () => {
    await rm(ws.path, { recursive: true });
    await mkdir(join(ws.path, 'src'), { recursive: true });
    await expect(ws.git('rev-parse', '--show-toplevel')).rejects.toThrow(/not a git repository/u);
    await expect(ws.git('checkout', '-b', 'oops')).rejects.toThrow();
    expect(await rig.repo.git('branch', '--list', 'oops')).toBe('');
  });

  it('spawned from inside a worktree, the child’s branch was checked out on the primary checkout', async () => {
    const inside = value(discoverRepository(join(ws.path, 'src')));
    expect(inside.root).toBe(rig.repo.path);
    const child = { ...rig.spec('child'), folder: rig.folder('r1-child-1') };
    await mkdir(child.folder, { recursive: true });
    const made = value(await worktreeWorkspaces({ place: inside }).prepare(child));
    expect(made.path).toBe(join(rig.root, 'r1-child-1'));
    expect(await rig.repo.git('branch', '--show-current')).toBe('main');
    expect(await readdir(ws.path)).not.toContain('r1-child-1');
  });

  it('a session was resumed after its worktree had gone, and went on in the primary checkout', async () => {
    await rm(ws.path, { recursive: true });
    const again = await rig.workspaces.prepare(ws.spec);
    expect(again.ok ? null : again.error.code).toBe('workspace-missing');
    expect(await exists(ws.path)).toBe(false);
  });

  it('one teammate’s commit landed on another’s branch', async () => {
    const other = await rig.prepare('other');
    await writeFiles(ws.path, { 'a.txt': 'work\n' });
    await ws.git('commit', '-qam', 'work');
    await ws.git('update-ref', `refs/heads/${other.workspace.branch}`, 'HEAD');
    const harvest = await other.harvest();
    // Its own tree is what lies there, and the foreign commit is not taken for its work unseen.
    expect(await rig.filesOf(harvest.commit ?? '')).toMatchObject({ 'a.txt': 'one\n' });
  });
});
