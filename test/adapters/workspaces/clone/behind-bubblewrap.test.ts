import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { run } from '../../../../src/adapters/process/run.ts';
import { cloneWorkspaces } from '../../../../src/adapters/workspaces/clone/clone.ts';
import type { YardWorkspaces } from '../../../../src/adapters/workspaces/yard-workspaces.ts';
import { NOTHING_MORE } from '../../../../src/ports/workspaces.ts';
import { describeWith } from '../../../support/capabilities.ts';
import { exists, kinds, value } from '../worktree/yard-rig.ts';
import type { Prepared } from '../worktree/yard-rig.ts';
import { makeCloneYard, realClones } from './clone-rig.ts';
import type { CloneRig } from './clone-rig.ts';

describeWith(['bubblewrap'], 'a private clone behind bubblewrap', () => {
  let rig: CloneRig;
  let ws: Prepared;
  beforeEach(async () => {
    rig = await makeCloneYard({ 'a.txt': 'one\n', '.gitignore': '.env\n' }, realClones());
    await rig.repo.write({ '.env': 'KEY=1\n', '.worktreeinclude': '.env\n' });
    ws = await rig.prepare();
  });
  afterEach(() => rig.repo.remove());

  /** Runs a script where an agent stands; the value is what it said. */
  const agent = async (script: string): Promise<string> => {
    const command = { argv: ['sh', '-c', script], cwd: ws.path, env: {} };
    const entered = value(await rig.clones.enter(ws.workspace, command, NOTHING_MORE));
    const { stdout, stderr } = await run(entered);
    return stdout.toString() + stderr.toString();
  };

  it('lets git do its work, with what was brought in', async () => {
    const said = await agent(`set -e
      cat .env; echo work > a.txt; git add -A; git commit -q -m work
      git switch -q -c side HEAD~1; echo side > b.txt; git add b.txt; git commit -q -m side
      git rebase -q -; echo more >> a.txt; git stash -q; git stash pop -q; git status --porcelain
      git log --format=%s%an main..; git fsck --no-dangling`);
    expect(said).toBe('KEY=1\n M a.txt\nsideTest Person\nworkTest Person\n');
    const { commit, findings } = await ws.harvest();
    expect(findings.filter(({ blocks }) => blocks)).toEqual([]);
    expect(await rig.filesOf(commit ?? '')).toMatchObject({
      'a.txt': 'work\nmore\n',
      'b.txt': 'side\n',
    });
    expect(await ws.remove()).toEqual({ removed: true });
  });

  it('shows nothing of the repository but objects, and lets nobody write there', async () => {
    const main = rig.repo.path;
    const said = await agent(`
      ls -A ${main}; ls -A ${main}/.git; ls -A ${rig.root}; ls ${rig.root}/.rooms/*
      cat ${main}/a.txt ${main}/.git/config ${rig.repo.home}/.gitconfig
      echo x > ${main}/.git/objects/x; rm -rf ${main}/.git/objects; git -C ${main} status
      ln -s ${main}/a.txt link; cat link; echo gone > link`);
    expect(said).not.toContain('a.txt\n.');
    expect(said).not.toContain('one\n');
    expect(said).not.toContain('Test Person');
    expect(said).not.toContain('out');
    expect(await readFile(join(main, 'a.txt'), 'utf8')).toBe('one\n');
    expect(await rig.repo.git('fsck')).toBe('');
  });

  it('is harvested as its owner, whatever its owner has closed or thrown away', async () => {
    await agent(
      'echo shut > s.txt; chmod 000 s.txt; mkdir -m 000 box; rm -rf .git; mkfifo .git; chmod 700 .',
    );
    const harvest = await ws.harvest();
    expect(kinds(harvest)).toEqual(['git-folder-lost']);
    expect(await rig.filesOf(harvest.commit ?? '')).toMatchObject({ 's.txt': 'shut\n' });
    expect(await ws.remove()).toEqual({ removed: true });
    expect(await exists(ws.path)).toBe(false);
  });

  it('hands in by a folder beside it', async () => {
    await agent(`echo '{}' > ${ws.path}.handoff/handoff.json`);
    expect(await readFile(`${ws.path}.handoff/handoff.json`, 'utf8')).toBe('{}\n');
  });

  it('has an owner of its own where fanin is root', async () => {
    const mine = process.getuid?.();
    const { uid } = await stat(join(ws.path, 'a.txt'));
    const other = await rig.prepare('other');
    const theirs = await stat(join(other.path, 'a.txt'));
    if (mine === 0) expect(new Set([0, uid, theirs.uid]).size).toBe(3);
    else expect([uid, theirs.uid]).toEqual([mine, mine]);
  });

  it('keeps a secret that was changed, and the clone when it was not copied', async () => {
    await agent('echo KEY=2 > .env');
    expect((await ws.remove()).removed).toBe(false);
    expect(kinds(await ws.harvest())).toEqual(['brought-in-changed']);
    expect(await readFile(join(ws.spec.folder, 'brought-in/.env'), 'utf8')).toBe('KEY=2\n');
    expect(await ws.remove()).toEqual({ removed: true });
  });

  it('says so when there is no way in, and keeps everything', async () => {
    await agent('echo work > a.txt');
    const broken = makeBroken();
    expect(await broken.harvest(ws.workspace, ws.spec)).toMatchObject({ ok: false });
    const gone = value(await broken.remove(ws.workspace, ws.spec));
    expect(gone).toMatchObject({ removed: false });
    expect(await exists(join(ws.path, 'a.txt'))).toBe(true);
  });

  const makeBroken = (): YardWorkspaces => {
    const { boundary, uids } = realClones();
    return cloneWorkspaces({
      place: rig.place,
      uids,
      boundary: {
        ...boundary,
        enclose: async () => ({
          ok: false,
          error: { code: 'boundary-missing', message: 'no bwrap' },
        }),
      },
    });
  };
});
