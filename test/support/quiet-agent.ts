import type { AgentCapabilities, Agent } from '../../src/ports/agent.ts';

/** What the agents of engine tests can do: they take messages, and nothing else is known of them. */
export const quietCapabilities: AgentCapabilities = {
  message: 'mid-turn',
  asks: false,
  resume: false,
  guarded: 'never',
  hooksNameSubAgents: false,
  delegation: ['off'],
  aboveCap: null,
  usage: 'none',
  cost: false,
  heldBy: 'nothing',
  commits: true,
  needsTty: false,
  output: 'records',
};

/** An agent without a program of its own. */
export const quietAgent: Pick<Agent, 'capabilities' | 'manifest' | 'detect' | 'login' | 'input'> = {
  capabilities: quietCapabilities,
  manifest: null,
  detect: async () => ({ ok: true, value: { version: '1', limits: [] } }),
  login: async () => ({ state: 'in', text: '' }),
  input: (input) => `${input.kind === 'message' ? input.text : input.choice}\n`,
};
