import type { Agent } from '../../ports/agent.ts';

/** The adapter of agents that are a model: it takes messages, and tells its tokens. */
export const modelledAgent = (name: string): Agent => ({
  name,
  capabilities: {
    message: 'mid-turn',
    asks: false,
    resume: false,
    guarded: 'never',
    hooksNameSubAgents: false,
    delegation: ['off', 'native'],
    aboveCap: null,
    usage: 'live',
    cost: false,
    heldBy: 'nothing',
    commits: true,
    needsTty: false,
    output: 'records',
  },
  manifest: null,
  detect: async () => ({ ok: true, value: { version: '1', limits: [] } }),
  login: async () => ({ state: 'in', text: '' }),
  launch: ({ brief }) => ({
    ok: true,
    value: { argv: [name], env: {}, files: [], stdin: brief, keepOpen: true, fixed: {} },
  }),
  decoder: () => ({ feed: () => [] }),
  input: (input) =>
    input.kind === 'message' ? `${input.id} ${input.text}\n` : `answer ${input.choice}\n`,
});
