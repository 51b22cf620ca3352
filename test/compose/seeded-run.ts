import { mkdir } from 'node:fs/promises';
import { discoverRepository } from '../../src/adapters/git/discover.ts';
import type { RepositoryPlace } from '../../src/adapters/git/discover.ts';
import { openStore } from '../../src/adapters/store/sqlite-store.ts';
import { worktreeWorkspaces } from '../../src/adapters/workspaces/worktree/worktree.ts';
import type { Workspace } from '../../src/domain/attempt/attempt.ts';
import type { Failure } from '../../src/domain/failure.ts';
import { landedRef, targetRef } from '../../src/domain/ids.ts';
import type { Plan } from '../../src/domain/plan/plan.ts';
import type { Result } from '../../src/domain/result.ts';
import { project } from '../../src/domain/run/project.ts';
import type { WorkspaceSpec } from '../../src/ports/workspaces.ts';
import { makeRepo, writeFiles } from '../support/git-repo.ts';
import type { Files, TempRepo } from '../support/git-repo.ts';
import { checked, exited, newRun, RUN, settle, tested, started } from '../support/run-driver.ts';
import type { RunDriver } from '../support/run-driver.ts';

/**
 * A run in a real repository, with real workspaces, harvests and landings, but without agents and without
 * an engine: the test says what happened, and the log and the projections are written as an engine would.
 */
export interface SeededRun {
  readonly repo: TempRepo;
  readonly place: RepositoryPlace;
  readonly driver: RunDriver;
  /** Makes the workspace of the task's queued attempt; the value is its path. */
  prepare(task: string): Promise<string>;
  /** Its agent runs. */
  start(task: string): void;
  /** Its agent writes these files and ends well; they are harvested and checked. */
  finish(task: string, files: Files): Promise<void>;
  /** Its approved delivery lands. The workspace stays, as when something was at work in it. */
  land(task: string): Promise<void>;
  /** Writes what has happened since the last time to the store. */
  save(): Promise<void>;
  remove(): Promise<void>;
}

/** Starts a run of `plan`; all its tasks that may start are queued. */
export async function seedRun(plan: Plan, files?: Files): Promise<SeededRun> {
  const repo = await makeRepo(files === undefined ? {} : { files });
  const place = value(discoverRepository(repo.path));
  const base = await repo.git('rev-parse', 'HEAD');
  const driver = newRun();
  driver.send({ type: 'start', run: RUN, plan, base, targetRef: targetRef(RUN) });
  await repo.git('update-ref', targetRef(RUN), base);
  settle(driver, 'create-target', RUN, { kind: 'create-target', failure: null });
  const workspaces = worktreeWorkspaces({ place });
  const made = new Map<string, Workspace>();
  let saved = 0;

  const specOf = (task: string): WorkspaceSpec => {
    const { id, run, n, base: from } = driver.attempt(task);
    return {
      attempt: id,
      run,
      task,
      n,
      base: from,
      level: 'worktree' as const,
      folder: `${place.stateDir}/attempts/${id}`,
    };
  };
  const workspaceOf = (task: string): Workspace => {
    const found = made.get(task);
    if (found === undefined) throw new Error(`${task} has no workspace`);
    return found;
  };
  return {
    repo,
    place,
    driver,
    prepare: async (task) => {
      const spec = specOf(task);
      await mkdir(spec.folder, { recursive: true });
      const workspace = value(await workspaces.prepare(spec));
      made.set(task, workspace);
      settle(driver, 'prepare', task, { kind: 'prepare', workspace });
      return workspace.path;
    },
    start: (task) => void started(driver, task),
    finish: async (task, written) => {
      const workspace = workspaceOf(task);
      await writeFiles(workspace.path, written);
      exited(driver, task);
      const harvest = value(await workspaces.harvest(workspace, specOf(task)));
      settle(driver, 'harvest', task, {
        kind: 'harvest',
        harvest,
        trouble: null,
        messages: [],
        spent: null,
      });
      checked(driver, task);
    },
    land: async (task) => {
      const { commit, tree } = driver.delivery(task);
      const from = driver.state.target;
      await repo.git('update-ref', targetRef(RUN), commit, from);
      await repo.git('update-ref', landedRef(RUN, task), commit);
      const delivery = driver.delivery(task).id;
      tested(driver, task);
      settle(driver, 'land-group', task, {
        kind: 'land-group',
        landed: [{ delivery, landing: { from, to: commit, tree } }],
      });
      settle(driver, 'note-landing', task, { kind: 'note-landing', failure: null });
      settle(driver, 'remove-workspace', task, {
        kind: 'remove-workspace',
        kept: 'a shell was in it',
      });
    },
    save: async () => {
      const store = value(openStore(place.stateDir));
      const views = project(driver.state, driver.now, []);
      const events = driver.log.slice(saved);
      value(
        await store.store.append({
          run: RUN,
          at: driver.now,
          after: saved,
          events,
          views,
          answers: [],
        }),
      );
      saved = driver.log.length;
      store.close();
    },
    remove: () => repo.remove(),
  };
}

/** The value of what cannot fail in a test. */
export function value<T>(result: Result<T, Failure | readonly Failure[]>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
