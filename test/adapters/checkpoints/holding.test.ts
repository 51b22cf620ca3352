import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { value } from '../workspaces/worktree/yard-rig.ts';
import type { YardRig } from '../workspaces/worktree/yard-rig.ts';
import { heldIn, inStore, openScenes, storePath } from './store-rig.ts';

const { scene } = openScenes();

const whole = (rig: YardRig): Promise<string> =>
  inStore(rig, 'fsck', '--connectivity-only', '--full');

describe('what a checkpoint rests on', () => {
  it('survives the collection of what the agent had staged and dropped', async () => {
    const at = await scene();
    await at.write({ 'a.txt': 'staged\n', 'deep/b.txt': 'staged, too\n' });
    await at.made.git('add', '-A');
    const checkpoint = await at.take();
    await at.made.git('reset', '-q', '--hard');
    await at.collect();
    await whole(at.rig);
    expect(await heldIn(at.rig, checkpoint.commit)).toMatchObject({
      'a.txt': 'staged\n',
      'deep/b.txt': 'staged, too\n',
    });
  });

  it('survives the collection of commits that the agent made and amended away', async () => {
    const at = await scene();
    await at.write({ 'a.txt': 'first\n', 'deep/b.txt': 'only there\n' });
    await at.made.git('add', '-A');
    await at.made.git('commit', '-q', '-m', 'first');
    const head = await at.made.git('rev-parse', 'HEAD');
    const checkpoint = await at.take();
    expect(checkpoint.head).toBe(head);
    await at.made.git('reset', '-q', '--hard', at.rig.base);
    await at.collect();
    await expect(at.rig.repo.git('cat-file', '-e', head)).rejects.toThrow();
    await whole(at.rig);
    expect(await heldIn(at.rig, checkpoint.head)).toMatchObject({ 'deep/b.txt': 'only there\n' });
  });

  it('survives when agent’s objects were packed before they were taken', async () => {
    const at = await scene();
    await at.write({ 'a.txt': 'packed\n', 'deep/b.txt': 'x'.repeat(100_000) });
    await at.made.git('add', '-A');
    await at.made.git('commit', '-q', '-m', 'packed');
    await at.rig.repo.git('gc', '-q');
    const checkpoint = await at.take();
    await at.made.git('reset', '-q', '--hard', at.rig.base);
    await at.collect();
    await whole(at.rig);
    expect(await heldIn(at.rig, checkpoint.commit)).toMatchObject({ 'a.txt': 'packed\n' });
  });

  it('survives the loss of everything of the run but its own refs', async () => {
    const at = await scene();
    await at.rig.repo.commit({ 'a.txt': 'elsewhere\n' });
    await at.write({ 'c.txt': 'work\n' });
    const checkpoint = await at.take();
    await at.rig.repo.git('worktree', 'remove', '-f', '-f', at.made.path);
    await at.rig.repo.git('branch', '-D', at.made.workspace.branch);
    // The user's own branch has left the base, too.
    await at.rig.repo.git('checkout', '-q', '--orphan', 'other');
    await at.rig.repo.git('commit', '-q', '-m', 'other');
    await at.rig.repo.git('branch', '-D', 'main');
    await at.collect();
    await whole(at.rig);
    expect(await heldIn(at.rig, checkpoint.commit)).toMatchObject({
      'a.txt': 'one\n',
      'c.txt': 'work\n',
    });
  });

  it('shows in nobody’s log', async () => {
    const at = await scene();
    const before = await at.rig.repo.git('log', '--all', '--format=%H');
    await at.write({ 'c.txt': 'work\n' });
    await at.take();
    expect(await at.rig.repo.git('log', '--all', '--format=%H')).toBe(before);
  });

  it('keeps what it needs when others are pruned', async () => {
    const at = await scene();
    for (const text of ['1', '2', '3']) {
      await at.write({ 'a.txt': `${text}\n`, [`${text}.txt`]: text });
      await at.take();
    }
    const objects = await inStore(at.rig, 'cat-file', '--batch-all-objects', '--batch-check');
    const old = new Date(Date.now() - 86_400_000);
    const own = storePath(at.rig);
    for (const line of objects.split('\n')) {
      const file = join(own, 'objects', line.slice(0, 2), line.slice(2, 40));
      await utimes(file, old, old).catch(() => undefined);
    }
    const policy = {
      now: Date.now(),
      runs: null,
      most: 1,
      maxAgeMs: 1e9,
      landed: [],
      lastAfterLandingMs: 1e9,
    };
    const count = async (): Promise<number> =>
      Number(/count: (\d+)/.exec(await inStore(at.rig, 'count-objects', '-v'))?.[1]);
    const before = await count();
    expect(value(await at.checkpoints.prune(policy))).toHaveLength(2);
    expect(await count()).toBeLessThan(before);
    await whole(at.rig);
    const [last] = value(await at.checkpoints.list({}));
    expect(await heldIn(at.rig, last?.commit ?? '')).toMatchObject({
      'a.txt': '3\n',
      '1.txt': '1',
    });
  });
});
