import { join } from 'node:path';
import { afterEach } from 'vitest';
import { storeCheckpoints } from '../../../src/adapters/checkpoints/checkpoints.ts';
import type { LookInside } from '../../../src/adapters/checkpoints/take-inside.ts';
import { broughtInRecord } from '../../../src/adapters/workspaces/scene.ts';
import type { Checkpoint, CheckpointTaken, Checkpoints } from '../../../src/ports/checkpoints.ts';
import { writeFiles } from '../../support/git-repo.ts';
import type { Files } from '../../support/git-repo.ts';
import { makeYard, value } from '../workspaces/worktree/yard-rig.ts';
import type { Prepared, YardRig } from '../workspaces/worktree/yard-rig.ts';

/** Checkpoints of the rig's workspaces, as one engine has them. */
export const storeOver = (rig: YardRig, lookInside?: LookInside): Checkpoints =>
  storeCheckpoints({
    ...(lookInside === undefined ? {} : { lookInside }),
    place: rig.place,
    broughtIn: (folder) => broughtInRecord({ folder }).files,
  });

export const storePath = (rig: YardRig): string => join(rig.place.stateDir, 'store.git');

/** git in the private store; the value is stdout without the last line end. */
export const inStore = (rig: YardRig, ...args: readonly string[]): Promise<string> =>
  rig.repo.gitIn(rig.repo.base, `--git-dir=${storePath(rig)}`, ...args);

/** Path → content of a commit in the store; blobs lose one line end to the helper, and get it back. */
export const heldIn = async (
  rig: YardRig,
  commit: string,
): Promise<Readonly<Record<string, string>>> => {
  const names = (await inStore(rig, 'ls-tree', '-r', '-z', '--name-only', commit)).split('\0');
  const found: Record<string, string> = {};
  for (const name of names.filter((each) => each !== '')) {
    const size = Number(await inStore(rig, 'cat-file', '-s', `${commit}:${name}`));
    const text = await inStore(rig, 'cat-file', 'blob', `${commit}:${name}`);
    found[name] = Buffer.byteLength(text) === size ? text : `${text}\n`;
  }
  return found;
};

/** One workspace, and checkpoints of it. */
export interface CheckpointScene {
  readonly rig: YardRig;
  readonly made: Prepared;
  readonly checkpoints: Checkpoints;
  look(by?: Checkpoints): Promise<CheckpointTaken>;
  take(by?: Checkpoints): Promise<Checkpoint>;
  write(files: Files): Promise<void>;
  /** The user's repository loses everything that nothing there refers to. */
  collect(): Promise<void>;
}

/** A repository, one workspace in it. */
export const checkpointScene = async (
  files: Files = { 'a.txt': 'one\n', '.gitignore': '*.log\n' },
): Promise<CheckpointScene> => {
  const rig = await makeYard(files);
  const made = await rig.prepare();
  const checkpoints = storeOver(rig);
  const look = async (by = checkpoints): Promise<CheckpointTaken> =>
    value(await by.take(made.workspace, made.spec));
  return {
    rig,
    made,
    checkpoints,
    look,
    take: async (by) => {
      const taken = await look(by);
      if (taken.kind !== 'taken') throw new Error('nothing was taken');
      return taken.checkpoint;
    },
    write: (more) => writeFiles(made.path, more),
    collect: async () => {
      await rig.repo.git('reflog', 'expire', '--expire=now', '--all');
      await made.git('reflog', 'expire', '--expire=now', '--all').catch(() => '');
      await rig.repo.git('gc', '-q', '--prune=now');
    },
  };
};

/** Scenes of one test file: what a test opens is removed after it. */
export const openScenes = () => {
  const open: YardRig[] = [];
  afterEach(async () => {
    for (const rig of open.splice(0)) await rig.repo.remove();
  });
  const keep = (rig: YardRig): void => void open.push(rig);
  const scene = async (files?: Files): Promise<CheckpointScene> => {
    const made = await checkpointScene(files);
    keep(made.rig);
    return made;
  };
  return { scene, keep };
};
