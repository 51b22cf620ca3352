import { SUPERSEDED } from '../domain/superseded.ts';
import type { EngineDeps } from './deps.ts';

/** Thrown where an engine that another one has taken over from would touch anything. */
class Superseded extends Error {
  constructor() {
    super(SUPERSEDED.message);
    this.name = 'Superseded';
  }
}

/**
 * The ports of an engine that asks before each call whether it still is the one: whoever was halted
 * and goes on finds its next step refused, wherever it was. What only reads is left as it is; the store
 * refuses by itself, in its own transaction.
 */
export const fencedDeps = (deps: EngineDeps): EngineDeps => {
  const fenced = fenceOver(deps);
  const { verdicts, telemetry, repository, landingNotes, workspaces, checkpoints } = deps;
  const { supervision, commands, files, setups, sharedTarget, resolving } = deps;
  return {
    ...deps,
    verdicts: { ...verdicts, put: fenced((result) => verdicts.put(result)) },
    telemetry: { ...telemetry, put: fenced((attempt, row) => telemetry.put(attempt, row)) },
    repository: {
      ...repository,
      createRef: fenced((ref, commit) => repository.createRef(ref, commit)),
      commit: fenced((tree, parents, message) => repository.commit(tree, parents, message)),
      land: fenced((request) => repository.land(request)),
    },
    sharedTarget:
      sharedTarget === null
        ? null
        : { ...sharedTarget, push: fenced((from, to) => sharedTarget.push(from, to)) },
    ...(resolving === undefined ? {} : { resolving: fencedResolving(resolving, fenced) }),
    landingNotes: { write: fenced((commit, text) => landingNotes.write(commit, text)) },
    workspaces: {
      ...workspaces,
      prepare: fenced((spec) => workspaces.prepare(spec)),
      harvest: fenced((workspace, spec) => workspaces.harvest(workspace, spec)),
      remove: fenced((workspace, spec) => workspaces.remove(workspace, spec)),
      checkCopy: fenced((run, commit, level) => workspaces.checkCopy(run, commit, level)),
    },
    setups: {
      ...setups,
      of: fenced((workspace) => setups.of(workspace)),
      bring: fenced((workspace) => setups.bring(workspace)),
      release: fenced((workspace) => setups.release(workspace)),
    },
    checkpoints: {
      ...checkpoints,
      take: fenced((workspace, spec) => checkpoints.take(workspace, spec)),
      prune: fenced((policy) => checkpoints.prune(policy)),
    },
    supervision: {
      ...supervision,
      start: fenced((launch) => supervision.start(launch)),
      probe: fenced((attempt, folder) => supervision.probe(attempt, folder)),
      send: fenced((attempt, folder, text) => supervision.send(attempt, folder, text)),
      stop: fenced((attempt, folder, why) => supervision.stop(attempt, folder, why)),
    },
    commands: {
      ...commands,
      run: fenced((command) => commands.run(command)),
      sweep: fenced((tag) => commands.sweep(tag)),
    },
    files: {
      ...files,
      write: fenced((attempt, name, text) => files.write(attempt, name, text)),
      takeIn: fenced((attempt, source, name) => files.takeIn(attempt, source, name)),
      saveReceipt: fenced((receipt) => files.saveReceipt(receipt)),
    },
  };
};

type Fence = ReturnType<typeof fenceOver>;

const fencedResolving = (
  { files, parser }: NonNullable<EngineDeps['resolving']>,
  fenced: Fence,
): NonNullable<EngineDeps['resolving']> => ({
  parser,
  files: { ...files, write: fenced((tree, changes) => files.write(tree, changes)) },
});

const fenceOver =
  ({ store }: EngineDeps) =>
  <A extends readonly unknown[], T>(call: (...given: A) => Promise<T>) =>
  async (...given: A): Promise<T> => {
    if (store.superseded()) throw new Superseded();
    return call(...given);
  };
