import { geminiAgent } from '../../../../src/adapters/agents/gemini/agent.ts';
import { agentContract } from '../../../contract/agent.ts';

// Where the real CLI is at hand, test/e2e drives it; here nothing is installed.
agentContract('gemini', () => ({
  agent: geminiAgent({ node: process.execPath }),
  spec: { name: 'gemini', use: 'gemini', run: '/nowhere/gemini', args: [], env: {} },
}));
