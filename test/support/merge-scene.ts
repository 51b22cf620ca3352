import { attemptFiles } from '../../src/adapters/files/attempt-files.ts';
import { discoverRepository } from '../../src/adapters/git/discover.ts';
import { gitMergeFiles } from '../../src/adapters/git/merge-files.ts';
import { gitRepository } from '../../src/adapters/git/repository.ts';
import { createCommands } from '../../src/adapters/process/commands.ts';
import { textParser } from '../../src/adapters/resolve/text-parser.ts';
import { noProvisions } from '../../src/adapters/simulated/provisions.ts';
import { syntaxFault } from '../../src/adapters/source/syntax-fault.ts';
import { worktreeWorkspaces } from '../../src/adapters/workspaces/worktree/worktree.ts';
import type { Delivery } from '../../src/domain/delivery/delivery.ts';
import type { Plan } from '../../src/domain/plan/plan.ts';
import { RESOLVERS } from '../../src/domain/resolve/rules.ts';
import type { ResolveRules } from '../../src/domain/resolve/rules.ts';
import type { RunState } from '../../src/domain/run/state.ts';
import type { EngineDeps } from '../../src/engine/deps.ts';
import type { EffectContext } from '../../src/engine/effects/context.ts';
import { mergeGroup } from '../../src/engine/effects/merge-group.ts';
import type { MergedGroup } from '../../src/engine/effects/merge-group.ts';
import { makeRepo } from './git-repo.ts';
import type { Files, TempRepo } from './git-repo.ts';
import { planOf, taskOf } from './plans.ts';

/** A real repository in which deliveries are merged as the merge queue merges them. */
export interface MergeScene {
  readonly repo: TempRepo;
  /** The first commit. */
  readonly base: string;
  /** The effects' context; its deliveries are those that were made so far. */
  readonly context: EffectContext;
  /** A delivery with these changes on top of a commit, by default the first. */
  readonly deliver: (task: string, files: Files, on?: string) => Promise<Delivery>;
  /** Merges them onto the first commit, in order. */
  readonly merge: (...deliveries: readonly Delivery[]) => Promise<MergedGroup>;
  /** The same onto another commit. */
  readonly mergeOn: (onto: string, ...deliveries: readonly Delivery[]) => Promise<MergedGroup>;
  /** A file of a commit. */
  readonly show: (commit: string, path: string) => Promise<string>;
  readonly remove: () => Promise<void>;
}

/** How it is made. `env`: what every task's commands are run with. */
export interface MergeSceneOptions {
  readonly files: Files;
  readonly rules?: Partial<ResolveRules>;
  readonly plan?: Partial<Plan>;
  readonly env?: Readonly<Record<string, string>>;
}

const TASKS = ['a', 'b', 'c'] as const;

/** Makes one. */
export const mergeScene = async (options: MergeSceneOptions): Promise<MergeScene> => {
  const repo = await makeRepo({ files: options.files });
  const base = await repo.git('rev-parse', 'HEAD');
  const found = discoverRepository(repo.path);
  if (!found.ok) throw new Error(found.error.message);
  const place = found.value;
  const workspaces = worktreeWorkspaces({ place });
  const resolve = { resolvers: RESOLVERS, generated: [], ...options.rules };
  const tasks = TASKS.map((id) => taskOf(id, { env: options.env ?? {} }));
  const state = {
    id: 'r1',
    plan: planOf(tasks, { resolve, ...options.plan }),
    attempts: Object.fromEntries(TASKS.map((task) => [`r1-${task}-1`, { n: 1, task }])),
    deliveries: {} as Record<string, Delivery>,
  };
  const deps = {
    repository: gitRepository(place),
    resolving: { files: gitMergeFiles(place), parser: textParser(syntaxFault) },
    workspaces,
    commands: createCommands({ env: process.env, killAfterMs: 1000 }),
    files: attemptFiles(place.stateDir),
    provisions: noProvisions,
  };
  const context: EffectContext = {
    deps: deps as Partial<EngineDeps> as EngineDeps,
    run: () => state as Partial<RunState> as RunState,
    leftAlone: async () => undefined,
    abandoned: () => false,
  };
  const mergeOn = async (
    onto: string,
    ...deliveries: readonly Delivery[]
  ): Promise<MergedGroup> => {
    const merged = await mergeGroup({ ...context, tag: 'land:r1/t1' }, onto, deliveries);
    if (!merged.ok) throw new Error(merged.error.message);
    return merged.value;
  };
  return {
    repo,
    base,
    context,
    deliver: async (task, files, on = base) => {
      await repo.git('checkout', '-q', '--detach', on);
      const commit = await repo.commit(files, task);
      const tree = await repo.git('rev-parse', `${commit}^{tree}`);
      const id = `r1-${task}-1`;
      const delivery = { id, attempt: id, task, commit, tree, base: on, phase: 'queued' };
      state.deliveries[id] = delivery as Delivery;
      return delivery as Delivery;
    },
    merge: (...deliveries) => mergeOn(base, ...deliveries),
    mergeOn,
    show: (commit, path) => repo.git('show', `${commit}:${path}`),
    remove: async () => {
      await workspaces.removeCheckCopies();
      await repo.remove();
    },
  };
};
