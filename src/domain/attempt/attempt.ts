import type { CollectedFrom } from '../collect/collected-from.ts';
import type { SplitFrom } from '../split/split-from.ts';
import type { AttemptId, RunId, TaskId } from '../ids.ts';
import type { Trouble } from '../receipt/trouble.ts';
import type { Failure } from '../failure.ts';

/** How an attempt is kept apart: a linked worktree, or a private clone behind a boundary. */
export type IsolationLevel = 'worktree' | 'sandbox';

/** From the sandbox level up the kernel holds an agent in. */
export const hasBoundary = (level: IsolationLevel): boolean => level !== 'worktree';

/** Where an attempt works. */
export interface Workspace {
  readonly attempt: AttemptId;
  readonly level: IsolationLevel;
  /** Absolute path of the work copy. */
  readonly path: string;
  readonly branch: string;
  /** The commit it started from. */
  readonly base: string;
}

/** The processes of a started attempt, as `/proc` knows them: pid and start time make them unique. */
export interface AgentProcess {
  readonly supervisorPid: number;
  readonly pid: number;
  /** Start time in clock ticks since boot, as text; `''` where the platform has none. */
  readonly startTime: string;
}

/** Why an agent was made to stop. */
export type StopReason = 'deadline' | 'disk' | 'person' | 'run-stopped' | 'conflict';

/** How an agent's process ended. `lost`: its supervisor died and nobody saw the end. */
export interface AgentExit {
  readonly code: number | null;
  readonly signal: string | null;
  readonly lost: boolean;
  /** Why it was stopped, when it was. */
  readonly stopped: StopReason | null;
}

/** What lay in the workspace at the end, now held by refs. */
export interface Harvest {
  /** The commit that holds the whole tree; null when nothing differs from the base. */
  readonly commit: string | null;
  readonly tree: string;
  readonly base: string;
  /** True when fanin had to commit what the agent left uncommitted. */
  readonly snapshot: boolean;
  /** Things seen that somebody should know: nested repositories, changed brought-in files … */
  readonly findings: readonly Finding[];
}

/** Something that needs a decision or attention. `blocks`: it keeps a delivery from landing by itself. */
export interface Finding {
  readonly kind: string;
  readonly text: string;
  readonly path?: string;
  /** Lines that show it, with `-` or `+` before them. */
  readonly hunk?: readonly string[];
  readonly blocks: boolean;
}

/** Why an attempt is made again, and what its agent must know of the last one. */
export interface Comeback {
  readonly from: AttemptId;
  readonly kind: 'conflict' | 'red' | 'review' | 'stopped' | 'failed';
  /** The reason as the agent will read it. */
  readonly text: string;
  /** Commit that holds the earlier work, or null. */
  readonly commit: string | null;
}

export type AttemptOutcome = 'delivered' | 'salvaged' | 'empty' | 'failed' | 'cancelled';

interface Common {
  readonly id: AttemptId;
  readonly run: RunId;
  readonly task: TaskId;
  readonly n: number;
  readonly queuedAt: number;
  /** The target's commit it starts from. */
  readonly base: string;
  readonly comeback: Comeback | null;
}
interface Placed extends Common {
  readonly workspace: Workspace;
}
interface Started extends Placed {
  readonly process: AgentProcess;
  readonly startedAt: number;
  /** Whether the agent was told to come to an end: what it hands in may be half done. */
  readonly toldToWrapUp: boolean;
  /** Epoch ms at which it is stopped. */
  readonly deadlineAt: number;
}

/**
 * An attempt's life. idle ≠ exited ≠ done ≠ accepted: each has a state of its own.
 *
 * ```
 * (queued) ─ preparing ─ starting ─ running ─ wrapping-up ─ stopping ─┐
 *                │           │         └───────────┴───── (exited) ───┴─ harvesting ─ ended
 *                └───────────┴────────────────────────────────────────────────────── ended
 * (collected, split) ───────────────────────────────────────────────────────────────────── ended
 * ```
 * `ended` is one of delivered, salvaged, empty, failed, cancelled.
 */
export type Attempt =
  | (Common & { readonly phase: 'preparing' })
  | (Placed & { readonly phase: 'starting' })
  | (Started & { readonly phase: 'running' })
  | (Started & {
      readonly phase: 'wrapping-up';
      readonly why: StopReason;
      readonly askedAt: number;
    })
  | (Started & { readonly phase: 'stopping'; readonly why: StopReason })
  | (Started & {
      readonly phase: 'harvesting';
      readonly exit: AgentExit;
      readonly exitedAt: number;
    })
  | (Common & {
      readonly phase: 'ended';
      readonly outcome: AttemptOutcome;
      readonly reason: string;
      readonly workspace: Workspace | null;
      readonly startedAt: number | null;
      readonly toldToWrapUp: boolean;
      readonly exit: AgentExit | null;
      readonly harvest: Harvest | null;
      readonly failure: Failure | null;
      readonly trouble: Trouble | null;
      readonly endedAt: number;
      /** It was not fanin's: taken in by `fanin collect`, it ended as it began. */
      readonly collected?: CollectedFrom;
      /** It is a part of another one's delivery, and ended as it began; what that was collected from, this was too. */
      readonly split?: SplitFrom;
    });

/** True while an agent process may exist or is about to. */
export const isLive = (attempt: Attempt): boolean => attempt.phase !== 'ended';
