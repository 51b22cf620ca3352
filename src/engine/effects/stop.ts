import type { AttemptId } from '../../domain/ids.ts';
import type { StopReason } from '../../domain/attempt/attempt.ts';
import { isNews, WRAP_UP } from '../../domain/attempt/input.ts';
import type { AgentInput } from '../../domain/attempt/input.ts';
import type { Effect, EffectOutcome } from '../../domain/run/effects.ts';
import { attemptState, planTask } from '../../domain/run/state.ts';
import type { EffectContext } from './context.ts';

/** Asks the agent to come to an end, where its protocol takes a message. */
export const wrapUp = async (
  context: EffectContext,
  id: AttemptId,
  why: StopReason,
): Promise<EffectOutcome> => {
  const input = { kind: 'message', id: WRAP_UP, text: wrapUpText(why) } as const;
  return { kind: 'wrap-up', delivered: await give(context, id, input) };
};

/** Gives the agent what a person has said, or an answer. */
export const tell = async (
  context: EffectContext,
  { attempt, input }: Extract<Effect, { kind: 'tell' }>,
): Promise<EffectOutcome> => ({ kind: 'tell', sent: await give(context, attempt, input) });

/** True when it has reached the agent's input. */
const give = async (
  { deps, run }: EffectContext,
  id: AttemptId,
  input: AgentInput,
): Promise<boolean> => {
  const task = planTask(run(), attemptState(run(), id).task);
  const agent = deps.agent(task.agent.use);
  // One that hears only between its turns would lose the one it is at.
  if (isNews(input) && agent?.capabilities.message !== 'mid-turn') return false;
  const text = agent?.input(input) ?? null;
  if (text === null) return false;
  return deps.supervision.send(id, await deps.files.folder(id), text);
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

const BECAUSE: Readonly<Record<StopReason, string>> = {
  deadline: 'Your deadline is near.',
  disk: 'Your files take more of the disk than they may: delete what nobody needs, and write no more.',
  person: 'You are asked to end.',
  'run-stopped': 'The run is being stopped.',
  conflict: 'A task that began earlier changes the same places, and lands first.',
};

const wrapUpText = (why: StopReason): string =>
  `${BECAUSE[why]} Finish the step you are at, leave the work copy in a sound state, write your hand-off file and end now.`;
