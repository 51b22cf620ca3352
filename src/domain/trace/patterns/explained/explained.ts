import type { PatternCode } from '../pattern.ts';
import { CONTEXT } from './context.ts';
import type { Explanation } from './explanation.ts';
import { GOVERNANCE } from './governance.ts';
import { ORCHESTRATION } from './orchestration.ts';
import { SHARED_STATE } from './shared-state.ts';

/** What each pattern is, how it is looked for, and what prevents it. */
export const EXPLAINED: Readonly<Record<PatternCode, Explanation>> = {
  ...ORCHESTRATION,
  ...CONTEXT,
  ...GOVERNANCE,
  ...SHARED_STATE,
};
