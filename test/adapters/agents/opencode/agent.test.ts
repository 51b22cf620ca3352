import { opencodeAgent } from '../../../../src/adapters/agents/opencode/agent.ts';
import { agentContract } from '../../../contract/agent.ts';

// Where the real CLI is at hand, test/e2e drives it; here nothing is installed.
agentContract('opencode', () => ({
  agent: opencodeAgent({ node: process.execPath }),
  spec: { name: 'opencode', use: 'opencode', run: '/nowhere/opencode', args: [], env: {} },
}));
