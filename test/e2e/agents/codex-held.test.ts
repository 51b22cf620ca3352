import { describeWith } from '../../support/capabilities.ts';
import { behindBoundary } from './behind-boundary.ts';
import { codexDialect } from './codex.ts';

describeWith(['codex-cli', 'bubblewrap', 'git-2.38', 'proc'], 'codex behind a boundary', () => {
  behindBoundary(codexDialect);
});
