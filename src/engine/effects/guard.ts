import { hasBoundary } from '../../domain/attempt/attempt.ts';
import type { Workspace } from '../../domain/attempt/attempt.ts';
import type { GuardConfig } from '../../domain/guard/guard-config.ts';
import { readNoted, refusedTexts } from '../../domain/guard/noted.ts';
import type { AttemptId } from '../../domain/ids.ts';
import type { Task } from '../../domain/plan/plan.ts';
import { attemptState, planTask } from '../../domain/run/state.ts';
import type { EffectContext } from './context.ts';
import { handoffFile, scratchFolder } from './context.ts';

/** The guard's config and log in the attempt's folder. */
export const GUARD_CONFIG = 'guard.json';
const LOG = 'guard.jsonl';
/** What was noted beside the hand-off, where the attempt's folder could not be written. */
const LOG_BESIDE = 'guard-beside.jsonl';

const logBeside = (workspace: Workspace): string => `${handoffFile(workspace)}.guard.jsonl`;

/** Writes the guard's config for an attempt; its path, or null where no checkout is known. */
export const writeGuardConfig = async (
  { deps }: EffectContext,
  input: { readonly workspace: Workspace; readonly task: Task; readonly folder: string },
): Promise<string | null> => {
  const { checkout, files } = deps;
  if (checkout === undefined) return null;
  const { workspace, task, folder } = input;
  const boundary = hasBoundary(workspace.level);
  const config: GuardConfig = {
    schema: 1,
    attempt: workspace.attempt,
    workspace: workspace.path,
    main: checkout.main,
    gitDir: checkout.gitDir,
    neighbours: workspace.path.slice(0, workspace.path.lastIndexOf('/')),
    allowed: [handoffFile(workspace), `${scratchFolder(workspace) ?? folder}/handoff`],
    ownGit: boundary,
    branches: workspace.branch.replace(/[^/]*$/, ''),
    writes: task.writes === null ? null : task.writes.globs.map(({ source }) => source),
    boundary,
    logs: [`${folder}/${LOG}`, logBeside(workspace)],
  };
  return files.write(workspace.attempt, GUARD_CONFIG, `${JSON.stringify(config, null, 2)}\n`);
};

/** Moves what was noted beside the workspace into the attempt's folder. */
export const takeGuardLog = ({ deps }: EffectContext, workspace: Workspace): Promise<void> =>
  deps.files.takeIn(workspace.attempt, logBeside(workspace), LOG_BESIDE);

/** What the guard refused in an attempt, as the receipt has it; null: no guard watched it. */
export const refusedByGuard = async (
  { deps, run }: EffectContext,
  attempt: AttemptId,
): Promise<readonly string[] | null> => {
  const { agent } = planTask(run(), attemptState(run(), attempt).task);
  const guarded = deps.agent(agent.use)?.capabilities.guarded ?? 'never';
  if (guarded === 'never') return null;
  if ((await deps.files.read(attempt, GUARD_CONFIG)) === null) return null;
  const texts = await Promise.all([LOG, LOG_BESIDE].map((name) => deps.files.read(attempt, name)));
  return refusedTexts(texts.flatMap((text) => (text === null ? [] : readNoted(text))));
};
