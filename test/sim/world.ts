import type { LandedRef } from '../../src/ports/repository.ts';
import { createHash } from 'node:crypto';
import { holds } from '../../src/domain/governor/holds.ts';
import type { HeldElsewhere } from '../../src/domain/governor/holds.ts';
import type { RunId } from '../../src/domain/ids.ts';
import type { RunState } from '../../src/domain/run/state.ts';
import { memoryCheckpoints } from '../../src/adapters/simulated/checkpoints.ts';
import type { MemoryCheckpoints } from '../../src/adapters/simulated/checkpoints.ts';
import { memoryNotes } from '../../src/adapters/simulated/landing-notes.ts';
import type { MemoryNotes } from '../../src/adapters/simulated/landing-notes.ts';
import { memorySharedTarget } from '../../src/adapters/simulated/shared-target.ts';
import type { MemorySharedTarget } from '../../src/adapters/simulated/shared-target.ts';
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
import { watchLog } from '../../src/compose/simulation/log-watch.ts';
import type { LogWatch } from '../../src/compose/simulation/log-watch.ts';
import { watchPromises } from './promises.ts';
import type { Random } from '../../src/domain/simulation/random.ts';

/** Everything that outlives an engine: disk, repository, agents, time. */
export interface World {
  readonly random: Random;
  /** What does not happen in this play, so that a failing one can be shrunk. */
  readonly without: ReadonlySet<Fault>;
  /** Whether a fault happens now, by chance; never once people only help. */
  may(fault: Fault, p: number): boolean;
  readonly time: ManualClock;
  readonly store: MemoryStore;
  readonly repo: MemoryRepository;
  readonly notes: MemoryNotes;
  /** The branch that others push to, too; null: nobody does in this play. */
  readonly shared: MemorySharedTarget | null;
  readonly base: string;
  readonly workspaces: MemoryWorkspaces;
  readonly checkpoints: MemoryCheckpoints;
  readonly agents: MemorySupervision;
  readonly files: MemoryFiles;
  /** Trees on which a check has passed. */
  readonly green: Set<string>;
  /** Engines that were halted, whether or not they go on. */
  readonly halted: { kill(): void }[];
  /** Commands of fanin that run at the moment: how to end each, by its tag. */
  readonly running: Map<() => void, string>;
  /** Every move of a target by fanin. */
  readonly landings: Move[];
  /** Commits by resolvers that have landed. */
  readonly resolved: Set<string>;
  /** Before or after which call engines died in the middle of a landing. */
  readonly landingDeaths: string[];
  /** What lay in the workspaces when their agents ended. */
  readonly left: Map<string, ReadonlyMap<string, string>>;
  /** What the newest checkpoint of an attempt was taken of. */
  readonly held: Map<string, ReadonlyMap<string, string>>;
  /** Attempts whose agent is alive, whatever the log says. */
  readonly alive: Set<string>;
  /** Whether agents add to lists that all have, number migrations and touch what is generated. */
  readonly shares: boolean;
  /** Whether somebody looks for what is written twice; then all write the same helper, too. */
  readonly compares: boolean;
  /** How likely an agent writes what others do, beside what is its own. */
  readonly meddling: number;
  /** Until when git's locks are held, and the disk is full; epoch ms. */
  readonly weather: { gitLocked: number; diskFull: number };
  /** Where somebody moved the target by hand. */
  readonly byHand: Set<string>;
  /** The clock jumps by `ms`: the host has slept. How far it has jumped in all, or since a time. */
  jump(ms: number): void;
  jumped(since?: number): number;
  /** How much of what it has jumped may count as wall time: what is too short for a sleep, and what agents may have been at work in. */
  lenient(): number;
  /** The store as engines have it. */
  readonly log: LogWatch;
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

/** A move of a target by fanin; `isRed`: to a tree on which no check has passed. */
export interface Move {
  readonly ref: string;
  readonly tree: string;
  readonly landed: readonly LandedRef[];
  readonly isRed: boolean;
}

/** Everything that can go wrong in a play. */
export const FAULTS = [
  'engine-killed',
  'engine-halted',
  'host-crash',
  'call-fails',
  'call-throws',
  'store-full',
  'git-locked',
  'disk-full',
  'clock-jump',
  'person-away',
  'screen-gone',
  'signals',
  'target-moved',
  'target-put-back',
  'slow-landings',
  'flaky-checks',
  'approvals-at-once',
  'others-push',
  'whims',
  'agents',
  'set-up-fails',
  'shared-lists',
  'remake-fails',
  'helpers',
  'other-order',
] as const;

export type Fault = (typeof FAULTS)[number];

const START = 1_764_400_000_000;

/** A jump that is longer than this is a sleep of the host. */
const SLEEP_MS = 2 * 60_000;

/** Agents may have been at work until their deadline while no engine lived. */
export const LONGEST_DEADLINE_MS = 9_000;

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A repository with one commit, and nothing else. */
export const newWorld = (random: Random, without: ReadonlySet<Fault> = new Set()): World => {
  const time = manualClock(START);
  const store = memoryStore();
  const repo = memoryRepository();
  const base = repo.commitFiles(null, {
    'shared.txt': 'base\n',
    'README.md': 'hello\n',
    'CHANGELOG.md': '# Changes\n',
  });
  const workspaces = memoryWorkspaces(repo);
  const sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => void time.clock.schedule(ms, resolve));
  const promises = watchPromises();
  const log = watchLog(
    store,
    (event) => world.broken.push(...promises.seen(world, event)),
    (run) => world.broken.push(...promises.written(world, run)),
  );
  const runs = (): readonly RunId[] => [...new Set(store.log().map(({ run }) => run))];
  let lenient = 0;
  const jumps: { readonly at: number; readonly ms: number }[] = [];
  const world: World = {
    random,
    without,
    // Drawn in any case, so that leaving one fault out changes as little as possible.
    may: (fault, p) => random.chance(p) && !world.calm && !without.has(fault),
    time,
    store,
    log,
    repo,
    notes: memoryNotes(),
    shared:
      random.chance(0.3) && !without.has('others-push') ? memorySharedTarget(repo, base) : null,
    base,
    workspaces,
    checkpoints: memoryCheckpoints(repo, workspaces, () => time.clock.now()),
    agents: memorySupervision(() => time.clock.now()),
    files: memoryFiles(sha256),
    green: new Set(),
    halted: [],
    running: new Map(),
    landings: [],
    resolved: new Set(),
    landingDeaths: [],
    left: new Map(),
    held: new Map(),
    alive: new Set(),
    weather: { gitLocked: 0, diskFull: 0 },
    shares: random.chance(0.4) && !without.has('shared-lists'),
    compares: random.chance(0.3) && !without.has('helpers'),
    meddling: random.chance(0.25) ? 0.8 : 0,
    byHand: new Set(),
    jump: (ms) => {
      jumps.push({ at: time.clock.now(), ms });
      lenient += ms < SLEEP_MS ? ms : world.alive.size > 0 ? LONGEST_DEADLINE_MS : 0;
      time.jump(ms);
    },
    lenient: () => lenient,
    jumped: (since = 0) => jumps.reduce((sum, { at, ms }) => (at >= since ? sum + ms : sum), 0),
    broken: [],
    calm: false,
    sleep,
    pause: async () => {
      if (random.chance(0.15) && !without.has('other-order')) await sleep(random.below(40));
    },
    run: (id) => log.run(id),
    runs,
    heldElsewhere: (id) =>
      runs()
        .filter((other) => other !== id)
        .flatMap((other) => heldBy(log.run(other))),
  };
  return world;
};

const heldBy = (run: RunState | null): readonly HeldElsewhere[] =>
  run === null
    ? []
    : run.plan.tasks
        .filter((task) => holds(run, task))
        .map(({ id, writes, locks }) => ({ id, writes, locks, label: `${run.id}/${id}` }));
