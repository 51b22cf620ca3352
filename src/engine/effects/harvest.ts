import type { Effect, EffectOutcome } from '../../domain/run/effects.ts';
import type { EffectContext } from './context.ts';
import { HANDOFF, handoffFile, workspaceSpec } from './context.ts';

/** Takes everything that lies in the workspace into refs. */
export const harvest = async (
  context: EffectContext,
  effect: Extract<Effect, { kind: 'harvest' }>,
): Promise<EffectOutcome> => {
  await context.deps.files.takeIn(effect.attempt, handoffFile(effect.workspace), HANDOFF);
  const taken = await context.deps.workspaces.harvest(
    effect.workspace,
    await workspaceSpec(context, effect.attempt),
  );
  return taken.ok
    ? { kind: 'harvest', harvest: taken.value }
    : { kind: 'harvest-failed', failure: taken.error };
};

/** Removes a workspace whose content is held elsewhere; says why when it stays. */
export const removeWorkspace = async (
  context: EffectContext,
  effect: Extract<Effect, { kind: 'remove-workspace' }>,
): Promise<EffectOutcome> => {
  const gone = await context.deps.workspaces.remove(
    effect.workspace,
    await workspaceSpec(context, effect.attempt),
  );
  if (!gone.ok) return { kind: 'remove-workspace', kept: gone.error.message };
  return { kind: 'remove-workspace', kept: gone.value.removed ? null : gone.value.kept };
};
