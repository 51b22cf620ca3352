import type { Failure } from '../failure.ts';
import { failure } from '../failure.ts';
import { hasAgent } from '../plan/nobody.ts';
import type { PersonCommand } from '../run/commands.ts';
import type { RunEvent } from '../run/events.ts';
import { planTask } from '../run/state.ts';
import type { RunState } from '../run/state.ts';
import { collectedAttempts } from './decide-collect.ts';

type Retry = Extract<PersonCommand, { type: 'retry' }>;

/** Why a task may not be made again like that: a collected one has no agent until it is given one, and no other is given one. */
export const misassigned = (run: RunState, { task, agent }: Retry): Failure | null => {
  const { agent: mine } = planTask(run, task);
  if (agent === undefined && !hasAgent({ agent: mine }))
    return failure('no-agent', `${task} was collected, so fanin has no agent for it`, {
      hint: `fanin brief ${task} says what is to be done; or give it one: fanin retry ${task} --agent <name>`,
    });
  if (agent !== undefined && collectedAttempts(run, task).length === 0)
    return failure('agent-fixed', `the plan says who makes ${task}: ${mine.name}`, {
      hint: `leave --agent out: fanin retry ${task}`,
    });
  return null;
};

/** The agent that comes with the word to make it again. */
export const assignment = ({ task, agent, by }: Retry, at: number): readonly RunEvent[] =>
  agent === undefined ? [] : [{ type: 'run.task-assigned', at, task, agent, by }];
