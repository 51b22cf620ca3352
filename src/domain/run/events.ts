import type { AttemptEvent } from '../attempt/events.ts';
import type { ConflictEvent } from '../conflicts/events.ts';
import type { DuplicateEvent } from '../duplicates/live-duplicate.ts';
import type { DeliveryEvent } from '../delivery/events.ts';
import type { DeliveryId, EffectId, RunId, TaskId } from '../ids.ts';
import type { TestOutcome } from '../merge-queue/events.ts';
import type { TestId } from '../merge-queue/queue.ts';
import type { AgentSpec, Plan, Task } from '../plan/plan.ts';
import type { TaskEvent } from '../task/events.ts';
import type { Effect } from './effects.ts';
import type { AwakeTime } from './host-clock.ts';
import type { LeftOutMember, TestedGroup } from './tested-group.ts';

/** Why a run came to its end, or to a halt that only people can end. */
export type RunEnd = 'landed' | 'waiting' | 'stopped' | 'unfinished';

/**
 * Decisions and facts of a run, in the order they became true. Replaying them through `evolve`
 * gives the state. Telemetry (tokens, last tool, output) is not in here: it lies in files.
 * Times are epoch milliseconds.
 */
export type RunEvent =
  | AttemptEvent
  | DeliveryEvent
  | TaskEvent
  | ConflictEvent
  | DuplicateEvent
  | {
      readonly type: 'run.started';
      readonly run: RunId;
      readonly at: number;
      readonly plan: Plan;
      readonly base: string;
      readonly targetRef: string;
    }
  /** A task that its plan did not have; the next event says why it is there. */
  | { readonly type: 'run.task-added'; readonly at: number; readonly task: Task }
  /** A person took a delivery of `task` apart: what lies under `paths` is the task `part` from now on. */
  | {
      readonly type: 'run.task-split';
      readonly at: number;
      readonly task: TaskId;
      readonly part: Task;
      readonly paths: readonly string[];
      readonly by: string;
    }
  /** Who makes a collected task from now on. */
  | {
      readonly type: 'run.task-assigned';
      readonly at: number;
      readonly task: TaskId;
      readonly agent: AgentSpec;
      readonly by: string;
    }
  | { readonly type: 'run.resumed'; readonly at: number }
  | {
      readonly type: 'run.stop-requested';
      readonly at: number;
      readonly mode: 'wrap-up' | 'now';
      readonly by: string;
    }
  | {
      readonly type: 'run.limit-set';
      readonly at: number;
      readonly live: number | null;
      readonly review: number | null;
      readonly by: string;
    }
  | {
      readonly type: 'run.review-window-closed';
      readonly at: number;
      readonly limit: number;
      readonly reason: string;
    }
  /** No word of the run since `from`; its agents were at work until `workedUntil`, and the rest is no wall time. */
  | {
      readonly type: 'run.unattended';
      readonly at: number;
      readonly from: number;
      readonly workedUntil: number;
    }
  /** The host's clocks, where nobody knows them yet or the host has slept since; `slept`: for so many ms. */
  | {
      readonly type: 'run.clock-read';
      readonly at: number;
      readonly awake: AwakeTime;
      readonly slept: number;
    }
  | {
      readonly type: 'run.ended';
      readonly at: number;
      readonly end: RunEnd;
      readonly reason: string;
    }
  | { readonly type: 'effect.intended'; readonly id: EffectId; readonly effect: Effect }
  | { readonly type: 'effect.settled'; readonly id: EffectId; readonly note: string | null }
  /** The merge queue tests a group. `assumed`: how many at its front are being tested already; `rerun`: whatever is known of the tree. */
  | {
      readonly type: 'queue.test-began';
      readonly at: number;
      readonly test: TestId;
      readonly deliveries: readonly DeliveryId[];
      readonly assumed: number;
      readonly rerun: boolean;
    }
  /** Its verdict is of no use any more: a member has left it, or it is known. */
  | {
      readonly type: 'queue.cancel-asked';
      readonly at: number;
      readonly test: TestId;
      readonly why: 'void' | 'known';
    }
  /** `group`: null where nothing was merged or nothing came of it. `text`: what was red, or the fault. */
  | {
      readonly type: 'queue.test-ended';
      readonly at: number;
      readonly test: TestId;
      readonly outcome: TestOutcome;
      readonly group: TestedGroup | null;
      readonly leftOut: readonly LeftOutMember[];
      readonly text: string | null;
    }
  | {
      readonly type: 'queue.landing-began';
      readonly at: number;
      readonly test: TestId;
      readonly deliveries: readonly DeliveryId[];
    }
  /** Nothing moved; its deliveries wait again. */
  | {
      readonly type: 'queue.landing-failed';
      readonly at: number;
      readonly test: TestId;
      readonly deliveries: readonly DeliveryId[];
      readonly reason: string;
    }
  | { readonly type: 'target.created'; readonly ref: string; readonly commit: string }
  /** Others have pushed to the branch that they share with fanin: what is to land is tested on top of that. */
  | {
      readonly type: 'target.moved';
      readonly at: number;
      readonly from: string;
      readonly to: string;
    };

export type RunEventType = RunEvent['type'];
