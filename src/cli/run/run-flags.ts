import type { CommonFlags } from '../app/common-flags.ts';
import type { PlanFlags } from '../app/plan-flags.ts';

/** The flags of `fanin run`. `resume`: a run; empty: the newest. */
export interface RunFlags extends CommonFlags, PlanFlags {
  readonly detach?: boolean;
  readonly resume?: string;
  readonly wait?: boolean;
  readonly dryRun?: boolean;
  /** This process is the background engine. */
  readonly background?: boolean;
}
