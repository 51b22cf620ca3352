import { acpAgent } from '../../../../src/adapters/agents/acp/agent.ts';
import { agentContract } from '../../../contract/agent.ts';

agentContract('acp', () => ({
  agent: acpAgent({ node: process.execPath }),
  spec: { name: 'acp', use: 'acp', run: '/nowhere/agent --acp', args: [], env: {} },
}));
