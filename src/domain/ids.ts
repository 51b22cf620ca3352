/** A run: short, sortable by start, unique in a repository (`r0wq3k1`). */
export type RunId = string;
/** A task's key in its plan. */
export type TaskId = string;
/** An attempt: `<run>-<task>-<n>`; people see and type `<task>#<n>`. */
export type AttemptId = string;
/** A delivery has the id of the attempt that made it: an attempt delivers at most once. */
export type DeliveryId = AttemptId;
/** An effect: `<run>.<k>`, k counting the effects of the run from 1. */
export type EffectId = string;

/** Whether a text may name a task. */
export const isTaskId = (text: string): boolean => /^[a-z0-9][a-z0-9_-]{0,39}$/u.test(text);

/** The id of the n-th attempt (from 1) at a task. */
export const attemptId = (run: RunId, task: TaskId, n: number): AttemptId => `${run}-${task}-${n}`;

/** What a person sees for an attempt: `<task>#<n>`. */
export const attemptLabel = (task: TaskId, n: number): string => `${task}#${n}`;

/** Names of everything fanin owns in the user's repository. */
export const targetRef = (run: RunId): string => `refs/heads/fanin/${run}/target`;
export const workBranch = (run: RunId, task: TaskId, n: number): string =>
  `fanin/${run}/attempts/${task}/${n}/work`;
export const harvestRef = (run: RunId, task: TaskId, n: number): string =>
  `refs/fanin/${run}/harvest/${task}/${n}`;
/** Holds the commit that took the n-th attempt's landing off the target again. */
export const undoneRef = (run: RunId, task: TaskId, n: number): string =>
  `refs/fanin/${run}/undone/${task}/${n}`;
export const landedRef = (run: RunId, task: TaskId): string => `refs/fanin/${run}/landed/${task}`;

/** In `store.git`, not in the user's repository: what a live workspace looked like, the `seq`-th time. */
export const checkpointRef = (run: RunId, task: TaskId, n: number, seq: number): string =>
  `refs/fanin/checkpoints/${run}/${task}/${n}/${seq}`;
/** In the user's repository: holds the commit that the checkpoints of an attempt build upon. */
export const keepRef = (run: RunId, task: TaskId, n: number): string =>
  `refs/fanin/${run}/keep/${task}/${n}`;
/** In the user's repository: holds the commit that a private clone started from while it stands. */
export const borrowedRef = (run: RunId, task: TaskId, n: number): string =>
  `refs/fanin/${run}/borrowed/${task}/${n}`;
/** In the user's repository: below it lie the branches, tags and stash of an agent's private clone. */
export const agentRefs = (run: RunId, task: TaskId, n: number): string =>
  `refs/fanin/${run}/agent/${task}/${n}`;
