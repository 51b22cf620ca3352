import { describeWith } from '../../support/capabilities.ts';
import { behindBoundary } from './behind-boundary.ts';
import { geminiDialect } from './gemini.ts';

describeWith(['gemini-cli', 'bubblewrap', 'git-2.38', 'proc'], 'gemini behind a boundary', () => {
  behindBoundary(geminiDialect);
});
