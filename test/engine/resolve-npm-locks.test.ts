import { lockToolContract } from '../contract/lock-tool.ts';
import { describeWith } from '../support/capabilities.ts';

describeWith(['git-2.38'], 'locks of packages from an index, by the real client', () => {
  lockToolContract('npm', { parts: ['place'] });
  lockToolContract('pnpm', { parts: ['lacks', 'place'] });
  lockToolContract('yarn', { isLax: true });
  lockToolContract('yarn-berry', { parts: ['pins', 'place'] });
});
