import type { AgentExit, Attempt, Finding } from '../attempt/attempt.ts';
import type { CheckResult } from '../delivery/delivery.ts';
import type { Talk } from '../attempt/talk.ts';
import type { Price } from '../cost/price.ts';
import type { AttemptTime } from '../governor/work-time.ts';
import type { Task } from '../plan/plan.ts';
import type { Scope } from '../plan/scope.ts';
import type { ExportChange } from '../duplicates/addition.ts';
import type { Deliverable } from './deliverable.ts';
import type { Given } from './given.ts';
import type { Handoff } from './handoff.ts';
import type { KeptSession } from './session-records.ts';
import type { OutputSummary } from './output-summary.ts';
import type { FileChange, Measured } from './receipt.ts';

/** Everything measured about one delivery. */
export interface Facts {
  readonly task: Task;
  readonly attempt: Extract<Attempt, { phase: 'ended' }>;
  /** Null: nobody saw it end. */
  readonly exit: AgentExit | null;
  readonly commit: string;
  readonly tree: string;
  readonly changes: readonly FileChange[];
  readonly exports: Measured<readonly ExportChange[]>;
  readonly deliverables: readonly Deliverable[];
  readonly setup: Measured<CheckResult>;
  readonly checks: readonly CheckResult[];
  readonly output: OutputSummary;
  /** Its records of its session, where its HOME was private; null: they lie in the person's own. */
  readonly session: KeptSession | null;
  /** What the guard refused; null: it did not watch. */
  readonly guarded: readonly string[] | null;
  readonly talk: Talk;
  /** Whether the agent tells of its sub-agents. */
  readonly seesSubAgents: boolean;
  /** Hash of what is held equal between arms; null where nothing is known of that. */
  readonly fixed: string | null;
  /** What it was given of the host behind its boundary; null without one. */
  readonly given: Given | null;
  readonly prices: readonly Price[];
  /** Paths that a policy parks. */
  readonly parked: Scope;
  readonly handoff: Handoff | 'none' | { readonly invalid: string };
  readonly findings: readonly Finding[];
  readonly time: AttemptTime;
  readonly checkedAt: number;
}
