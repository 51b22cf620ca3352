import { describeWith } from '../../support/capabilities.ts';
import { behindBoundary } from './behind-boundary.ts';
import { claudeDialect } from './claude-code.ts';

describeWith(
  ['claude-cli', 'bubblewrap', 'git-2.38', 'proc'],
  'claude-code behind a boundary',
  () => {
    behindBoundary(claudeDialect);
  },
);
