import { claudeCodeAgent } from '../../../../src/adapters/agents/claude-code/agent.ts';
import { agentContract } from '../../../contract/agent.ts';

// Where the real CLI is at hand, test/e2e drives it; here nothing is installed.
agentContract('claude-code', () => ({
  agent: claudeCodeAgent({ node: process.execPath }),
  spec: { name: 'claude', use: 'claude-code', run: '/nowhere/claude', args: [], env: {} },
}));
