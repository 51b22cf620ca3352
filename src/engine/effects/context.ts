import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { hasBoundary } from '../../domain/attempt/attempt.ts';
import type { Workspace } from '../../domain/attempt/attempt.ts';
import type { AttemptId, RunId } from '../../domain/ids.ts';
import type { TestId } from '../../domain/merge-queue/queue.ts';
import type { RunState } from '../../domain/run/state.ts';
import { attemptState, planTask } from '../../domain/run/state.ts';
import type { CommandOutcome, TaggedCommand } from '../../ports/commands.ts';
import type { WorkspaceSpec } from '../../ports/workspaces.ts';
import type { EngineDeps } from '../deps.ts';

/** What carrying out an effect needs: the ports, and the run as it is when asked. */
export interface EffectContext {
  readonly deps: EngineDeps;
  /** The newest state; an effect that takes long asks again. */
  readonly run: () => RunState;
  /** Resolves when nothing of ours looks into the attempt's workspace any more. */
  readonly leftAlone: (attempt: AttemptId) => Promise<void>;
  /** True once the session has ended: results are no longer recorded. */
  readonly abandoned: () => boolean;
}

/** What an effect ends with that finds its session ended. It goes into no log: its probe settles it later. */
export const ABANDONED: Failure = failure('abandoned', 'the session ended before the effect did');

/** Runs a command that fanin waits for, unless the session has ended: nobody would end it then. */
export const runCommand = async (
  { deps, abandoned }: EffectContext,
  command: TaggedCommand,
): Promise<CommandOutcome> =>
  abandoned()
    ? { exit: null, signal: 'SIGTERM', timedOut: false, ms: 0 }
    : deps.commands.run(command);

/** The attempt as the workspaces port needs it. */
export const workspaceSpec = async (
  { deps, run }: EffectContext,
  id: AttemptId,
): Promise<WorkspaceSpec> => {
  const { task, n, base, run: runId } = attemptState(run(), id);
  const level = planTask(run(), task).isolation;
  const folder = await deps.files.folder(id);
  return { attempt: id, run: runId, task, n, base, level, folder };
};

/** Holds the hash of what is equal between arms, in the attempt's folder. */
export const FIXED = 'fixed.sha256';

/** What the agent was given of the host, in the attempt's folder. */
export const GIVEN = 'given.json';

/** The agent's brief, likewise. */
export const BRIEF = 'brief.md';
/** What its set-up came to, in words: a JSON list in the attempt's folder. */
export const SETUP_NOTES = 'setup-notes.json';

/** The hand-off's name in the attempt's folder. */
export const HANDOFF = 'handoff.json';

/**
 * Where the agent writes its hand-off: beside its workspace, since agents refuse to write below a
 * `.git` folder, where the attempt's own folder lies. Behind a boundary only a folder can be given to
 * an agent to make files in.
 */
export const handoffFile = (workspace: Workspace): string => {
  const folder = scratchFolder(workspace);
  return folder === null ? `${workspace.path}.handoff.json` : `${folder}/handoff.json`;
};

/** The folder of the hand-off, where it is one that only the agent uses; null: there is none. */
export const scratchFolder = ({ path, level }: Workspace): string | null =>
  hasBoundary(level) ? `${path}.handoff` : null;

/** Tags of what fanin itself runs for an attempt or delivery; an agent's own tag is its attempt id. */
export const setupTag = (id: AttemptId): string => `setup:${id}`;
export const cleanUpTag = (id: AttemptId): string => `cleanup:${id}`;
export const checkTag = (id: AttemptId): string => `check:${id}`;
export const unlandTag = (id: AttemptId): string => `unland:${id}`;
export const groupTag = (run: RunId, test: TestId): string => `land:${run}/${test}`;
