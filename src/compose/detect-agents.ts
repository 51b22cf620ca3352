import { failure } from '../domain/failure.ts';
import type { Failure } from '../domain/failure.ts';
import type { AgentSpec, Plan } from '../domain/plan/plan.ts';
import { agentByName } from './agents.ts';

/** Whether every agent that the plan uses can be started here: what is missing, each agent once. */
export async function missingAgents(plan: Pick<Plan, 'tasks'>): Promise<readonly Failure[]> {
  const specs = new Map(
    plan.tasks.map(({ agent }) => [
      JSON.stringify([agent.use, agent.run, agent.script, agent.env]),
      agent,
    ]),
  );
  const found = await Promise.all([...specs.values()].map(detect));
  return found.filter((each) => each !== null);
}

async function detect(spec: AgentSpec): Promise<Failure | null> {
  const agent = agentByName(spec.use);
  if (agent === null)
    return failure(
      'unknown-adapter',
      `agent "${spec.name}" uses "${spec.use}", and fanin has no adapter of that name`,
    );
  const version = await agent.detect(spec);
  return version.ok ? null : version.error;
}
