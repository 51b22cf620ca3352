import type { CollectedFrom } from '../collect/collected-from.ts';
import type { SaidToAgent } from '../attempt/talk.ts';
import type { IsolationLevel } from '../attempt/attempt.ts';
import type { Question } from '../receipt/agent-fact.ts';
import type { RunId } from '../ids.ts';
import type { SplitFrom } from '../split/split-from.ts';

/** A row of a projection: what `status` and the like read without replaying. Rebuilt from events. */
export interface View {
  readonly kind: 'run' | 'task' | 'attempt' | 'delivery';
  readonly run: RunId;
  readonly id: string;
  /** The body as plain data; its shape is in protocol/views.ts. */
  readonly body: RunView | TaskView | AttemptView | DeliveryView;
}

export interface RunView {
  readonly goal: string;
  readonly phase: 'running' | 'wrapping-up' | 'stopping' | 'ended';
  readonly end: string | null;
  readonly endReason: string | null;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly base: string;
  readonly targetRef: string;
  readonly target: string;
  readonly tasks: readonly string[];
  readonly wallMs: number | null;
  /** The limit of agent time, and what was used of it when the view was made, in ms. */
  readonly agentMs: number | null;
  readonly agentUsedMs: number;
  /** Wall time used up to `busySince` (or for good, where that is null), in ms. */
  readonly wallUsedMs: number;
  readonly busySince: number | null;
  readonly reviewBy: string;
  readonly reviewLimit: number;
  readonly window: { readonly arrivals: number; readonly reviews: number };
  /** The governor's latest word: terms with figures, and which one binds. */
  readonly limit: LimitView;
  readonly admission: string;
  /** Who does not merge with whom, `b` null: with the target; absent in rows of an older fanin. */
  readonly conflicts?: readonly {
    readonly a: string;
    readonly b: string | null;
    readonly files: readonly string[];
  }[];
  /** What is written twice of what is under way; absent likewise. */
  readonly duplicates?: readonly { readonly text: string; readonly advice: string }[];
}

export interface LimitView {
  readonly live: number;
  /** null: nothing binds. */
  readonly may: number | null;
  readonly binding: string;
  readonly terms: readonly {
    readonly name: string;
    readonly may: number | null;
    readonly text: string;
    readonly change: string;
  }[];
}

export interface TaskView {
  readonly phase: string;
  /** Whether it holds its scope and locks against other tasks, of other runs too. */
  readonly held: boolean;
  readonly agent: string;
  readonly needs: readonly string[];
  readonly writes: readonly string[] | null;
  readonly locks: readonly string[];
  readonly attempts: number;
  readonly attempt: string | null;
  /** The task of another run, as `<run>/<task>`, that keeps a ready task from starting; null: none does. */
  readonly holder: string | null;
  /** Why it is not running, or how it came out; '' when there is nothing to say. */
  readonly reason: string;
  readonly landed: string | null;
  /** Expected agent time in ms; absent in rows of an older fanin. */
  readonly sizeMs?: number | null;
}

export interface AttemptView {
  readonly task: string;
  readonly n: number;
  readonly phase: string;
  readonly outcome: string | null;
  readonly reason: string;
  readonly agent: string;
  readonly why: string;
  readonly workspace: string | null;
  /** True once its workspace has been removed. */
  readonly removed: boolean;
  readonly kept: string | null;
  /** How it is isolated; null: it has no workspace yet. */
  readonly level: IsolationLevel | null;
  readonly branch: string | null;
  readonly base: string;
  readonly commit: string | null;
  readonly pid: number | null;
  readonly queuedAt: number;
  readonly startedAt: number | null;
  readonly deadlineAt: number | null;
  readonly endedAt: number | null;
  /** Questions of the agent that wait for an answer. */
  readonly asks: readonly Question[];
  /** What people have told it. */
  readonly messages: readonly SaidToAgent[];
  /** For how long it waited for the model service's rate limit, and for people, when the view was made; ms. */
  readonly rateLimitedMs: number;
  readonly peopleMs: number;
  /** How it ended, as a stable word; null: it has not. */
  readonly code: string | null;
  /** Its end has nothing to do with the task or with what the agent did. */
  readonly infrastructure: boolean;
  /** Where its work was taken in from; absent: it was fanin's own. */
  readonly collected?: CollectedFrom;
  /** Out of which delivery it was made; absent: it is no part of another. */
  readonly split?: SplitFrom;
}

export interface DeliveryView {
  readonly task: string;
  readonly phase: string;
  readonly commit: string;
  readonly tree: string;
  readonly base: string;
  readonly verdict: string | null;
  readonly receipt: string | null;
  readonly blocking: readonly string[];
  readonly reason: string;
  readonly approvedBy: string | null;
  readonly landed: string | null;
  readonly offeredAt: number;
  /** Absent in rows of an older fanin. */
  readonly landedAt?: number | null;
}
