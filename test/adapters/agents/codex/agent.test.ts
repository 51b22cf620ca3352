import { codexAgent } from '../../../../src/adapters/agents/codex/agent.ts';
import { agentContract } from '../../../contract/agent.ts';

agentContract('codex', () => ({
  agent: codexAgent({ node: process.execPath }),
  spec: { name: 'codex', use: 'codex', run: '/nonexistent/codex', args: [], env: {} },
}));
