import type { AttemptId, RunId, TaskId } from '../ids.ts';
import type { AgentExit, Finding } from '../attempt/attempt.ts';
import type { CheckResult, Verdict } from '../delivery/delivery.ts';

/** A changed file, as git counts it. `added` and `removed` are null for binary files. */
export interface FileChange {
  readonly path: string;
  readonly change: 'added' | 'modified' | 'deleted' | 'renamed' | 'type-changed';
  readonly from: string | null;
  readonly added: number | null;
  readonly removed: number | null;
}

/** A value that fanin could not measure (yet) says so instead of being absent or zero. */
export type Measured<T> =
  | { readonly measured: true; readonly value: T }
  | { readonly measured: false; readonly why: string };

export const measured = <T>(value: T): Measured<T> => ({ measured: true, value });
export const unmeasured = (why: string): { readonly measured: false; readonly why: string } => ({
  measured: false,
  why,
});

/** One thing the agent said, held against the evidence. */
export interface Claim {
  readonly text: string;
  readonly source: 'handoff' | 'final-message';
  readonly verdict: 'confirmed' | 'contradicted' | 'unverified';
  /** The evidence in one sentence. */
  readonly because: string;
}

export interface CommandRun {
  readonly argv: string;
  readonly exit: number | null;
  readonly source: 'agent' | 'fanin';
}

export interface TokenUsage {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
}

/** The evidence for one attempt. `schema` is bumped with every change of shape. */
export interface Receipt {
  readonly schema: 1;
  readonly run: RunId;
  readonly task: TaskId;
  readonly attempt: AttemptId;
  readonly agent: {
    readonly name: string;
    readonly adapter: string;
    readonly version: Measured<string>;
    readonly model: Measured<string>;
    readonly effort: Measured<string>;
  };
  readonly workspace: {
    readonly level: 'worktree';
    readonly base: string;
    readonly setup: Measured<CheckResult>;
  };
  readonly commit: string;
  readonly tree: string;
  readonly files: readonly (FileChange & { readonly inScope: boolean })[];
  readonly deliverables: readonly { readonly path: string; readonly present: boolean }[];
  readonly commands: readonly CommandRun[];
  readonly checks: readonly CheckResult[];
  readonly verdict: Verdict;
  readonly claims: readonly Claim[];
  readonly risks: readonly string[];
  readonly findings: readonly Finding[];
  readonly refused: Measured<readonly string[]>;
  readonly usage: Measured<TokenUsage>;
  readonly cost: Measured<{ readonly usd: number; readonly source: string }>;
  readonly exit: AgentExit;
  readonly unknownRecords: number;
  readonly timeline: readonly { readonly what: string; readonly at: number }[];
}
