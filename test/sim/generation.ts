import { memoryDisk } from '../../src/adapters/simulated/disk.ts';
import { noProvisions } from '../../src/adapters/simulated/provisions.ts';
import { memorySetups } from '../../src/adapters/simulated/setups.ts';
import { troubledDeps } from '../../src/compose/simulation/troubled-deps.ts';
import type { TroubledDeps } from '../../src/compose/simulation/troubled-deps.ts';
import { failure } from '../../src/domain/failure.ts';
import type { RunId } from '../../src/domain/ids.ts';
import { err } from '../../src/domain/result.ts';
import type { Effect } from '../../src/domain/run/effects.ts';
import type { EngineDeps } from '../../src/engine/deps.ts';
import type { Checkpoints } from '../../src/ports/checkpoints.ts';
import { memoryLandedChanges } from '../../src/adapters/simulated/landed-changes.ts';
import { memoryCodeComparison } from '../../src/adapters/simulated/code-comparison.ts';
import { memoryMergeFiles } from '../../src/adapters/simulated/merge-files.ts';
import { memoryMergeMatrix } from '../../src/adapters/simulated/merge-matrix.ts';
import type { Commands } from '../../src/ports/commands.ts';
import type { LandingRequest, Repository } from '../../src/ports/repository.ts';
import type { Store } from '../../src/ports/store.ts';
import type { Supervision } from '../../src/ports/supervision.ts';
import { namedRevisions } from '../support/named-revisions.ts';
import { livingAgents, robot } from './agents.ts';
import { treeCommands } from './commands.ts';
import { haltedClock, newHalt } from './halt.ts';
import type { Halt } from './halt.ts';
import type { World } from './world.ts';
import { sha256 } from './world.ts';

/** What goes wrong for one engine. */
export interface Troubles {
  /** The engine dies at this call of a port (from 1); 0: it doesn't. */
  readonly crashAt: number;
  /** It dies at this step of its landings (from 1): before or after one of the calls while one is under way; 0: it doesn't. */
  readonly crashLanding: number;
  /** It is halted at this call (from 1); 0: it isn't. */
  readonly haltAt: number;
  /** How often, of all calls that may fail, one fails. */
  readonly failing: number;
  /** How often a call throws, as if there were a fault in an adapter. */
  readonly throwing: number;
  readonly badReporter: boolean;
}

/** One engine's ports, and how its process fares. */
export interface Generation extends TroubledDeps {
  readonly halt: Halt;
  /** True once another engine has taken over. */
  readonly superseded: () => boolean;
  /** How many commands it has running. */
  readonly running: () => number;
}

/** Ports onto the world for one engine that will meet `troubles`; it takes over from those before it. */
export const generation = (world: World, run: RunId, troubles: Troubles): Generation => {
  let calls = 0;
  let steps = 0;
  const halt = newHalt();
  const engine = world.log.engine();
  const store: Store = {
    ...engine,
    append: async (batch) => {
      const superseded = engine.superseded();
      const appended = await engine.append(batch);
      if (superseded && appended.ok)
        world.broken.push('8 fenced: an engine that was superseded wrote to the log');
      return appended;
    },
  };
  const commands = treeCommands(world);
  const ports = portsOnto(world, { run, troubles, halt, store, commands: commands.commands });
  const made = troubledDeps(ports, {
    // Asked twice for every call: the engine can die before and after it takes effect.
    dies: (call, when) => {
      calls += 1;
      const landing = isLanding(world, run);
      if (landing) steps += 1;
      if (calls === troubles.haltAt) halt.halt();
      const dies = calls === troubles.crashAt || (landing && steps === troubles.crashLanding);
      if (dies && landing) world.landingDeaths.push(`${when} ${call}`);
      return dies;
    },
    fails: (call) => {
      const now = world.time.clock.now();
      if (call === 'append' && now < world.weather.diskFull) return 'store-full';
      if (DISK.has(call) && now < world.weather.diskFull) return 'disk-full';
      if (GIT.has(call) && now < world.weather.gitLocked) return 'ref-locked';
      if (call === 'append')
        return world.may('store-full', troubles.failing / 4) ? 'store-full' : null;
      return world.may('call-fails', troubles.failing) ? 'io' : null;
    },
    throws: () => world.may('call-throws', troubles.throwing),
    pause: async () => {
      await world.pause();
      await halt.pass();
    },
    begins: (call) => {
      if (store.superseded() && !HARMLESS.has(call.replace(' ', '-')))
        world.broken.push(`8 fenced: an engine that was superseded went on: ${call}`);
    },
    afterEnd: (call) => world.broken.push(`an engine that has ended went on: ${call}`),
  });
  return { ...made, halt, superseded: () => store.superseded(), running: commands.running };
};

/** Whether what the log intends at the moment belongs to a landing: its test, or the move of the target. */
const isLanding = (world: World, run: RunId): boolean =>
  Object.values(world.run(run)?.pending ?? {}).some(({ kind }) => LANDING.has(kind));

/** What the merge queue intends. */
const LANDING: ReadonlySet<Effect['kind']> = new Set(['test-group', 'cancel-test', 'land-group']);

/** Calls that change nothing, or that the store refuses in its own transaction. */
const HARMLESS = new Set(
  (
    'append load inbox answer elsewhere verdict telemetry resolve merge changes folder read ' +
    'compare conflict abandon checkpoints last-checkpoint beside look offered holds ' +
    'landings delta history merge-again sides marked read-texts list compare-code'
  ).split(' '),
);

/** Calls that write objects, refs or files. */
const DISK = new Set([
  'create ref',
  'commit',
  'write tree',
  'land',
  'note',
  'prepare',
  'harvest',
  'check copy',
  'start',
]);
const GIT = new Set(['create ref', 'land', 'note', 'prepare', 'harvest', 'remove', 'check copy']);

interface Onto {
  readonly run: RunId;
  readonly troubles: Troubles;
  readonly halt: Halt;
  readonly store: Store;
  readonly commands: Commands;
}

const portsOnto = (
  world: World,
  { run, troubles: { badReporter }, halt, store, commands }: Onto,
): EngineDeps => ({
  clock: haltedClock(world.time.clock, halt),
  store,
  held: { elsewhere: async (id) => world.heldElsewhere(id) },
  verdicts: world.store.verdicts,
  telemetry: world.store.telemetry,
  repository: watchedRepository(world, store),
  landingNotes: world.notes.landingNotes,
  code: world.compares ? memoryCodeComparison(world.repo) : null,
  landedChanges: memoryLandedChanges(world.repo),
  matrix: memoryMergeMatrix(world.repo),
  resolving: { files: memoryMergeFiles(world.repo), parser: { broken: async () => null } },
  sharedTarget: world.shared?.sharedTarget ?? null,
  provisions: noProvisions,
  workspaces: world.workspaces.workspaces,
  setups: memorySetups().setups,
  checkpoints: watchedCheckpoints(world),
  disk: memoryDisk().disk,
  supervision: haltedWatch(livingAgents(world), halt),
  commands,
  files: world.files.files,
  agent: (name) => (name === robot.name ? robot : null),
  sha256,
  timeText: (at) => String(at),
  report: (event) => {
    if (badReporter && event.type.startsWith('attempt.'))
      throw new Error(`the screen of ${run} is gone`);
  },
});

const haltedWatch = (supervision: Supervision, halt: Halt): Supervision => ({
  ...supervision,
  watch: (attempt, folder, done) =>
    supervision.watch(attempt, folder, (state) => halt.whenOn(() => done(state))),
});

/** Checkpoints, with an eye on what each was taken of. */
const watchedCheckpoints = (world: World): Checkpoints => {
  const { checkpoints } = world.checkpoints;
  return {
    ...checkpoints,
    take: async (workspace, spec) => {
      const files = new Map(world.workspaces.files(workspace.path));
      const taken = await checkpoints.take(workspace, spec);
      if (taken.ok && (taken.value.kind === 'taken' || taken.value.last !== null))
        world.held.set(spec.attempt, files);
      return taken;
    },
  };
};

/** What a landing brings to the target beside deliveries that are landing: one that was withdrawn, or has landed. */
const strangersIn = (
  world: World,
  { from, to, landed, drops }: LandingRequest,
): readonly string[] => {
  // What others have pushed.
  if (landed.length === 0)
    return world.repo.isAncestor(to, world.shared?.at ?? from)
      ? []
      : [`${to} is no commit that others have pushed`];
  // An undo brings nothing, and takes one landing away.
  if (drops !== undefined)
    return world.repo.parents(to).join() === from && landed.length === 1
      ? []
      : [`${to} undoes ${drops.ref}, and is not one commit on ${from}`];
  const ids = new Set(landed.map(({ ref }) => ref.split('/')[2] ?? ''));
  const landing = [...ids].flatMap((id) =>
    Object.values(world.run(id)?.deliveries ?? {}).filter(({ phase }) => phase === 'landing'),
  );
  const squashed = [...ids].some((id) => world.run(id)?.plan.queue.squash === true);
  const strangers: string[] = [];
  for (let at = to; at !== from;) {
    const [before, merged] = world.repo.parents(at);
    // Squashed, it is known by its ref alone.
    const isOurs =
      merged === undefined
        ? squashed && landed.some(({ commit }) => commit === at)
        : landing.some(({ commit }) => brings(world, before, merged) === commit);
    if (before === undefined || !isOurs)
      strangers.push(`${at} landed with ${merged ?? 'nothing'} in it, which was not on its way`);
    if (before === undefined) break;
    at = before;
  }
  return strangers;
};

/** Whose commit a landing merges: what resolvers made of a delivery is one commit on top of it and of the target. */
const brings = (world: World, before: string | undefined, merged: string): string => {
  const [delivered = merged, onto] = world.repo.parents(merged);
  if (onto === undefined || onto !== before) return merged;
  world.resolved.add(merged);
  return delivered;
};

/** The repository, with an eye on every landing; the fence holds inside of the transaction, as git's does. */
const watchedRepository = (world: World, store: Store): Repository => {
  const { repo } = world;
  const repository = namedRevisions(repo);
  return {
    ...repository,
    land: async (request) => {
      if (store.superseded()) return err(failure('ref-changed', 'the fence was raised'));
      const before = repo.refs.get(request.targetRef);
      const landed = await repository.land(request);
      if (landed.ok && before !== repo.refs.get(request.targetRef)) {
        const { targetRef, tree, landed: refs } = request;
        const isRed = !world.green.has(tree) && !world.byHand.has(request.to);
        world.landings.push({ ref: targetRef, tree, landed: refs, isRed });
        if (isRed) world.broken.push(`${targetRef} was moved to a tree that was never green`);
        world.broken.push(...strangersIn(world, request));
      }
      return landed;
    },
  };
};
