import type { ConflictPolicy } from '../conflicts/live-conflict.ts';
import type { DuplicatePolicy } from '../duplicates/live-duplicate.ts';
import type { Grants } from './grants.ts';
import type { IsolationLevel } from '../attempt/attempt.ts';
import type { Price } from '../cost/price.ts';
import type { TaskId } from '../ids.ts';
import type { QueueMode } from '../merge-queue/queue.ts';
import type { ResolveRules } from '../resolve/rules.ts';
import type { Delegation } from './delegation.ts';
import type { Scope } from './scope.ts';

/** A command whose exit code decides: 0 passes. `run` is given to `sh -c` at the tree's root. */
export interface CheckDefinition {
  readonly name: string;
  readonly run: string;
  readonly timeoutMs: number;
}

/** How an agent of the config is started; `use` names the adapter. */
export interface AgentSpec {
  /** The name that tasks use. */
  readonly name: string;
  /** The adapter: `claude-code`, `codex`, `command` … */
  readonly use: string;
  /** `command`: the shell command; `acp`: the agent's command line; else the program, where it is not the usual one. */
  readonly run?: string;
  /** `scripted` only: the file with the steps, absolute. */
  readonly script?: string;
  readonly model?: string;
  readonly effort?: string;
  /** Further arguments for the agent's own command line. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** One task, resolved: every default filled in, every reference known to exist. */
export interface Task {
  readonly id: TaskId;
  readonly prompt: string;
  readonly agent: AgentSpec;
  /** Tasks that must have landed before this one starts. */
  readonly needs: readonly TaskId[];
  /** What it may write; null when undeclared: then it runs alone. */
  readonly writes: Scope | null;
  readonly deliverables: readonly string[];
  readonly locks: readonly string[];
  /** Kinds of thing it touches beyond its files: `dependencies`, `services`, `untrusted`. */
  readonly touches: readonly string[];
  /** Expected agent time in ms; null when neither the plan nor enough attempts here say. */
  readonly sizeMs: number | null;
  /** Who says so; null: nobody. */
  readonly sizeFrom: 'plan' | 'history' | null;
  /** Longest time an attempt may take, in ms, counted from the agent's start. */
  readonly deadlineMs: number;
  /** Somebody has said so for this very task, or for this run on the command line; else it is the default for all tasks. */
  readonly ownDeadline: boolean;
  readonly checks: readonly CheckDefinition[];
  readonly env: Readonly<Record<string, string>>;
  readonly isolation: IsolationLevel;
  readonly delegation: Delegation;
}

/** What a run may use. */
export interface Limits {
  /** Wall time in ms, without the time people are waited for; null: none. */
  readonly wallMs: number | null;
  /** Time that the agents of all attempts work, together, in ms; null: no limit. */
  readonly agentMs: number | null;
  /** Attempts alive at once. */
  readonly live: number;
  /** Tokens of all attempts together, sub-agents included; null: no limit. */
  readonly tokens: number | null;
  /** Their cost in USD; null: no limit. */
  readonly usd: number | null;
  /** Share of each limit kept for integration, 0 to 1. */
  readonly reserve: number;
  /** How often a task whose attempt failed, was stopped at its deadline or came back with a conflict or a red check is made again by itself. */
  readonly retries: number;
}

/** Who lets a delivery land, and how many may wait for them. */
export interface Review {
  readonly by: 'human' | 'checks';
  readonly limit: number;
}

/** How the merge queue tests. */
export interface QueueRules {
  readonly mode: QueueMode;
  /** Tests at once; `auto`: as many as are measured to get more done. */
  readonly slots: number | 'auto';
  /** Each delivery lands as one commit, without its own history behind it. */
  readonly squash: boolean;
}

/** Serial or concurrent, and why; decided once, when the plan is resolved. */
export interface Admission {
  readonly mode: 'serial' | 'concurrent';
  readonly reason: string;
}

/** A plan ready to run. */
export interface Plan {
  readonly goal: string;
  readonly tasks: readonly Task[];
  readonly limits: Limits;
  readonly review: Review;
  /** The task that puts the whole together, after all that hand something in; null: the integrator. */
  readonly assemble: TaskId | null;
  /** What becomes of the later of two that conflict; absent in plans of an older fanin: `warn`. */
  readonly conflicts?: ConflictPolicy;
  /** Whether anybody looks for what is written twice; absent likewise: `tell`. */
  readonly duplicates?: DuplicatePolicy;
  readonly concurrency: 'auto' | 'on' | 'off';
  readonly admission: Admission;
  /** Command that makes a work copy ready (`npm ci`), or null. */
  readonly setup: CheckDefinition | null;
  /** The target ref to land on, or null for the run's own. */
  readonly target: string | null;
  /** The branch or commit the target starts from, as written. */
  readonly base: string | null;
  /** How long before its deadline an attempt is asked to wrap up, in ms. */
  readonly graceMs: number;
  /** How long a question of an agent waits for a person, in ms; 0: its default is given at once. */
  readonly questionMs: number;
  /** What changes one of these paths waits for a person. */
  readonly parked: Scope;
  /** How approved deliveries are tested on their way to the target. */
  readonly queue: QueueRules;
  /** What those behind a boundary get beyond their workspace. */
  readonly grants: Grants;
  /** Prices that win over the table's. */
  readonly prices: readonly Price[];
  /** Who may settle shared kinds of file on the way to the target; absent in plans of an older fanin: nobody. */
  readonly resolve?: ResolveRules;
}
