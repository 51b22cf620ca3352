import { troubledDeps } from '../../src/compose/simulation/troubled-deps.ts';
import type { TroubledDeps } from '../../src/compose/simulation/troubled-deps.ts';
import type { RunId } from '../../src/domain/ids.ts';
import type { EngineDeps } from '../../src/engine/deps.ts';
import type { Repository } from '../../src/ports/repository.ts';
import { namedRevisions } from '../support/named-revisions.ts';
import { livingAgents, robot } from './agents.ts';
import { treeCommands } from './commands.ts';
import type { World } from './world.ts';
import { sha256 } from './world.ts';

/** What goes wrong for one engine. */
export interface Troubles {
  /** The engine dies at this call of a port (from 1); 0: it doesn't. */
  readonly crashAt: number;
  /** How often, of all calls that may fail, one fails. */
  readonly failing: number;
  /** How often a call throws, as if there were a fault in an adapter. */
  readonly throwing: number;
  readonly badReporter: boolean;
}

/** Ports onto the world for one engine that will meet `troubles`. */
export const generation = (world: World, run: RunId, troubles: Troubles): TroubledDeps => {
  let calls = 0;
  return troubledDeps(portsOnto(world, run, troubles), {
    // Asked twice for every call: the engine can die before and after it takes effect.
    dies: () => {
      calls += 1;
      return calls === troubles.crashAt;
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
    pause: () => world.pause(),
    afterEnd: (call) => world.broken.push(`an engine that has ended went on: ${call}`),
  });
};

/** Calls that write objects, refs or files. */
const DISK = new Set(['create ref', 'commit', 'land', 'prepare', 'harvest', 'check copy', 'start']);
const GIT = new Set(['create ref', 'land', 'prepare', 'harvest', 'remove', 'check copy']);

const portsOnto = (world: World, run: RunId, { badReporter }: Troubles): EngineDeps => ({
  clock: world.time.clock,
  store: world.log.store,
  held: { elsewhere: async (id) => world.heldElsewhere(id) },
  verdicts: world.store.verdicts,
  telemetry: world.store.telemetry,
  repository: watchedRepository(world),
  workspaces: world.workspaces.workspaces,
  checkpoints: world.checkpoints.checkpoints,
  supervision: livingAgents(world),
  commands: treeCommands(world),
  files: world.files.files,
  agent: (name) => (name === robot.name ? robot : null),
  sha256,
  timeText: (at) => String(at),
  report: (event) => {
    if (badReporter && event.type.startsWith('attempt.'))
      throw new Error(`the screen of ${run} is gone`);
  },
});

/** The repository, with an eye on every landing. */
const watchedRepository = (world: World): Repository => {
  const { repo } = world;
  const repository = namedRevisions(repo);
  return {
    ...repository,
    land: async (request) => {
      const before = repo.refs.get(request.targetRef);
      const landed = await repository.land(request);
      if (landed.ok && before !== repo.refs.get(request.targetRef)) {
        const { targetRef, tree, landedRef } = request;
        world.landings.push({ ref: targetRef, tree, landedRef });
        if (!world.green.has(tree))
          world.broken.push(`${targetRef} was moved to a tree that was never green`);
      }
      return landed;
    },
  };
};
