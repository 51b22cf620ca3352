import { loadConfig } from '../adapters/config/load-config.ts';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import type { AgentSpec } from '../domain/plan/plan.ts';
import { agentByName } from './agents.ts';
import { fine, note, problem } from './doctor-finding.ts';
import type { DoctorFinding } from './doctor-finding.ts';

/** Each agent of the config with its version. One that is missing is a problem when tasks use it by default. */
export async function agentFindings(place: RepositoryPlace): Promise<readonly DoctorFinding[]> {
  const loaded = await loadConfig(place.root);
  if (!loaded.ok) return [];
  const { agents, layered } = loaded.value.config;
  const byDefault = layered.values['defaults.agent'];
  return Promise.all(agents.map((spec) => agentFinding(spec, spec.name === byDefault)));
}

async function agentFinding(spec: AgentSpec, isDefault: boolean): Promise<DoctorFinding> {
  const name = `agent ${spec.name}`;
  const found = await agentByName(spec.use)?.detect(spec);
  if (found === undefined) return note(name, `fanin has no adapter "${spec.use}"`);
  if (!found.ok) {
    const { message, hint } = found.error;
    return isDefault ? problem(name, found.error) : note(name, message, hint ?? null);
  }
  const what = spec.use === 'command' ? `runs ${spec.run ?? ''}` : `${spec.use} ${found.value}`;
  return fine(name, isDefault ? `${what}, the default` : what);
}
