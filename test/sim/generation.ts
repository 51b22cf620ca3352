import { failure } from '../../src/domain/failure.ts';
import type { Result } from '../../src/domain/result.ts';
import { err } from '../../src/domain/result.ts';
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

/** The ports of one engine; once it has crashed, nothing gets through them any more. */
export interface Generation {
  readonly deps: EngineDeps;
  readonly crashed: () => boolean;
  /** Says that the engine has ended: it must not touch anything from now on. */
  readonly close: () => void;
}

/** Ports onto the world for one engine that will meet `troubles`. */
export const generation = (world: World, run: RunId, troubles: Troubles): Generation => {
  let calls = 0;
  let dead = false;
  let closed = false;
  const never = <T>(): Promise<T> => new Promise<T>(() => undefined);
  /** Every call counts twice: the engine can die before and after it takes effect. */
  const dies = (): boolean => {
    calls += 1;
    if (calls === troubles.crashAt) dead = true;
    return dead;
  };
  const call = async <T>(work: () => Promise<T>): Promise<T> => {
    if (dead) return never();
    if (closed) world.broken.push(`an engine that has ended went on: ${String(work)}`);
    await world.pause();
    if (dies()) return never();
    if (!world.calm && world.random.chance(troubles.throwing))
      throw new Error('a fault in an adapter');
    const value = await work();
    if (dies()) return never();
    await world.pause();
    return dead ? never() : value;
  };
  const fallible = <T, F>(work: () => Promise<Result<T, F>>) =>
    call(async () =>
      !world.calm && world.random.chance(troubles.failing)
        ? err(failure('io', 'it failed this once'))
        : work(),
    );
  const { store, workspaces, files, time } = world;
  const { checkpoints } = world.checkpoints;
  const repository = watchedRepository(world);
  const supervision = livingAgents(world);
  const commands = treeCommands(world);
  const deps: EngineDeps = {
    clock: {
      now: () => time.clock.now(),
      schedule: (ms, wake) => time.clock.schedule(ms, () => (dead ? undefined : wake())),
    },
    store: {
      append: (batch) => {
        if (!world.calm && world.random.chance(troubles.failing / 4))
          store.failNextAppend('store-full');
        return call(() => store.store.append(batch));
      },
      load: (id) => call(() => store.store.load(id)),
      inbox: () => call(() => store.store.inbox()),
      submit: (id, command, at) => call(() => store.store.submit(id, command, at)),
      answer: (id) => call(() => store.store.answer(id)),
      version: () => store.store.version(),
    },
    held: { elsewhere: (id) => call(async () => world.heldElsewhere(id)) },
    verdicts: {
      get: (tree, definition) => call(() => store.verdicts.get(tree, definition)),
      put: (result) => call(() => store.verdicts.put(result)),
    },
    telemetry: {
      get: (attempt) => call(() => store.telemetry.get(attempt)),
      put: (attempt, row) => call(() => store.telemetry.put(attempt, row)),
    },
    repository: {
      resolve: (revisions) => call(() => repository.resolve(revisions)),
      createRef: (ref, commit) => fallible(() => repository.createRef(ref, commit)),
      merge: (ours, theirs) => fallible(() => repository.merge(ours, theirs)),
      commit: (tree, parents, message) => fallible(() => repository.commit(tree, parents, message)),
      land: (request) => fallible(() => repository.land(request)),
      changes: (from, to) => fallible(() => repository.changes(from, to)),
    },
    workspaces: {
      capabilities: workspaces.workspaces.capabilities,
      prepare: (spec) => fallible(() => workspaces.workspaces.prepare(spec)),
      wrap: (place, command) => workspaces.workspaces.wrap(place, command),
      harvest: (place, spec) => fallible(() => workspaces.workspaces.harvest(place, spec)),
      remove: (place, spec) => fallible(() => workspaces.workspaces.remove(place, spec)),
      checkCopy: (id, commit) => fallible(() => workspaces.workspaces.checkCopy(id, commit)),
    },
    checkpoints: {
      take: (place, spec) => fallible(() => checkpoints.take(place, spec)),
      list: (of) => fallible(() => checkpoints.list(of)),
      latest: (of) => fallible(() => checkpoints.latest(of)),
      beside: (folder) => call(() => checkpoints.beside(folder)),
      restore: (checkpoint, folder) => fallible(() => checkpoints.restore(checkpoint, folder)),
      prune: (policy) => fallible(() => checkpoints.prune(policy)),
    },
    supervision: {
      start: (launch) => fallible(() => supervision.start(launch)),
      probe: (attempt, folder) => call(() => supervision.probe(attempt, folder)),
      watch: (attempt, folder, done) =>
        supervision.watch(attempt, folder, (state) => (dead ? undefined : done(state))),
      send: (attempt, folder, text) => call(() => supervision.send(attempt, folder, text)),
      stop: (attempt, folder, why) => call(() => supervision.stop(attempt, folder, why)),
    },
    commands: {
      run: (command) => call(() => commands.run(command)),
      sweep: (tag) => call(() => commands.sweep(tag)),
    },
    files: {
      folder: (attempt, inside) => call(() => files.files.folder(attempt, inside)),
      write: (attempt, name, text) => call(() => files.files.write(attempt, name, text)),
      read: (attempt, name) => call(() => files.files.read(attempt, name)),
      takeIn: (attempt, source, name) => call(() => files.files.takeIn(attempt, source, name)),
      follow: (attempt, decoder) => files.files.follow(attempt, decoder),
      saveReceipt: (receipt) => call(() => files.files.saveReceipt(receipt)),
    },
    agent: (name) => (name === robot.name ? robot : null),
    sha256,
    timeText: (at) => String(at),
    report: (event) => {
      if (troubles.badReporter && event.type.startsWith('attempt.'))
        throw new Error(`the screen of ${run} is gone`);
    },
  };
  return { deps, crashed: () => dead, close: () => void (closed = true) };
};

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
