import type { ExportChange } from '../duplicates/addition.ts';
import type { CollectedFrom } from '../collect/collected-from.ts';
import type { SplitFrom } from '../split/split-from.ts';
import type { KeptResolution } from '../resolve/kept.ts';
import type { AttemptId, RunId, TaskId } from '../ids.ts';
import type { Given } from './given.ts';
import type { AttemptTime } from '../governor/work-time.ts';
import type { CommandRun } from './output-summary.ts';
import type { TokenUsage } from './token-usage.ts';
import type { SaidToAgent } from '../attempt/talk.ts';
import type { AgentExit, Finding, IsolationLevel } from '../attempt/attempt.ts';
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

/** Tokens of an attempt, sub-agents included. */
export interface AttemptUsage extends TokenUsage {
  /** The part of sub-agents. */
  readonly sub: Measured<TokenUsage>;
  /** True: the agent was stopped before it told the rest. */
  readonly atLeast: boolean;
}

/** The evidence for one attempt. `schema` is bumped with every change of shape. */
export interface Receipt {
  readonly schema: 5;
  readonly run: RunId;
  readonly task: TaskId;
  readonly attempt: AttemptId;
  readonly agent: {
    readonly name: string;
    readonly adapter: string;
    readonly version: Measured<string>;
    readonly model: Measured<string>;
    readonly effort: Measured<string>;
    /** The id of its own session. */
    readonly session: Measured<string>;
    /** What it might do with sub-agents: `off`, `capped: 2`, `native`. */
    readonly delegation: string;
    /**
     * SHA-256 of what is held equal whatever the delegation is: prompt, model, effort, tools less those
     * for delegation, binary. Two arms of a pair agree in it.
     */
    readonly fixed: Measured<string>;
  };
  readonly workspace: {
    /** `none`: it was made outside of fanin. */
    readonly level: IsolationLevel | 'none';
    readonly base: string;
    readonly setup: Measured<CheckResult>;
    /** What of the host it was given behind its boundary. */
    readonly given: Measured<Given>;
  };
  /** Where the work was taken in from; null: it is fanin's own. */
  readonly collected: CollectedFrom | null;
  /** Out of which delivery a person took it; null: it is no part of another. */
  readonly split: SplitFrom | null;
  readonly commit: string;
  readonly tree: string;
  readonly files: readonly (FileChange & { readonly inScope: boolean })[];
  /** Exports that it removed or changed. */
  readonly exports: Measured<readonly ExportChange[]>;
  readonly deliverables: readonly { readonly path: string; readonly present: boolean }[];
  readonly commands: readonly CommandRun[];
  readonly checks: readonly CheckResult[];
  readonly verdict: Verdict;
  readonly claims: readonly Claim[];
  readonly risks: readonly string[];
  readonly findings: readonly Finding[];
  /**
   * What resolvers did on the way of its landing. That comes after the receipt was sealed by its hash, and is
   * therefore kept beside it; absent: nothing.
   */
  readonly resolutions?: readonly KeptResolution[];
  readonly refused: Measured<readonly string[]>;
  readonly usage: Measured<AttemptUsage>;
  readonly cost: Measured<{ readonly usd: number; readonly source: string }>;
  readonly subAgents: Measured<{
    readonly started: number;
    readonly refused: number;
    readonly mostAtOnce: number;
  }>;
  /** What people told the agent while it worked, and which way that went in. */
  readonly messages: readonly SaidToAgent[];
  /** What it asked, and what it was told; `by` null: nobody answered in time. */
  readonly questions: readonly {
    readonly text: string;
    readonly answer: string;
    readonly by: string | null;
  }[];
  /** What kept the agent from its work, though it went on to an end. */
  readonly trouble: { readonly code: string; readonly text: string } | null;
  /** The agent's own records of its session, absolute paths: fanin's copies, where its HOME was private. */
  readonly transcripts: Measured<readonly string[]>;
  /** Null: nobody saw it end. */
  readonly exit: AgentExit | null;
  readonly unknownRecords: number;
  /** Where the agent's time went, in ms. */
  readonly time: Measured<AttemptTime>;
  readonly timeline: readonly { readonly what: string; readonly at: number }[];
}
