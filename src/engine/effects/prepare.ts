import type { Workspace } from '../../domain/attempt/attempt.ts';
import { failure } from '../../domain/failure.ts';
import type { AttemptId } from '../../domain/ids.ts';
import type { EffectOutcome } from '../../domain/run/effects.ts';
import { attemptState, mayStart, planTask } from '../../domain/run/state.ts';
import { NOTHING_MORE } from '../../ports/workspaces.ts';
import type { EffectContext } from './context.ts';
import { ABANDONED, runCommand, setupTag, workspaceSpec } from './context.ts';

/** Makes the workspace and runs the set-up in it. Doing it again finishes what a crash left half done. */
export const prepare = async (context: EffectContext, id: AttemptId): Promise<EffectOutcome> => {
  const spec = await workspaceSpec(context, id);
  const made = await context.deps.workspaces.prepare(spec);
  if (!made.ok) return { kind: 'prepare-failed', failure: made.error };
  return setUp(context, made.value, spec.folder);
};

const setUp = async (
  context: EffectContext,
  workspace: Workspace,
  folder: string,
): Promise<EffectOutcome> => {
  const { deps, run } = context;
  const { setup } = run().plan;
  if (setup === null) return { kind: 'prepare', workspace };
  if (!mayStart(run(), workspace.attempt)) return { kind: 'prepare-failed', failure: ABANDONED };
  const task = planTask(run(), attemptState(run(), workspace.attempt).task);
  const logFile = `${folder}/setup.log`;
  const command = { argv: ['sh', '-c', setup.run], cwd: workspace.path, env: task.env };
  const entered = await deps.workspaces.enter(workspace, command, NOTHING_MORE);
  if (!entered.ok) return { kind: 'prepare-failed', failure: entered.error };
  const outcome = await runCommand(context, {
    command: entered.value,
    tag: setupTag(workspace.attempt),
    timeoutMs: setup.timeoutMs,
    logFile,
  });
  if (outcome.exit === 0) return { kind: 'prepare', workspace };
  const how = outcome.timedOut
    ? `took longer than ${Math.round(setup.timeoutMs / 1000)} s`
    : `ended with exit code ${outcome.exit}`;
  return {
    kind: 'prepare-failed',
    failure: failure('setup-failed', `the set-up command \`${setup.run}\` ${how}`, {
      log: logFile,
      hint: `try it there: cd ${workspace.path}`,
    }),
  };
};
