import { describeWith } from '../../support/capabilities.ts';
import { behindBoundary } from './behind-boundary.ts';
import { kimiDialect } from './kimi.ts';

describeWith(['kimi-cli', 'bubblewrap', 'git-2.38', 'proc'], 'kimi behind a boundary', () => {
  behindBoundary(kimiDialect);
});
