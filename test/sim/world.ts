import { createHash } from 'node:crypto';
import { holds } from '../../src/domain/governor/holds.ts';
import type { HeldElsewhere } from '../../src/domain/governor/holds.ts';
import type { RunId } from '../../src/domain/ids.ts';
import { evolve } from '../../src/domain/run/evolve.ts';
import type { RunEvent } from '../../src/domain/run/events.ts';
import type { RunState } from '../../src/domain/run/state.ts';
import { memoryRepository } from '../../src/adapters/simulated/repository.ts';
import type { MemoryRepository } from '../../src/adapters/simulated/repository.ts';
import { memoryStore } from '../../src/adapters/simulated/store.ts';
import type { MemoryStore } from '../../src/adapters/simulated/store.ts';
import { memorySupervision } from '../../src/adapters/simulated/supervision.ts';
import type { MemorySupervision } from '../../src/adapters/simulated/supervision.ts';
import { memoryWorkspaces } from '../../src/adapters/simulated/workspaces.ts';
import type { MemoryWorkspaces } from '../../src/adapters/simulated/workspaces.ts';
import { manualClock } from '../../src/adapters/simulated/clock.ts';
import type { ManualClock } from '../../src/adapters/simulated/clock.ts';
import { memoryFiles } from '../../src/adapters/simulated/files.ts';
import type { MemoryFiles } from '../../src/adapters/simulated/files.ts';
import type { Random } from '../../src/domain/simulation/random.ts';

/** Everything that outlives an engine: disk, repository, agents, time. */
export interface World {
  readonly random: Random;
  readonly time: ManualClock;
  readonly store: MemoryStore;
  readonly repo: MemoryRepository;
  readonly base: string;
  readonly workspaces: MemoryWorkspaces;
  readonly agents: MemorySupervision;
  readonly files: MemoryFiles;
  /** Trees on which a check has passed. */
  readonly green: Set<string>;
  /** Commands of fanin that run at the moment: how to end each, by its tag. */
  readonly running: Map<() => void, string>;
  /** Every move of a target by fanin. */
  readonly landings: { readonly ref: string; readonly tree: string; readonly landedRef: string }[];
  /** What lay in the workspaces when their agents ended. */
  readonly left: Map<string, ReadonlyMap<string, string>>;
  /** Attempts whose agent is alive, whatever the log says. */
  readonly alive: Set<string>;
  /** Rules that were broken, as they were seen. */
  readonly broken: string[];
  /** People are only of help from this time on. */
  calm: boolean;
  /** Waits a while now and then, so that things happen in another order with every seed. */
  pause(): Promise<void>;
  readonly sleep: (ms: number) => Promise<void>;
  /** The run as its log tells it; null before its start. */
  run(id: RunId): RunState | null;
  runs(): readonly RunId[];
  heldElsewhere(id: RunId): readonly HeldElsewhere[];
}

const START = 1_764_400_000_000;

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A repository with one commit, and nothing else. */
export const newWorld = (random: Random): World => {
  const time = manualClock(START);
  const store = memoryStore();
  const repo = memoryRepository();
  const base = repo.commitFiles(null, { 'shared.txt': 'base\n', 'README.md': 'hello\n' });
  const sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => void time.clock.schedule(ms, resolve));
  const fold = folder(store);
  const runs = (): readonly RunId[] => [...new Set(store.log().map(({ run }) => run))];
  return {
    random,
    time,
    store,
    repo,
    base,
    workspaces: memoryWorkspaces(repo),
    agents: memorySupervision(() => time.clock.now()),
    files: memoryFiles(sha256),
    green: new Set(),
    running: new Map(),
    landings: [],
    left: new Map(),
    alive: new Set(),
    broken: [],
    calm: false,
    sleep,
    pause: async () => {
      if (random.chance(0.15)) await sleep(random.below(40));
    },
    run: fold,
    runs,
    heldElsewhere: (id) =>
      runs()
        .filter((other) => other !== id)
        .flatMap((other) => heldBy(fold(other))),
  };
};

/** Folds each run's log as it grows. */
const folder = (store: MemoryStore) => {
  const states = new Map<RunId, RunState>();
  let folded = 0;
  return (id: RunId): RunState | null => {
    const log = store.log();
    for (const { run, event } of log.slice(folded))
      states.set(run, evolve(states.get(run) ?? null, event));
    folded = log.length;
    return states.get(id) ?? null;
  };
};

const heldBy = (run: RunState | null): readonly HeldElsewhere[] =>
  run === null
    ? []
    : run.plan.tasks
        .filter((task) => holds(run, task))
        .map(({ id, writes, locks }) => ({ id, writes, locks, label: `${run.id}/${id}` }));

/** The events of one run, in order. */
export const eventsOf = (world: World, id: RunId): readonly RunEvent[] =>
  world.store.log().flatMap(({ run, event }) => (run === id ? [event] : []));
