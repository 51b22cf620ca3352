import type { AttemptId } from '../../domain/ids.ts';
import { spentByOutput } from '../../domain/receipt/account.ts';
import { emptySummary } from '../../domain/receipt/output-summary.ts';
import type { OutputSummary } from '../../domain/receipt/output-summary.ts';
import { attemptState, planTask } from '../../domain/run/state.ts';
import type { Effect, EffectOutcome } from '../../domain/run/effects.ts';
import type { EffectContext } from './context.ts';
import { HANDOFF, handoffFile, workspaceSpec } from './context.ts';
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
  return { kind: 'harvest', harvest: taken.value, trouble, messages, spent };
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
  const gone = await context.deps.workspaces.remove(
    effect.workspace,
    await workspaceSpec(context, effect.attempt),
  );
  if (!gone.ok) return { kind: 'remove-workspace', kept: gone.error.message };
  return { kind: 'remove-workspace', kept: gone.value.removed ? null : gone.value.kept };
};
