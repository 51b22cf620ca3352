import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { attemptId, harvestRef } from '../../src/domain/ids.ts';
import type { Workspace } from '../../src/domain/attempt/attempt.ts';
import { NOTHING_MORE } from '../../src/ports/workspaces.ts';
import type { WorkspaceSpec, Workspaces } from '../../src/ports/workspaces.ts';

/** What workspaces are to the contract. */
export interface WorkspacesHarness {
  readonly workspaces: Workspaces;
  /** A commit with `a.txt` and `b.txt`. */
  readonly base: string;
  /** Writes a file in a workspace or a check copy as whoever works there; null removes. */
  edit(path: string, file: string, text: string | null): Promise<void>;
  /** Commits everything that lies in the workspace, as the agent would. */
  commit(path: string): Promise<string>;
  files(path: string): Promise<Readonly<Record<string, string>>>;
  exists(path: string): Promise<boolean>;
  commitFiles(commit: string): Promise<Readonly<Record<string, string>>>;
  readRef(ref: string): Promise<string | null>;
  /** Where the workspace's own branch points to, as its agent sees it. */
  readBranch(workspace: Workspace): Promise<string | null>;
  /** Leaves a record of its session, as the agent in a workspace does: below its HOME. */
  record(workspace: Workspace, file: string, text: string): Promise<void>;
  /** The records that lie in an attempt's state folder, by their paths below HOME. */
  recorded(spec: WorkspaceSpec): Promise<Readonly<Record<string, string>>>;
  /** An attempt's state folder. */
  folder(attempt: string): Promise<string>;
  remove(): Promise<void>;
}

/** Every implementation of the port holds to this. */
export const workspacesContract = (name: string, make: () => Promise<WorkspacesHarness>): void => {
  describe(`workspaces contract: ${name}`, { timeout: 60_000 }, () => {
    let at: WorkspacesHarness;
    const value = <T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T => {
      if (!result.ok) throw new Error(JSON.stringify(result.error));
      return result.value;
    };
    const specOf = async (task: string, n = 1): Promise<WorkspaceSpec> => {
      const attempt = attemptId('r1', task, n);
      return {
        attempt,
        run: 'r1',
        task,
        n,
        base: at.base,
        level: 'worktree' as const,
        folder: await at.folder(attempt),
      };
    };
    const prepare = async (task = 'core'): Promise<[Workspace, WorkspaceSpec]> => {
      const spec = await specOf(task);
      return [value(await at.workspaces.prepare(spec)), spec];
    };

    beforeEach(async () => {
      at = await make();
    });
    afterEach(() => at.remove());

    it('prepares a work copy of the base on a branch of its own', async () => {
      const [workspace] = await prepare();
      const { level } = at.workspaces.capabilities;
      expect(workspace).toMatchObject({ attempt: 'r1-core-1', level, base: at.base });
      expect(await at.files(workspace.path)).toEqual(await at.commitFiles(at.base));
      expect(await at.readBranch(workspace)).toBe(at.base);
    });

    it('prepares once: a second call leaves the agent’s work alone', async () => {
      const [workspace, spec] = await prepare();
      await at.edit(workspace.path, 'a.txt', 'work\n');
      expect(value(await at.workspaces.prepare(spec))).toEqual(workspace);
      expect(await at.files(workspace.path)).toMatchObject({ 'a.txt': 'work\n' });
    });

    it('prepares several at once', async () => {
      const made = await Promise.all(['x', 'y', 'z'].map((task) => prepare(task)));
      expect(new Set(made.map(([workspace]) => workspace.path)).size).toBe(3);
    });

    it('harvests nothing from an untouched workspace', async () => {
      const [workspace, spec] = await prepare();
      const harvest = value(await at.workspaces.harvest(workspace, spec));
      expect(harvest).toMatchObject({ commit: null, base: at.base, snapshot: false, findings: [] });
      expect(await at.readRef(harvestRef('r1', 'core', 1))).toBeNull();
    });

    it('harvests commits as they are', async () => {
      const [workspace, spec] = await prepare();
      await at.edit(workspace.path, 'a.txt', 'work\n');
      const commit = await at.commit(workspace.path);
      const harvest = value(await at.workspaces.harvest(workspace, spec));
      expect(harvest).toMatchObject({ commit, snapshot: false });
      expect(await at.readRef(harvestRef('r1', 'core', 1))).toBe(commit);
    });

    it('harvests what was not committed, on top of what was', async () => {
      const [workspace, spec] = await prepare();
      await at.edit(workspace.path, 'a.txt', 'work\n');
      await at.commit(workspace.path);
      await at.edit(workspace.path, 'b.txt', null);
      await at.edit(workspace.path, 'new.txt', 'new\n');
      const harvest = value(await at.workspaces.harvest(workspace, spec));
      expect(harvest.snapshot).toBe(true);
      expect(await at.commitFiles(harvest.commit ?? '')).toEqual({
        'a.txt': 'work\n',
        'new.txt': 'new\n',
      });
      expect(await at.files(workspace.path)).toEqual({ 'a.txt': 'work\n', 'new.txt': 'new\n' });
    });

    it('harvests the same thing twice into the same commit', async () => {
      const [workspace, spec] = await prepare();
      await at.edit(workspace.path, 'a.txt', 'work\n');
      const first = value(await at.workspaces.harvest(workspace, spec));
      const second = value(await at.workspaces.harvest(workspace, spec));
      expect(second.commit).toBe(first.commit);
    });

    it('harvests what changed since the last harvest', async () => {
      const [workspace, spec] = await prepare();
      await at.edit(workspace.path, 'a.txt', 'work\n');
      value(await at.workspaces.harvest(workspace, spec));
      await at.edit(workspace.path, 'a.txt', 'more\n');
      const harvest = value(await at.workspaces.harvest(workspace, spec));
      expect(await at.commitFiles(harvest.commit ?? '')).toMatchObject({ 'a.txt': 'more\n' });
      expect(await at.readRef(harvestRef('r1', 'core', 1))).toBe(harvest.commit);
    });

    it('removes a harvested workspace with its branch, and does so again', async () => {
      const [workspace, spec] = await prepare();
      await at.edit(workspace.path, 'a.txt', 'work\n');
      const { commit } = value(await at.workspaces.harvest(workspace, spec));
      for (let turn = 0; turn < 2; turn += 1) {
        expect(value(await at.workspaces.remove(workspace, spec))).toEqual({ removed: true });
        expect(await at.exists(workspace.path)).toBe(false);
      }
      expect(await at.readRef(`refs/heads/${workspace.branch}`)).toBeNull();
      expect(await at.readRef(harvestRef('r1', 'core', 1))).toBe(commit);
    });

    it('removes an untouched workspace', async () => {
      const [workspace, spec] = await prepare();
      expect(value(await at.workspaces.remove(workspace, spec))).toEqual({ removed: true });
    });

    it.each(['harvested', 'never harvested'])(
      'keeps records of a session whose HOME goes with a workspace, one that was %s',
      async (how) => {
        const [workspace, spec] = await prepare();
        await at.record(workspace, '.agent/sessions/s.jsonl', 'said\n');
        const isKept = at.workspaces.capabilities.boundary;
        if (how === 'harvested') {
          for (let turn = 0; turn < 2; turn += 1)
            value(await at.workspaces.harvest(workspace, spec));
        }
        expect(value(await at.workspaces.remove(workspace, spec))).toEqual({ removed: true });
        expect(await at.recorded(spec)).toEqual(
          isKept ? { '.agent/sessions/s.jsonl': 'said\n' } : {},
        );
      },
    );

    it('keeps a workspace with work that was never harvested', async () => {
      const [workspace, spec] = await prepare();
      await at.edit(workspace.path, 'new.txt', 'work\n');
      expect(value(await at.workspaces.remove(workspace, spec)).removed).toBe(false);
      expect(await at.files(workspace.path)).toMatchObject({ 'new.txt': 'work\n' });
    });

    it('keeps a workspace that changed after the harvest', async () => {
      const [workspace, spec] = await prepare();
      await at.edit(workspace.path, 'a.txt', 'work\n');
      value(await at.workspaces.harvest(workspace, spec));
      await at.edit(workspace.path, 'a.txt', 'late\n');
      expect(value(await at.workspaces.remove(workspace, spec)).removed).toBe(false);
      expect(await at.files(workspace.path)).toMatchObject({ 'a.txt': 'late\n' });
    });

    it('keeps a workspace that was committed to after the harvest', async () => {
      const [workspace, spec] = await prepare();
      await at.edit(workspace.path, 'a.txt', 'work\n');
      value(await at.workspaces.harvest(workspace, spec));
      await at.edit(workspace.path, 'a.txt', 'late\n');
      await at.commit(workspace.path);
      expect(value(await at.workspaces.remove(workspace, spec)).removed).toBe(false);
      expect(await at.exists(workspace.path)).toBe(true);
    });

    it('gives a check copy at a commit, a clean one each time', async () => {
      const [workspace, spec] = await prepare();
      await at.edit(workspace.path, 'new.txt', 'work\n');
      const commit = value(await at.workspaces.harvest(workspace, spec)).commit ?? '';
      const copy = value(await at.workspaces.checkCopy('r1', commit, 'worktree'));
      expect(await at.files(copy.path)).toEqual(await at.commitFiles(commit));
      expect(await copy.setupKey()).toBeNull();
      await copy.markSetup('key-1');
      await copy.release();
      const again = value(await at.workspaces.checkCopy('r1', at.base, 'worktree'));
      expect(again.path).toBe(copy.path);
      expect(await again.setupKey()).toBe('key-1');
      expect(await at.files(again.path)).toEqual(await at.commitFiles(at.base));
    });

    it('never gives one check copy to two', async () => {
      const [one, two] = await Promise.all([
        at.workspaces.checkCopy('r1', at.base, 'worktree'),
        at.workspaces.checkCopy('r1', at.base, 'worktree'),
      ]);
      expect(value(one).path).not.toBe(value(two).path);
    });

    it('lets commands into a workspace and a check copy', async () => {
      const [workspace] = await prepare();
      const copy = value(await at.workspaces.checkCopy('r1', at.base, 'worktree'));
      for (const place of [workspace, copy]) {
        const command = { argv: ['true'], cwd: place.path, env: { A: 'b' } };
        const entered = value(await at.workspaces.enter(place, command, NOTHING_MORE));
        expect(entered.argv.at(-1)).toBe('true');
      }
    });
  });
};
