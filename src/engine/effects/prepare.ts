import { hasBoundary } from '../../domain/attempt/attempt.ts';
import type { Workspace } from '../../domain/attempt/attempt.ts';
import { failure } from '../../domain/failure.ts';
import type { AttemptId } from '../../domain/ids.ts';
import type { EffectOutcome } from '../../domain/run/effects.ts';
import { attemptState, mayStart, planTask } from '../../domain/run/state.ts';
import type { EffectContext } from './context.ts';
import type { WorkspaceSetup } from '../../ports/setups.ts';
import { enterPlace } from './enter.ts';
import { setupLog } from '../../domain/attempt/setup-log.ts';
import { ABANDONED, SETUP_NOTES, runCommand, setupTag, workspaceSpec } from './context.ts';

/** Makes the workspace and runs the set-up in it. Doing it again finishes what a crash left half done. */
export const prepare = async (context: EffectContext, id: AttemptId): Promise<EffectOutcome> => {
  const spec = await workspaceSpec(context, id);
  const made = await context.deps.workspaces.prepare(spec);
  if (!made.ok) return { kind: 'prepare-failed', failure: made.error };
  return setUp(context, made.value, spec.folder);
};

/** One command that makes a workspace ready. */
interface SetupStep {
  /** As people know it: the command, or the file that asks for it. */
  readonly name: string;
  readonly argv: readonly string[];
  readonly timeoutMs: number;
  readonly logFile: string;
}

/** How long a script of a foreign set-up file may take, in ms: as long as the config's set-up by default. */
const SCRIPT_TIMEOUT_MS = 10 * 60_000;

const setUp = async (
  context: EffectContext,
  workspace: Workspace,
  folder: string,
): Promise<EffectOutcome> => {
  const { deps, run } = context;
  const setup = await deps.setups.of(workspace);
  const notes = [...setup.notes, ...(await deps.setups.bring(workspace))];
  if (notes.length > 0)
    await deps.files.write(workspace.attempt, SETUP_NOTES, `${JSON.stringify(notes)}\n`);
  const own = run().plan.setup;
  const commands = [
    ...(own === null
      ? []
      : [{ name: own.run, argv: ['sh', '-c', own.run], timeoutMs: own.timeoutMs }]),
    ...setup.scripts.map((script) => ({ ...script, timeoutMs: SCRIPT_TIMEOUT_MS })),
  ];
  for (const [k, command] of commands.entries()) {
    const step = { ...command, logFile: `${folder}/${setupLog(k)}` };
    const failed = await runStep(context, workspace, { step, setup });
    if (failed !== null) return failed;
  }
  return { kind: 'prepare', workspace };
};

const runStep = async (
  context: EffectContext,
  workspace: Workspace,
  { step, setup }: { readonly step: SetupStep; readonly setup: WorkspaceSetup },
): Promise<EffectOutcome | null> => {
  const { deps, run } = context;
  if (!mayStart(run(), workspace.attempt)) return { kind: 'prepare-failed', failure: ABANDONED };
  const task = planTask(run(), attemptState(run(), workspace.attempt).task);
  const command = { argv: step.argv, cwd: workspace.path, env: { ...setup.env, ...task.env } };
  const entered = await enterPlace(deps, workspace, command, {
    provide: () => deps.provisions.forCommands(run().plan.grants),
    files: setup.reads,
  });
  if (!entered.ok) return { kind: 'prepare-failed', failure: entered.error };
  const outcome = await runCommand(context, {
    command: entered.value,
    tag: setupTag(workspace.attempt),
    timeoutMs: step.timeoutMs,
    logFile: step.logFile,
  });
  if (outcome.exit === 0) return null;
  const how = outcome.timedOut
    ? `took longer than ${Math.round(step.timeoutMs / 1000)} s`
    : `ended with exit code ${outcome.exit}`;
  return {
    kind: 'prepare-failed',
    failure: failure('setup-failed', `the set-up command \`${step.name}\` ${how}`, {
      log: step.logFile,
      hint: hasBoundary(workspace.level)
        ? 'it ran in a sandbox: sandbox.network in the config names the hosts that it can reach, sandbox.env variables'
        : `try it there: cd ${workspace.path}`,
    }),
  };
};
