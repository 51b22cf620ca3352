import { existsSync, mkdirSync } from 'node:fs';
import type { AttemptId } from '../../domain/ids.ts';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { SupervisedLaunch, Supervision, SupervisionState } from '../../ports/supervision.ts';
import {
  abandon,
  aliveState,
  exitedState,
  isHere,
  observe,
  observeUntil,
  settleOrphan,
  tidyUp,
} from './observe.ts';
import type { Observation } from './observe.ts';
import { createDetachedStarter } from './detached-starter.ts';
import type { DetachedStarter } from './detached-starter.ts';
import { bootId } from './proc.ts';
import { FILES, createRecord, errorCode, readExit } from './records.ts';
import type { ClaimRecord, ExitRecord } from './records.ts';
import { askToStop, leaveWord } from './supervisor/ask.ts';
import { sendInput } from './supervisor/input.ts';
import { startSupervisor, supervisorBase } from './supervisor/launch.ts';
import { supervisorTag } from './supervisor/own-tag.ts';
import { findProgram } from './supervisor/program.ts';
import { taggedProcesses } from './sweep.ts';
import { attemptTag, taggedEnv } from './tag.ts';
import { watchExit } from './watch.ts';

/** What supervision needs from outside. */
export interface SupervisionDeps {
  /** The state folder of the repository; tags are made from it, and it holds the script. */
  readonly stateFolder: string;
  /** The environment that agents' own is added to. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The shell that runs supervisors, as the head of a command line. Default: `/bin/sh`. */
  readonly shell?: readonly string[];
}

type Settled = SupervisionState & { kind: 'alive' | 'exited' };
type Refusal = Pick<ExitRecord, 'code' | 'failure'>;

/** From a start to the first sign of life. Generous: a host may be starting twenty at once. */
const START_TIMES = { limitMs: 30_000, pollMs: 100 };
/** A supervisor without a sign of life is looked for among the processes this often. */
const SIGN_TIMES = { limitMs: 1_000, pollMs: 100 };

type StartDeps = SupervisionDeps & { readonly starter: DetachedStarter };

/** Agents under detached supervisors, by files in each attempt's folder and by signals. */
export function createSupervision(deps: SupervisionDeps): Supervision {
  const starter = createDetachedStarter(supervisorBase(deps));
  const tagOf = (attempt: AttemptId): string => attemptTag(deps.stateFolder, attempt);
  const probe = (attempt: AttemptId, folder: string): Promise<SupervisionState> =>
    settle(folder, tagOf(attempt));
  return {
    start: (launch) => start(launch, tagOf(launch.attempt), { ...deps, starter }),
    probe,
    watch: (attempt, folder, done) => watchExit(folder, () => probe(attempt, folder), done),
    send: (_attempt, folder, text) => sendInput(folder, text),
    stop: async (attempt, folder, why) => {
      const seen = await observeUntil(folder, ({ kind }) => kind !== 'starting', START_TIMES);
      if (seen.kind === 'absent' || seen.kind === 'exited') return;
      if (!isHere(folder)) return leaveWord(folder, why);
      const asked = seen.kind === 'alive' && askToStop(folder, seen.process.supervisorPid, why);
      if (!asked) await abandon(folder, tagOf(attempt), why);
    },
  };
}

async function start(
  launch: SupervisedLaunch,
  tag: string,
  deps: StartDeps,
): Promise<Result<Settled, Failure>> {
  const { folder } = launch;
  if (observe(folder).kind === 'absent') {
    try {
      await begin(launch, { ...deps, tag });
    } catch (error) {
      return err(supervisorFailed(folder, error instanceof Error ? error.message : String(error)));
    }
  }
  await signOfLife(folder, tag);
  const state = await settle(folder, tag);
  if (state.kind === 'absent') return err(supervisorFailed(folder, 'it left no sign of life'));
  const exit = readExit(folder);
  return exit === null || exit.failure === null ? ok(state) : err(notStarted(launch, exit));
}

/** Waits until there is one, or nobody any more who could give it. */
async function signOfLife(folder: string, tag: string): Promise<void> {
  const until = performance.now() + START_TIMES.limitMs;
  const begun = ({ kind }: Observation): boolean => kind !== 'absent' && kind !== 'starting';
  // A process that is starting a program has no tag for a moment: nobody twice is nobody.
  for (let nobody = 0; nobody < 2 && performance.now() < until;) {
    const { kind } = await observeUntil(folder, begun, SIGN_TIMES);
    if (kind !== 'absent') return;
    nobody = taggedProcesses(supervisorTag(tag)).length === 0 ? nobody + 1 : 0;
  }
}

/** Starts a supervisor, or records at once why there is nothing that it could start. */
async function begin(
  launch: SupervisedLaunch,
  deps: StartDeps & { readonly tag: string },
): Promise<void> {
  const { folder, command } = launch;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const env = taggedEnv({ ...deps.env, ...command.env }, deps.tag);
  const refusal = refusalOf(launch, env);
  if (refusal !== null) return refuse(folder, refusal);
  try {
    await startSupervisor(launch, env, deps);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    // The one who cannot be given its command line today cannot be given it tomorrow.
    if (!['E2BIG', 'ERR_INVALID_ARG_VALUE'].includes(errorCode(error))) throw error;
    refuse(folder, { code: 126, failure: words });
  }
}

function refusalOf(
  { command }: SupervisedLaunch,
  env: Readonly<Record<string, string>>,
): Refusal | null {
  if (!existsSync(command.cwd)) return { code: 127, failure: 'no-folder' };
  const program = findProgram(command.argv[0] ?? '', command.cwd, env['PATH']);
  return program.path === null ? { code: program.code, failure: program.words } : null;
}

/** As a supervisor would record it. Whoever has the claim already is right. */
function refuse(folder: string, refusal: Refusal): void {
  // Not by this process: whoever finds a claim that never comes to anything ends its owner.
  const claim: ClaimRecord = { pid: 0, startTime: '0', bootId: bootId() };
  if (!createRecord(folder, FILES.claim, claim)) return;
  const exit: ExitRecord = {
    ...refusal,
    signal: null,
    stopped: null,
    lost: false,
    at: Date.now(),
  };
  createRecord(folder, FILES.exit, exit);
}

/** The state now; an orphan is settled first, and a supervisor in the middle of its start waited for. */
async function settle(folder: string, tag: string): Promise<SupervisionState> {
  const seen = await observeUntil(folder, ({ kind }) => kind !== 'starting', START_TIMES);
  switch (seen.kind) {
    case 'absent':
      return seen;
    case 'alive':
      return aliveState(seen.process);
    case 'exited':
      tidyUp(folder);
      return exitedState(seen.process, seen.exit);
    case 'orphaned':
      await settleOrphan(folder, tag, null);
      return settle(folder, tag);
    case 'starting':
      if (!isHere(folder)) throw new Error('an agent is about to start on another host');
      // Claimed long ago and still nothing: it hangs, and nobody else may start the agent.
      await abandon(folder, tag, null);
      return settle(folder, tag);
  }
}

function notStarted({ folder, command }: SupervisedLaunch, exit: ExitRecord): Failure {
  const [program = ''] = command.argv;
  const code = exit.code === 127 ? 'agent-not-found' : 'agent-not-executable';
  return failure(code, `${program} could not be started: ${inWords(exit.failure ?? '', command)}`, {
    hint: `Check that ${program} is installed and on the PATH, and that ${command.cwd} is there.`,
    log: `${folder}/${FILES.errors}`,
  });
}

function inWords(why: string, { cwd }: SupervisedLaunch['command']): string {
  switch (why) {
    case 'no-folder':
      return `${cwd} is not there`;
    case 'no-input':
      return 'no pipe could be made for its input';
    case 'no-record':
      return 'it could not be recorded that it runs';
    default:
      return why;
  }
}

function supervisorFailed(folder: string, words: string): Failure {
  return failure('supervisor-failed', `The attempt's supervisor did not start: ${words}`, {
    hint: 'Starting it again is safe: an agent is started at most once.',
    log: `${folder}/${FILES.supervisorLog}`,
  });
}
