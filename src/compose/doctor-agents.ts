import { loadConfig } from '../adapters/config/load-config.ts';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import type { AgentSpec } from '../domain/plan/plan.ts';
import type { Agent, AgentCapabilities, Detection, LoginState } from '../ports/agent.ts';
import { agentByName } from './agents.ts';
import { fine, note, problem } from './doctor-finding.ts';
import type { DoctorFinding } from './doctor-finding.ts';

/**
 * Each agent of the config: whether it is there, which version and whether that was tested, whether it is
 * logged in, and what will not work. One that tasks use by default must be there.
 */
export async function agentFindings(place: RepositoryPlace): Promise<readonly DoctorFinding[]> {
  const loaded = await loadConfig(place.root);
  if (!loaded.ok) return [];
  const { agents, layered } = loaded.value.config;
  const byDefault = layered.values['defaults.agent'];
  const found = await Promise.all(
    agents.map((spec) => agentFinding(spec, spec.name === byDefault)),
  );
  return found.flat();
}

async function agentFinding(
  spec: AgentSpec,
  isDefault: boolean,
): Promise<readonly DoctorFinding[]> {
  const name = `agent ${spec.name}`;
  const agent = agentByName(spec.use);
  if (agent === null) return [note(name, `fanin has no adapter "${spec.use}"`)];
  const found = await agent.detect(spec);
  if (!found.ok) {
    const { message, hint } = found.error;
    return [isDefault ? problem(name, found.error) : note(name, message, hint ?? null)];
  }
  const login = await agent.login(spec);
  const text = [
    whatText(spec, agent, found.value),
    ...loginText(login),
    isDefault ? 'the default' : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
  const about =
    login.state === 'out' ? note(name, text, agent.manifest?.loginHint ?? null) : fine(name, text);
  const limits = [...found.value.limits, ...cannot(agent.capabilities)];
  return [about, ...limits.map((limit) => note(name, limit))];
}

const whatText = (spec: AgentSpec, { manifest }: Agent, { version }: Detection): string => {
  if (manifest === null) return spec.use === 'scripted' ? 'scripted' : `runs ${spec.run ?? ''}`;
  const tested =
    manifest.testedVersion === version ? 'tested' : `tested: ${manifest.testedVersion}`;
  return `${spec.use} ${version} (${tested})`;
};

const loginText = ({ state, text }: LoginState): readonly string[] => {
  if (state === 'in') return ['logged in'];
  if (state === 'out') return [`not logged in${text === '' ? '' : `: ${text}`}`];
  return [];
};

const guardLimit = (guarded: AgentCapabilities['guarded']): readonly string[] => {
  switch (guarded) {
    case 'each-call':
      return [];
    case 'as-it-asks':
      return ['the text guard sees those of its calls alone for which it asks a permission'];
    case 'never':
      return ['asks no text guard before its calls'];
  }
};

/** What people would expect and it cannot do. An agent without records is known to be a command of one's own. */
const cannot = (can: AgentCapabilities): readonly string[] => {
  if (can.output === 'text') return [];
  return [
    ...(can.message === 'none' ? ['takes no messages while it works: no fanin steer'] : []),
    ...(can.delegation.includes('off') ? [] : ['its native sub-agents cannot be switched off']),
    ...(can.delegation.includes('capped') ? [] : ['its native sub-agents cannot be capped']),
    ...guardLimit(can.guarded),
  ];
};
