import { describeWith } from '../../support/capabilities.ts';
import { guardGoesOn, guardGone, guardOf } from './guard-of.ts';
import { GUARD_GONE, GUARDED } from './guarded-dialects.ts';

describeWith(['claude-cli', 'codex-cli', 'git'], 'the guard in front of real agents', () => {
  guardOf([GUARDED.claude, GUARDED.codex]);
});

describeWith(['kimi-cli', 'git'], 'the guard in front of Kimi Code', () => {
  guardOf([GUARDED.kimi]);
  guardGoesOn([GUARDED.kimi]);
  guardGone([GUARD_GONE.kimi]);
});
