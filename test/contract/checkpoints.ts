import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Workspace } from '../../src/domain/attempt/attempt.ts';
import { USUAL_PRUNING } from '../../src/domain/checkpoint/pruning.ts';
import { attemptId } from '../../src/domain/ids.ts';
import type { Result } from '../../src/domain/result.ts';
import type { Failure } from '../../src/domain/failure.ts';
import type { Checkpoint, CheckpointTaken, Checkpoints } from '../../src/ports/checkpoints.ts';
import type { WorkspaceSpec, Workspaces } from '../../src/ports/workspaces.ts';

/** What checkpoints are to the contract. */
export interface CheckpointsHarness {
  readonly workspaces: Workspaces;
  readonly checkpoints: Checkpoints;
  /** A commit with `a.txt` and `b.txt`. */
  readonly base: string;
  edit(path: string, file: string, text: string | null): Promise<void>;
  /** Commits everything, as the agent would. */
  commit(path: string): Promise<string>;
  files(path: string): Promise<Readonly<Record<string, string>>>;
  /** The files of a checkpoint. */
  held(checkpoint: Checkpoint): Promise<Readonly<Record<string, string>>>;
  /** A path that is free for a folder. */
  newFolder(): string;
  folder(attempt: string): Promise<string>;
  remove(): Promise<void>;
}

const value = <T>(result: Result<T, Failure>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};

const takenOf = (taken: CheckpointTaken): Checkpoint => {
  if (taken.kind !== 'taken') throw new Error('nothing was taken');
  return taken.checkpoint;
};

/** Every implementation of the port holds to this. */
export const checkpointsContract = (
  name: string,
  make: () => Promise<CheckpointsHarness>,
): void => {
  describe(`checkpoints contract: ${name}`, { timeout: 60_000 }, () => {
    let at: CheckpointsHarness;
    const prepare = async (task = 'core', n = 1): Promise<[Workspace, WorkspaceSpec]> => {
      const attempt = attemptId('r1', task, n);
      const folder = await at.folder(attempt);
      const spec = {
        attempt,
        run: 'r1',
        task,
        n,
        base: at.base,
        level: 'worktree' as const,
        folder,
      };
      return [value(await at.workspaces.prepare(spec)), spec];
    };
    const take = async ([workspace, spec]: [Workspace, WorkspaceSpec]): Promise<CheckpointTaken> =>
      value(await at.checkpoints.take(workspace, spec));
    const edited = async (
      made: [Workspace, WorkspaceSpec],
      file: string,
      text: string | null,
    ): Promise<Checkpoint> => {
      await at.edit(made[0].path, file, text);
      return takenOf(await take(made));
    };

    beforeEach(async () => {
      at = await make();
    });
    afterEach(() => at.remove());

    it('has nothing to hold in an untouched workspace', async () => {
      const made = await prepare();
      expect(await take(made)).toEqual({ kind: 'unchanged', last: null, left: [] });
      expect(value(await at.checkpoints.list({}))).toEqual([]);
      expect(value(await at.checkpoints.latest(made[1]))).toBeNull();
    });

    it('holds what was changed, removed and made, and leaves it there', async () => {
      const made = await prepare();
      await at.edit(made[0].path, 'a.txt', 'work\n');
      await at.edit(made[0].path, 'b.txt', null);
      await at.edit(made[0].path, 'deep/new.txt', 'new\n');
      const taken = await take(made);
      expect(taken).toMatchObject({
        kind: 'taken',
        changed: 3,
        left: [],
        checkpoint: { attempt: 'r1-core-1', run: 'r1', task: 'core', n: 1, seq: 1, head: at.base },
      });
      const now = { 'a.txt': 'work\n', 'deep/new.txt': 'new\n' };
      expect(await at.held(takenOf(taken))).toEqual(now);
      expect(await at.files(made[0].path)).toEqual(now);
    });

    it('makes no second one of the same tree', async () => {
      const made = await prepare();
      const first = await edited(made, 'a.txt', 'work\n');
      expect(await take(made)).toEqual({ kind: 'unchanged', last: first, left: [] });
      expect(value(await at.checkpoints.list({}))).toEqual([first]);
    });

    it('counts on, and tells how much is new', async () => {
      const made = await prepare();
      await edited(made, 'a.txt', 'work\n');
      await at.edit(made[0].path, 'b.txt', 'more\n');
      const second = await take(made);
      expect(second).toMatchObject({ changed: 1, checkpoint: { seq: 2 } });
      expect(value(await at.checkpoints.latest(made[1]))).toEqual(takenOf(second));
      expect(value(await at.checkpoints.list(made[1])).map(({ seq }) => seq)).toEqual([1, 2]);
    });

    it('builds upon what the agent has committed', async () => {
      const made = await prepare();
      await at.edit(made[0].path, 'a.txt', 'work\n');
      const head = await at.commit(made[0].path);
      const checkpoint = takenOf(await take(made));
      expect(checkpoint.head).toBe(head);
      expect(await at.held(checkpoint)).toEqual({ 'a.txt': 'work\n', 'b.txt': 'two\n' });
    });

    it('lists by attempt', async () => {
      const one = await prepare('one');
      const two = await prepare('two');
      await edited(two, 'a.txt', 'two\n');
      await edited(one, 'a.txt', 'one!\n');
      const all = value(await at.checkpoints.list({ run: 'r1' }));
      expect(all.map(({ attempt }) => attempt)).toEqual(['r1-one-1', 'r1-two-1']);
      expect(value(await at.checkpoints.list({ run: 'r1', task: 'two' }))).toHaveLength(1);
      expect(value(await at.checkpoints.list({ run: 'r2' }))).toEqual([]);
    });

    it('restores into an empty folder, and into no other', async () => {
      const made = await prepare();
      const checkpoint = await edited(made, 'deep/new.txt', 'new\n');
      const folder = at.newFolder();
      value(await at.checkpoints.restore(checkpoint, folder));
      expect(await at.files(folder)).toEqual(await at.files(made[0].path));
      const again = await at.checkpoints.restore(checkpoint, folder);
      expect(again).toMatchObject({ ok: false, error: { code: 'folder-not-empty' } });
    });

    it('says so when the workspace is gone', async () => {
      const [workspace, spec] = await prepare();
      value(await at.workspaces.remove(workspace, spec));
      const taken = await at.checkpoints.take(workspace, spec);
      expect(taken).toMatchObject({ ok: false, error: { code: 'workspace-missing' } });
    });

    it('prunes by number, and never the last', async () => {
      const made = await prepare();
      for (const text of ['1', '2', '3']) await edited(made, 'a.txt', `${text}\n`);
      const policy = { ...USUAL_PRUNING, now: Date.now(), runs: null, landed: [] };
      const gone = value(await at.checkpoints.prune({ ...policy, most: 2 }));
      expect(gone.map(({ seq }) => seq)).toEqual([1]);
      value(await at.checkpoints.prune({ ...policy, most: 0, maxAgeMs: -1 }));
      const left = value(await at.checkpoints.list({}));
      expect(left.map(({ seq }) => seq)).toEqual([3]);
      for (const each of left) expect(await at.held(each)).toMatchObject({ 'a.txt': '3\n' });
    });

    it('prunes all of an attempt that has landed, but not at once', async () => {
      const made = await prepare();
      for (const text of ['1', '2']) await edited(made, 'a.txt', `${text}\n`);
      const policy = { ...USUAL_PRUNING, now: Date.now(), runs: null, landed: ['r1-core-1'] };
      value(await at.checkpoints.prune(policy));
      expect(value(await at.checkpoints.list({})).map(({ seq }) => seq)).toEqual([2]);
      value(await at.checkpoints.prune({ ...policy, lastAfterLandingMs: -1 }));
      expect(value(await at.checkpoints.list({}))).toEqual([]);
      expect(await edited(made, 'a.txt', '3\n')).toMatchObject({ seq: 1 });
    });
  });
};
