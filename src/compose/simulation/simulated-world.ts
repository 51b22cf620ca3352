import { createHash } from 'node:crypto';
import { manualClock } from '../../adapters/simulated/clock.ts';
import type { ManualClock } from '../../adapters/simulated/clock.ts';
import { memoryCheckpoints } from '../../adapters/simulated/checkpoints.ts';
import { memoryDisk } from '../../adapters/simulated/disk.ts';
import { memoryFiles } from '../../adapters/simulated/files.ts';
import { HALF, modelledAgents, RED } from '../../adapters/simulated/modelled-agents.ts';
import type { ModelledAgents } from '../../adapters/simulated/modelled-agents.ts';
import { modelledChecks } from '../../adapters/simulated/modelled-checks.ts';
import { memoryNotes } from '../../adapters/simulated/landing-notes.ts';
import { memoryLandedChanges } from '../../adapters/simulated/landed-changes.ts';
import { memoryMergeMatrix } from '../../adapters/simulated/merge-matrix.ts';
import { memoryRepository } from '../../adapters/simulated/repository.ts';
import { awakeClock, gridClock } from '../../adapters/simulated/slow-clocks.ts';
import { memoryStore } from '../../adapters/simulated/store.ts';
import { memorySupervision } from '../../adapters/simulated/supervision.ts';
import { noProvisions } from '../../adapters/simulated/provisions.ts';
import { memorySetups } from '../../adapters/simulated/setups.ts';
import { memoryWorkspaces } from '../../adapters/simulated/workspaces.ts';
import type { MemoryWorkspaces } from '../../adapters/simulated/workspaces.ts';
import type { AttemptId } from '../../domain/ids.ts';
import { attemptState } from '../../domain/run/state.ts';
import type { RunState } from '../../domain/run/state.ts';
import type { Unit } from '../../domain/simulation/draw.ts';
import { fateOf } from '../../domain/simulation/draw.ts';
import { streamOf } from '../../domain/simulation/random.ts';
import type { Scenario } from '../../domain/simulation/scenario.ts';
import type { EngineDeps } from '../../engine/deps.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../../ports/store.ts';
import { watchLog } from './log-watch.ts';
import type { SeenEvent } from './log-watch.ts';

/** The run that is simulated. */
export const RUN = 'r1';

/** When every simulation starts, in epoch ms. */
export const START = 1_764_400_000_000;

/** How often an engine looks at inbox, telemetry and clock here, in ms. */
const GRID_MS = 5_000;

/** One scenario for one seed. */
export interface WorldSpec {
  readonly scenario: Scenario;
  readonly seed: number;
  readonly units: readonly Unit[];
}

/** Everything that outlives an engine: disk, repository, agents, time. */
export interface SimulatedWorld {
  readonly time: ManualClock;
  /** The clock of whatever needs the host to be awake. */
  readonly hostClock: Clock;
  /** The commit everything starts from. */
  readonly base: string;
  readonly deps: EngineDeps;
  readonly agents: ModelledAgents;
  /** The store as another process has it. */
  readonly desk: Store;
  readonly run: () => RunState | null;
}

/** What somebody who watches a world is told. */
export interface WorldEyes {
  readonly seen: (event: SeenEvent) => void;
  readonly written: () => void;
}

/** When the host sleeps, in epoch ms. */
const sleepsOf = ({ faults }: WorldSpec['scenario']) =>
  faults.sleeps.map(({ fromMs, toMs }) => ({ from: START + fromMs, to: START + toMs }));

/** A repository with one commit, and nothing else. */
export const simulatedWorld = (spec: WorldSpec, eyes: WorldEyes): SimulatedWorld => {
  const { scenario, seed } = spec;
  const time = manualClock(START);
  const sleeps = sleepsOf(scenario);
  const hostClock = gridClock(time.clock, 1, sleeps);
  const memory = memoryStore();
  const repository = memoryRepository();
  const base = repository.commitFiles(null, { 'README.md': 'hello\n' });
  const workspaces = memoryWorkspaces(repository);
  const supervision = memorySupervision(() => time.clock.now());
  const files = memoryFiles(sha256);
  const log = watchLog(memory, eyes.seen, eyes.written);
  const agents = modelledAgents({
    scenario,
    clock: awakeClock(time.clock, sleeps),
    supervision,
    workspaces,
    files,
    lifeOf: (attempt) => lifeOf(spec, log.run(RUN), attempt),
  });
  const checks = modelledChecks({
    model: scenario.checks,
    clock: awakeClock(time.clock, sleeps),
    random: streamOf(seed, 'checks'),
    isSound: (folder) => isSound(workspaces, folder),
  });
  return {
    time,
    hostClock,
    base,
    agents,
    desk: memory.otherProcess(),
    run: () => log.run(RUN),
    deps: {
      clock: gridClock(time.clock, GRID_MS, sleeps),
      store: log.store,
      held: { elsewhere: async () => [] },
      verdicts: memory.verdicts,
      telemetry: memory.telemetry,
      repository: repository.repository,
      landingNotes: memoryNotes().landingNotes,
      code: null,
      landedChanges: memoryLandedChanges(repository),
      matrix: memoryMergeMatrix(repository),
      sharedTarget: null,
      workspaces: workspaces.workspaces,
      provisions: noProvisions,
      setups: memorySetups().setups,
      checkpoints: memoryCheckpoints(repository, workspaces, () => time.clock.now()).checkpoints,
      disk: memoryDisk().disk,
      supervision: agents.supervision,
      commands: checks,
      files: files.files,
      agent: (name) => (name === agents.agent.name ? agents.agent : null),
      sha256,
      timeText: (at) => new Date(at).toISOString(),
      report: () => undefined,
    },
  };
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const lifeOf = ({ scenario, seed, units }: WorldSpec, run: RunState | null, id: AttemptId) => {
  const attempt = run === null ? null : attemptState(run, id);
  const unit = units.find((each) => each.id === attempt?.task);
  if (attempt === null || unit === undefined)
    throw new Error(`Internal error: ${id} is at no unit`);
  return { unit, fate: fateOf(scenario, seed, unit, attempt.n) };
};

/** Nothing half done and nothing that does not work lies in it. */
const isSound = (workspaces: MemoryWorkspaces, folder: string): boolean =>
  [...workspaces.files(folder).values()].every((text) => text !== HALF && text !== RED);
