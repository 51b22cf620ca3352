import { memoryDisk } from '../../src/adapters/simulated/disk.ts';
import { noProvisions } from '../../src/adapters/simulated/provisions.ts';
import { createHash } from 'node:crypto';
import type { Failure } from '../../src/domain/failure.ts';
import type { HeldElsewhere } from '../../src/domain/governor/holds.ts';
import { targetRef } from '../../src/domain/ids.ts';
import type { Plan } from '../../src/domain/plan/plan.ts';
import type { Result } from '../../src/domain/result.ts';
import type { RunEvent } from '../../src/domain/run/events.ts';
import type { RunState } from '../../src/domain/run/state.ts';
import type { EngineDeps } from '../../src/engine/deps.ts';
import { startEngine } from '../../src/engine/engine.ts';
import type { Engine, EngineRequest } from '../../src/engine/engine.ts';
import type { Letter } from '../../src/engine/letter.ts';
import type { Agent } from '../../src/ports/agent.ts';
import { memoryCheckpoints } from '../../src/adapters/simulated/checkpoints.ts';
import { fakeCommands } from './fake-commands.ts';
import type { FakeCommands, FakeEnding } from './fake-commands.ts';
import { memoryNotes } from '../../src/adapters/simulated/landing-notes.ts';
import { memoryLandedChanges } from '../../src/adapters/simulated/landed-changes.ts';
import { memoryMergeMatrix } from '../../src/adapters/simulated/merge-matrix.ts';
import { memoryRepository } from '../../src/adapters/simulated/repository.ts';
import { memoryStore } from '../../src/adapters/simulated/store.ts';
import { memorySupervision } from '../../src/adapters/simulated/supervision.ts';
import { memorySetups } from '../../src/adapters/simulated/setups.ts';
import { memoryWorkspaces } from '../../src/adapters/simulated/workspaces.ts';
import { manualClock, turn } from '../../src/adapters/simulated/clock.ts';
import { memoryFiles } from '../../src/adapters/simulated/files.ts';
import { namedRevisions } from './named-revisions.ts';
import type { TaggedCommand } from '../../src/ports/commands.ts';
import { quietAgent } from './quiet-agent.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The adapter of every agent; it takes messages. */
const robot: Agent = {
  name: 'scripted',
  ...quietAgent,
  launch: ({ brief }) => ({
    ok: true,
    value: { argv: ['robot'], env: {}, files: [], stdin: brief, keepOpen: true, fixed: {} },
  }),
  decoder: () => ({ feed: () => [] }),
};

/** What an attempt may take on the disk there, in bytes. */
export const DISK_LIMIT = 1_000_000;

/** An engine's world for one example, everything in it steered by the test. */
export const engineBench = (
  act: (command: TaggedCommand) => FakeEnding | Promise<FakeEnding> = () => ({}),
) => {
  const time = manualClock(1_764_400_000_000);
  const store = memoryStore();
  const repo = memoryRepository();
  const base = repo.commitFiles(null, { 'README.md': 'hello\n' });
  const notes = memoryNotes();
  const workspaces = memoryWorkspaces(repo);
  const checkpoints = memoryCheckpoints(repo, workspaces, () => time.clock.now());
  const disk = memoryDisk(DISK_LIMIT);
  const agents = memorySupervision(() => time.clock.now());
  const files = memoryFiles(sha256);
  const commands: FakeCommands = fakeCommands(act);
  const elsewhere: HeldElsewhere[] = [];
  const deps: EngineDeps = {
    clock: time.clock,
    store: store.store,
    held: { elsewhere: async () => elsewhere },
    verdicts: store.verdicts,
    telemetry: store.telemetry,
    repository: namedRevisions(repo),
    landingNotes: notes.landingNotes,
    code: null,
    landedChanges: memoryLandedChanges(repo),
    matrix: memoryMergeMatrix(repo),
    sharedTarget: null,
    provisions: noProvisions,
    workspaces: workspaces.workspaces,
    setups: memorySetups().setups,
    checkpoints: checkpoints.checkpoints,
    disk: disk.disk,
    supervision: agents.supervision,
    commands: commands.commands,
    files: files.files,
    agent: (name) => (name === robot.name ? robot : null),
    sha256,
    timeText: (at) => new Date(at).toISOString(),
    report: () => undefined,
  };
  return {
    time,
    store,
    repo,
    notes,
    base,
    workspaces,
    checkpoints,
    disk,
    agents,
    files,
    commands,
    deps,
    /** The events of a run, in order. */
    events: (run: string): readonly RunEvent[] =>
      store.log().flatMap((stored) => (stored.run === run ? [stored.event] : [])),
    startLetter: (run: string, plan: Plan): Letter => ({
      command: { type: 'start', run, plan, base, targetRef: targetRef(run) },
      inbox: null,
    }),
    /** The agent of an attempt writes a file and ends well. */
    work: (attempt: string, file: string, text = `${attempt}\n`): void => {
      workspaces.edit(`/fake/app.fanin/${attempt}`, file, text);
      agents.exit(attempt);
    },
  };
};

export type EngineBench = ReturnType<typeof engineBench>;

export const RESUME: Letter = { command: { type: 'resume' }, inbox: null };

/** An engine that a test watches. */
export interface Watched {
  readonly engine: Engine;
  /** What it ended with, once it has. */
  readonly result: () => Result<RunState, Failure> | null;
  /** Lets time pass until it has ended; fails after ten minutes of it. */
  readonly end: () => Promise<Result<RunState, Failure>>;
}

/** Starts an engine on the bench. */
export const startOn = async (
  bench: EngineBench,
  request: Partial<EngineRequest> & { readonly first: readonly Letter[] },
  deps: Partial<EngineDeps> = {},
): Promise<Watched> => {
  const engine = startEngine(
    { ...bench.deps, ...deps },
    { run: 'r1', mode: 'run', wait: false, ...request },
  );
  const seen: { result: Result<RunState, Failure> | null } = { result: null };
  void engine.ended.then((ended) => (seen.result = ended));
  await turn();
  return {
    engine,
    result: () => seen.result,
    end: async () => {
      for (let k = 0; k < 6000 && seen.result === null; k += 1) await bench.time.pass(100);
      if (seen.result === null) throw new Error('the engine did not end');
      return seen.result;
    },
  };
};
