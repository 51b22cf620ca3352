import type { AttemptId } from '../../domain/ids.ts';
import { emptySummary } from '../../domain/receipt/output-summary.ts';
import type { OutputSummary } from '../../domain/receipt/output-summary.ts';
import { summarise } from '../../domain/receipt/summarise-output.ts';
import { attemptState, planTask } from '../../domain/run/state.ts';
import type { EffectContext } from './context.ts';

/** All that an attempt's agent has told, read from its output from start to end. */
export const outputOf = async (
  { deps, run }: EffectContext,
  attempt: AttemptId,
): Promise<OutputSummary> => {
  const { agent: spec } = planTask(run(), attemptState(run(), attempt).task);
  const agent = deps.agent(spec.use);
  let summary = emptySummary;
  if (agent === null) return summary;
  await deps.files.follow(attempt, agent.decoder()).poll((fact) => {
    summary = summarise(summary, fact);
  });
  return summary;
};
