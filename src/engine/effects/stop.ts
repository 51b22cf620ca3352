import type { AttemptId } from '../../domain/ids.ts';
import type { StopReason } from '../../domain/attempt/attempt.ts';
import type { EffectOutcome } from '../../domain/run/effects.ts';
import { attemptState, planTask } from '../../domain/run/state.ts';
import type { EffectContext } from './context.ts';

/** Asks the agent to come to an end, where its protocol takes a message. */
export const wrapUp = async (
  { deps, run }: EffectContext,
  id: AttemptId,
  why: StopReason,
): Promise<EffectOutcome> => {
  const task = planTask(run(), attemptState(run(), id).task);
  const message = deps.agent(task.agent.use)?.message(wrapUpText(why)) ?? null;
  if (message === null) return { kind: 'wrap-up', delivered: false };
  const folder = await deps.files.folder(id);
  return { kind: 'wrap-up', delivered: await deps.supervision.send(id, folder, message) };
};

/** Stops the agent and everything it started. Its end is told by the watch. */
export const stop = async (
  { deps }: EffectContext,
  id: AttemptId,
  why: StopReason,
): Promise<EffectOutcome> => {
  await deps.supervision.stop(id, await deps.files.folder(id), why);
  return { kind: 'stop' };
};

const wrapUpText = (why: StopReason): string =>
  `${why === 'deadline' ? 'Your deadline is near.' : 'The run is being stopped.'} Finish the step you are at, leave the work copy in a sound state, write your hand-off file and end now.`;
