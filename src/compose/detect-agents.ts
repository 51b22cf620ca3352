import { failure } from '../domain/failure.ts';
import type { Failure } from '../domain/failure.ts';
import { delegationText } from '../domain/plan/delegation.ts';
import type { Plan, Task } from '../domain/plan/plan.ts';
import { agentByName } from './agents.ts';

/**
 * Whether every agent that the plan uses can be started here, and be held to what the plan says of its
 * sub-agents: what stands against it, each thing once.
 */
export async function missingAgents(plan: Pick<Plan, 'tasks'>): Promise<readonly Failure[]> {
  const tasks = new Map(
    plan.tasks.map((task) => {
      const { agent, delegation } = task;
      const { use, run, script, env } = agent;
      return [JSON.stringify([use, run, script, env, delegation]), task];
    }),
  );
  const found = await Promise.all([...tasks.values()].map(stands));
  const failures = found.filter((each) => each !== null);
  return failures.filter(
    ({ message }, index) => failures.findIndex((other) => other.message === message) === index,
  );
}

async function stands({ agent: spec, delegation }: Task): Promise<Failure | null> {
  const agent = agentByName(spec.use);
  if (agent === null)
    return failure(
      'unknown-adapter',
      `agent "${spec.name}" uses "${spec.use}", and fanin has no adapter of that name`,
    );
  const { delegation: modes } = agent.capabilities;
  // Where nothing is known of sub-agents, `off` promises nothing.
  const held = modes.includes(delegation.mode) || (modes.length === 0 && delegation.mode === 'off');
  if (!held)
    return failure(
      'delegation-unsupported',
      `agent "${spec.name}" (${spec.use}) cannot be held to delegation ${delegationText(delegation)}`,
      { hint: modes.length === 0 ? 'write delegation: off' : `it knows: ${modes.join(', ')}` },
    );
  const version = await agent.detect(spec);
  return version.ok ? null : version.error;
}

/** What alone holds an agent that asks nobody; null: it has rules or a sandbox of its own. */
const HOLDERS = {
  'allow-list': null,
  'own-sandbox': null,
  guard: 'the text guard alone, which a script or a program can get past,',
  nothing: 'nothing',
} as const;

/** Agents that run without asking while nothing holds them in their workspace: people should know before the start. */
export function unheldAgents({ tasks }: Pick<Plan, 'tasks'>): readonly string[] {
  const unheld = tasks.flatMap(({ agent: spec }) => {
    const agent = agentByName(spec.use);
    if (agent?.manifest === null || agent === null) return [];
    const by = HOLDERS[agent.capabilities.heldBy];
    return by === null ? [] : [{ title: agent.manifest.title, by }];
  });
  const texts = unheld.map(
    ({ title, by }) =>
      `${title} runs every command without asking, and at the worktree level ${by} holds it in its workspace; what it changes elsewhere is reported where fanin looks, not prevented`,
  );
  return [...new Set(texts)];
}
