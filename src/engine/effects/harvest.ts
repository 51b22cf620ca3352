import type { Finding } from '../../domain/attempt/attempt.ts';
import type { AttemptId } from '../../domain/ids.ts';
import { spentByOutput } from '../../domain/receipt/account.ts';
import { emptySummary } from '../../domain/receipt/output-summary.ts';
import type { OutputSummary } from '../../domain/receipt/output-summary.ts';
import { attemptState, planTask } from '../../domain/run/state.ts';
import type { Effect, EffectOutcome } from '../../domain/run/effects.ts';
import type { EffectContext } from './context.ts';
import { cleanUpWorkspace } from './clean-up.ts';
import { HANDOFF, SETUP_NOTES, handoffFile, runCommand, workspaceSpec } from './context.ts';
import type { TaggedCommand } from '../../ports/commands.ts';
import { takeGuardLog } from './guard.ts';
import { outputOf } from './output.ts';

/** Takes everything that lies in the workspace into refs. */
export const harvest = async (
  context: EffectContext,
  effect: Extract<Effect, { kind: 'harvest' }>,
): Promise<EffectOutcome> => {
  await context.deps.files.takeIn(effect.attempt, handoffFile(effect.workspace), HANDOFF);
  await takeGuardLog(context, effect.workspace);
  const taken = await context.deps.workspaces.harvest(
    effect.workspace,
    await workspaceSpec(context, effect.attempt),
  );
  if (!taken.ok) return { kind: 'harvest-failed', failure: taken.error };
  const output = await told(context, effect.attempt);
  const { trouble, messages } = output;
  const spent = spentByOutput(output, context.run().plan.prices);
  const notes = await setupNotes(context, effect.attempt);
  const harvested = { ...taken.value, findings: [...taken.value.findings, ...notes] };
  return { kind: 'harvest', harvest: harvested, trouble, messages, spent };
};

/** What the set-up had to say is seen where the attempt's other findings are. */
const setupNotes = async (
  { deps }: EffectContext,
  attempt: AttemptId,
): Promise<readonly Finding[]> => {
  const text = await deps.files.read(attempt, SETUP_NOTES);
  if (text === null) return [];
  const notes = JSON.parse(text) as readonly string[];
  return notes.map((note) => ({ kind: 'set-up', text: note, blocks: false }));
};

/** What the agent's records say of its own end; text for people says nothing that could be relied upon. */
const told = async (context: EffectContext, attempt: AttemptId): Promise<OutputSummary> => {
  const { deps, run } = context;
  const { agent } = planTask(run(), attemptState(run(), attempt).task);
  const records = deps.agent(agent.use)?.capabilities.output === 'records';
  return records ? outputOf(context, attempt) : emptySummary;
};

/** Removes a workspace whose content is held elsewhere; says why when it stays. */
export const removeWorkspace = async (
  context: EffectContext,
  effect: Extract<Effect, { kind: 'remove-workspace' }>,
): Promise<EffectOutcome> => {
  await context.leftAlone(effect.attempt);
  const { env } = planTask(context.run(), attemptState(context.run(), effect.attempt).task);
  const run = (command: TaggedCommand) => runCommand(context, command);
  const provide = () => context.deps.provisions.forCommands(context.run().plan.grants);
  await cleanUpWorkspace({ ...context.deps, run, provide }, effect.workspace, env);
  const gone = await context.deps.workspaces.remove(
    effect.workspace,
    await workspaceSpec(context, effect.attempt),
  );
  if (!gone.ok) return { kind: 'remove-workspace', kept: gone.error.message };
  if (gone.value.removed) await context.deps.setups.release(effect.workspace);
  return { kind: 'remove-workspace', kept: gone.value.removed ? null : gone.value.kept };
};
