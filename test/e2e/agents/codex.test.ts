import { realAgentContract } from '../../contract/real-agent.ts';
import { describeWith } from '../../support/capabilities.ts';
import { codexDialect } from './codex.ts';

describeWith(['codex-cli', 'proc'], 'Codex', () => {
  realAgentContract(codexDialect);
});
