import { realAgentContract } from '../../contract/real-agent.ts';
import { describeWith } from '../../support/capabilities.ts';
import { claudeDialect } from './claude-code.ts';

describeWith(['claude-cli', 'proc'], 'the real Claude Code keeps the contract of agents', () => {
  realAgentContract(claudeDialect);
});
