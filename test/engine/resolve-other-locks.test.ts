import { lockToolContract } from '../contract/lock-tool.ts';
import { describeWith } from '../support/capabilities.ts';

describeWith(['git-2.38', 'cargo'], 'locks of Rust', () => {
  lockToolContract('cargo');
});

describeWith(['git-2.38', 'go'], 'locks of Go', () => {
  lockToolContract('go');
});

describeWith(['git-2.38', 'poetry'], 'locks of Python', () => {
  // It never merges cleanly: the hash of the manifest is in it. And each start of it takes a second.
  lockToolContract('poetry', { parts: ['pins'] });
});
