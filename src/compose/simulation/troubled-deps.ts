import { failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import { err } from '../../domain/result.ts';
import type { EngineDeps } from '../../engine/deps.ts';
import type { MergeFiles } from '../../ports/merge-files.ts';

/** What goes wrong for one engine. Asked before each call of a port, with the call's name. */
export interface Troubles {
  /** The engine dies now. Asked before each call takes effect and after. */
  readonly dies: (call: string, when: 'before' | 'after') => boolean;
  /** The code of the failure that a call comes to this once; null: it does not fail. */
  readonly fails: (call: string) => string | null;
  /** A call throws, as if there were a fault in an adapter. */
  readonly throws: (call: string) => boolean;
  /** Lets other things happen before and after a call. */
  readonly pause: () => Promise<void>;
  /** Told of each call as it is made. */
  readonly begins?: (call: string) => void;
  /** Told of a call by an engine that has ended. */
  readonly afterEnd: (call: string) => void;
}

/** The ports of one engine; once it has died, nothing gets through them any more. */
export interface TroubledDeps {
  readonly deps: EngineDeps;
  readonly died: () => boolean;
  /** The process is killed from outside. */
  readonly kill: () => void;
  /** Says that the engine has ended: it must not touch anything from now on. */
  readonly close: () => void;
}

interface Caller {
  readonly call: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  readonly fallible: <T, F>(
    name: string,
    work: () => Promise<Result<T, F>>,
  ) => Promise<Result<T, F | ReturnType<typeof failure>>>;
  readonly isDead: () => boolean;
}

/** `deps` for an engine that meets `troubles`. */
export const troubledDeps = (deps: EngineDeps, troubles: Troubles): TroubledDeps => {
  let dead = false;
  let closed = false;
  const caller = callerOf(troubles, {
    dead: () => dead,
    die: () => (dead = true),
    closed: () => closed,
  });
  return {
    deps: {
      ...deps,
      ...storePorts(deps, caller),
      ...mergePorts(deps, caller),
      ...treePorts(deps, caller),
      ...processPorts(deps, caller),
    },
    died: () => dead,
    kill: () => void (dead = true),
    close: () => void (closed = true),
  };
};

interface Fuse {
  readonly dead: () => boolean;
  readonly die: () => void;
  readonly closed: () => boolean;
}

const callerOf = (troubles: Troubles, fuse: Fuse): Caller => {
  const never = <T>(): Promise<T> => new Promise<T>(() => undefined);
  const dies = (name: string, when: 'before' | 'after'): boolean => {
    if (troubles.dies(name, when)) fuse.die();
    return fuse.dead();
  };
  const call = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    if (fuse.dead()) return never();
    if (fuse.closed()) troubles.afterEnd(name);
    troubles.begins?.(name);
    await troubles.pause();
    if (dies(name, 'before')) return never();
    if (troubles.throws(name)) throw new Error('a fault in an adapter');
    const value = await work();
    if (dies(name, 'after')) return never();
    await troubles.pause();
    return fuse.dead() ? never() : value;
  };
  const fallible: Caller['fallible'] = (name, work) =>
    call(name, async () => {
      const code = troubles.fails(name);
      return code === null ? work() : err(failure(code, 'it failed this once'));
    });
  return { call, fallible, isDead: fuse.dead };
};

const storePorts = (
  { clock, store, held, verdicts, telemetry }: EngineDeps,
  { call, fallible, isDead }: Caller,
): Pick<EngineDeps, 'clock' | 'store' | 'held' | 'verdicts' | 'telemetry'> => ({
  clock: {
    now: () => clock.now(),
    awake: () => clock.awake(),
    schedule: (ms, wake) => clock.schedule(ms, () => (isDead() ? undefined : wake())),
  },
  store: {
    append: (batch) => fallible('append', () => store.append(batch)),
    load: (id) => call('load', () => store.load(id)),
    inbox: () => call('inbox', () => store.inbox()),
    submit: (id, command, at) => call('submit', () => store.submit(id, command, at)),
    answer: (id) => call('answer', () => store.answer(id)),
    version: () => store.version(),
    superseded: () => store.superseded(),
  },
  held: { elsewhere: (id) => call('elsewhere', () => held.elsewhere(id)) },
  verdicts: {
    get: (tree, definition) => call('verdict', () => verdicts.get(tree, definition)),
    put: (result) => call('put verdict', () => verdicts.put(result)),
  },
  telemetry: {
    get: (attempt) => call('telemetry', () => telemetry.get(attempt)),
    put: (attempt, row) => call('put telemetry', () => telemetry.put(attempt, row)),
  },
});

const mergePorts = (
  { code, landedChanges, matrix, resolving }: EngineDeps,
  { call, fallible }: Caller,
): Pick<EngineDeps, 'code' | 'landedChanges' | 'matrix' | 'resolving'> => ({
  code:
    code === null
      ? null
      : { compare: (request) => fallible('compare code', () => code.compare(request)) },
  landedChanges: {
    landings: (target, most) => fallible('landings', () => landedChanges.landings(target, most)),
    delta: (from, to) => fallible('delta', () => landedChanges.delta(from, to)),
    history: (question) => fallible('history', () => landedChanges.history(question)),
    recomputed: (ours, theirs) =>
      fallible('merge again', () => landedChanges.recomputed(ours, theirs)),
  },
  matrix: {
    compare: (request) => fallible('compare', () => matrix.compare(request)),
    conflict: (question) => fallible('conflict', () => matrix.conflict(question)),
  },
  ...(resolving === undefined
    ? {}
    : { resolving: { ...resolving, files: mergeFiles(resolving.files, { call, fallible }) } }),
});

const mergeFiles = (
  files: MergeFiles,
  { call, fallible }: Pick<Caller, 'call' | 'fallible'>,
): MergeFiles => ({
  sides: (ours, theirs) => fallible('sides', () => files.sides(ours, theirs)),
  marked: (ours, theirs) => fallible('marked', () => files.marked(ours, theirs)),
  read: (tree, paths) => call('read texts', () => files.read(tree, paths)),
  list: (tree) => call('list', () => files.list(tree)),
  write: (tree, changes) => fallible('write tree', () => files.write(tree, changes)),
});

const treePorts = (
  { repository, landingNotes, sharedTarget, workspaces, checkpoints, files }: EngineDeps,
  { call, fallible }: Caller,
): Pick<
  EngineDeps,
  'repository' | 'landingNotes' | 'sharedTarget' | 'workspaces' | 'checkpoints' | 'files'
> => ({
  repository: {
    resolve: (revisions) => call('resolve', () => repository.resolve(revisions)),
    createRef: (ref, commit) => fallible('create ref', () => repository.createRef(ref, commit)),
    merge: (ours, theirs, base) => fallible('merge', () => repository.merge(ours, theirs, base)),
    commit: (tree, parents, message) =>
      fallible('commit', () => repository.commit(tree, parents, message)),
    land: (request) => fallible('land', () => repository.land(request)),
    changes: (from, to) => fallible('changes', () => repository.changes(from, to)),
  },
  landingNotes: {
    write: (commit, text) => fallible('note', () => landingNotes.write(commit, text)),
  },
  sharedTarget:
    sharedTarget === null
      ? null
      : {
          look: () => fallible('look', () => sharedTarget.look()),
          push: (from, to) => fallible('push', () => sharedTarget.push(from, to)),
          offered: () => call('offered', () => sharedTarget.offered()),
          holds: (commit, ancestor) => call('holds', () => sharedTarget.holds(commit, ancestor)),
        },
  workspaces: {
    ...workspaces,
    prepare: (spec) => fallible('prepare', () => workspaces.prepare(spec)),
    harvest: (place, spec) => fallible('harvest', () => workspaces.harvest(place, spec)),
    remove: (place, spec) => fallible('remove', () => workspaces.remove(place, spec)),
    checkCopy: (id, commit, level) =>
      fallible('check copy', () => workspaces.checkCopy(id, commit, level)),
  },
  checkpoints: {
    take: (place, spec) => fallible('checkpoint', () => checkpoints.take(place, spec)),
    list: (of) => fallible('checkpoints', () => checkpoints.list(of)),
    latest: (of) => fallible('last checkpoint', () => checkpoints.latest(of)),
    beside: (folder) => call('beside', () => checkpoints.beside(folder)),
    restore: (one, folder) => fallible('restore', () => checkpoints.restore(one, folder)),
    prune: (policy) => fallible('prune', () => checkpoints.prune(policy)),
  },
  files: {
    ...files,
    folder: (attempt, inside) => call('folder', () => files.folder(attempt, inside)),
    write: (attempt, name, text) => call('write', () => files.write(attempt, name, text)),
    read: (attempt, name) => call('read', () => files.read(attempt, name)),
    takeIn: (attempt, source, name) => call('take in', () => files.takeIn(attempt, source, name)),
    saveReceipt: (receipt) => call('receipt', () => files.saveReceipt(receipt)),
  },
});

const processPorts = (
  { supervision, commands }: EngineDeps,
  { call, fallible, isDead }: Caller,
): Pick<EngineDeps, 'supervision' | 'commands'> => ({
  supervision: {
    start: (launch) => fallible('start', () => supervision.start(launch)),
    probe: (attempt, folder) => call('probe', () => supervision.probe(attempt, folder)),
    watch: (attempt, folder, done) =>
      supervision.watch(attempt, folder, (state) => (isDead() ? undefined : done(state))),
    send: (attempt, folder, text) => call('send', () => supervision.send(attempt, folder, text)),
    stop: (attempt, folder, why) => call('stop', () => supervision.stop(attempt, folder, why)),
  },
  commands: {
    run: (command) => call('run', () => commands.run(command)),
    sweep: (tag) => call('sweep', () => commands.sweep(tag)),
    abandon: () => call('abandon', () => commands.abandon()),
  },
});
