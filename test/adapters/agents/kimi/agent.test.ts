import { kimiAgent } from '../../../../src/adapters/agents/kimi/agent.ts';
import { agentContract } from '../../../contract/agent.ts';

// Where the real CLI is at hand, test/e2e drives it; here nothing is installed.
agentContract('kimi', () => ({
  agent: kimiAgent({ node: process.execPath }),
  spec: { name: 'kimi', use: 'kimi', run: '/nowhere/kimi', args: [], env: {} },
}));
