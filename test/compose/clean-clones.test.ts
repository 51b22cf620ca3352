import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { run } from '../../src/adapters/process/run.ts';
import { cloneWorkspaces } from '../../src/adapters/workspaces/clone/clone.ts';
import type { YardWorkspaces } from '../../src/adapters/workspaces/yard-workspaces.ts';
import { cleanUp } from '../../src/compose/clean.ts';
import { cloneDeps } from '../../src/compose/clones.ts';
import { attemptDiff } from '../../src/compose/diff.ts';
import type { Workspace } from '../../src/domain/attempt/attempt.ts';
import { NOTHING_MORE } from '../../src/ports/workspaces.ts';
import type { WorkspaceSpec } from '../../src/ports/workspaces.ts';
import { exists, makeYard, value } from '../adapters/workspaces/worktree/yard-rig.ts';
import type { YardRig } from '../adapters/workspaces/worktree/yard-rig.ts';
import { describeWith } from '../support/capabilities.ts';

const ALL = { runs: [], attempts: [], all: false, dryRun: false };

describeWith(['bubblewrap'], 'private clones, cleaned up', () => {
  let rig: YardRig;
  let clones: YardWorkspaces;
  let spec: WorkspaceSpec;
  let workspace: Workspace;
  beforeEach(async () => {
    rig = await makeYard({ 'a.txt': 'one\n' });
    const deps = cloneDeps(rig.place, null);
    if (deps === null) throw new Error('this host has no boundary');
    clones = cloneWorkspaces(deps);
    spec = rig.spec();
    await mkdir(spec.folder, { recursive: true });
    workspace = value(await clones.prepare(spec));
    const command = { argv: ['sh', '-c', 'echo work > a.txt'], cwd: workspace.path, env: {} };
    await run(value(await clones.enter(workspace, command, NOTHING_MORE)));
  });
  afterEach(() => rig.repo.remove());

  it('stay while they hold what nobody else holds, with their size', async () => {
    const [item] = value(await cleanUp(rig.place, ALL));
    expect(item).toMatchObject({ name: 'r1-core-1', removed: false });
    expect(item?.kept).toContain('changed after the harvest');
    expect(item?.bytes).toBeGreaterThan(0);
    expect(await exists(workspace.path)).toBe(true);
  });

  it('go with all that belongs to them once they are held', async () => {
    value(await clones.harvest(workspace, spec));
    const copy = value(await clones.checkCopy('r1', rig.base, 'sandbox'));
    await copy.release();
    const would = value(await cleanUp(rig.place, { ...ALL, dryRun: true }));
    expect(would.map(({ removed }) => removed)).toEqual([true, true]);
    const items = value(await cleanUp(rig.place, ALL));
    expect(items.map(({ name, removed }) => [name, removed])).toEqual([
      ['r1-core-1', true],
      ['r1.check-1', true],
    ]);
    expect(await exists(rig.root)).toBe(false);
    expect(value(await cleanUp(rig.place, ALL))).toEqual([]);
  });

  it('leave the agent’s records of its session behind, also where no harvest took them', async () => {
    const script =
      'git checkout -q a.txt; mkdir -p ~/.codex/sessions; echo said > ~/.codex/sessions/s.jsonl';
    const command = { argv: ['sh', '-c', script], cwd: workspace.path, env: {} };
    await run(value(await clones.enter(workspace, command, NOTHING_MORE)));
    const copy = join(spec.folder, 'sessions/.codex/sessions/s.jsonl');
    const [item] = value(await cleanUp(rig.place, ALL));
    expect(item).toMatchObject({ name: 'r1-core-1', removed: true });
    expect(await readFile(copy, 'utf8')).toBe('said\n');
  });

  it('are looked into through their boundary for a diff', async () => {
    const attempt = {
      id: spec.attempt,
      run: 'r1',
      task: 'core',
      n: 1,
      base: rig.base,
      workspace: workspace.path,
      commit: null,
      removed: false,
    };
    const text = value(await attemptDiff(rig.place, attempt, { stat: null, colour: false }));
    expect(text.toString()).toContain('+work');
  });
});
