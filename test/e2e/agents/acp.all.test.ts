import { realAgentContract } from '../../contract/real-agent.ts';
import { describeWith } from '../../support/capabilities.ts';
import { acpDialect } from './acp.ts';

describeWith(['acp-cli', 'proc'], 'claude-agent-acp over ACP', () => {
  realAgentContract(acpDialect);
});
