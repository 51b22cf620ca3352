import { loadConfig } from '../adapters/config/load-config.ts';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { problemText } from '../domain/config/problem.ts';
import { unknownAgent } from '../domain/config/resolve-config.ts';
import { failure } from '../domain/failure.ts';
import type { Failure } from '../domain/failure.ts';
import type { AgentSpec } from '../domain/plan/plan.ts';
import { err, ok } from '../domain/result.ts';
import type { Result } from '../domain/result.ts';
import { agentByName } from './agents.ts';

/**
 * The agent of that name, or the config's own; it can be started here. Codes: everything that can be wrong with the
 * config, `unknown-agent`, `unknown-adapter`, those of the agent's detection.
 */
export async function agentFor(
  place: RepositoryPlace,
  name: string | null,
): Promise<Result<AgentSpec, readonly Failure[]>> {
  const loaded = await loadConfig(place.root);
  if (!loaded.ok) return loaded;
  const { agents, layered } = loaded.value.config;
  const wanted = name ?? layered.values['defaults.agent'];
  const found = agents.find((agent) => agent.name === wanted);
  if (found === undefined) {
    const known = agents.map((agent) => agent.name);
    const problem = unknownAgent([], wanted, known);
    const hint = problem.hint === undefined ? {} : { hint: problem.hint };
    return err([failure(problem.code, `--agent: ${problemText(problem)}`, hint)]);
  }
  const adapter = agentByName(found.use);
  if (adapter === null)
    return err([
      failure(
        'unknown-adapter',
        `agent "${found.name}" uses "${found.use}", and fanin has no adapter of that name`,
      ),
    ]);
  const version = await adapter.detect(found);
  if (!version.ok) return err([version.error]);
  const model = found.model ?? layered.values['defaults.model'];
  const effort = found.effort ?? layered.values['defaults.effort'];
  return ok({
    ...found,
    ...(model === null ? {} : { model }),
    ...(effort === null ? {} : { effort }),
  });
}
