import type { AttemptId, DeliveryId, EffectId, RunId, TaskId } from '../ids.ts';
import type { AgentExit } from '../attempt/attempt.ts';
import type { Plan } from '../plan/plan.ts';
import type { EffectOutcome } from './effects.ts';

/** What people (through any process) ask of a run. Travels through the inbox. */
export type PersonCommand =
  | {
      readonly type: 'approve';
      readonly delivery: DeliveryId;
      readonly tree: string;
      readonly by: string;
    }
  | {
      readonly type: 'return';
      readonly delivery: DeliveryId;
      readonly comment: string;
      readonly by: string;
    }
  | {
      readonly type: 'reject';
      readonly delivery: DeliveryId;
      readonly comment: string;
      readonly by: string;
    }
  | {
      readonly type: 'park';
      readonly delivery: DeliveryId;
      readonly comment: string;
      readonly by: string;
    }
  | { readonly type: 'retry'; readonly task: TaskId; readonly note: string; readonly by: string }
  | { readonly type: 'drop'; readonly task: TaskId; readonly reason: string; readonly by: string }
  | { readonly type: 'stop-attempt'; readonly attempt: AttemptId; readonly by: string }
  | { readonly type: 'stop-run'; readonly mode: 'wrap-up' | 'now'; readonly by: string }
  | {
      readonly type: 'set-limit';
      readonly live: number | null;
      readonly review: number | null;
      readonly by: string;
    };

/** Everything a run can be told. `now` is epoch ms and comes with each command. */
export type RunCommand =
  | PersonCommand
  | {
      readonly type: 'start';
      readonly run: RunId;
      readonly plan: Plan;
      readonly base: string;
      readonly targetRef: string;
    }
  /** Carry on with a run that ended, was stopped or lost its engine. */
  | { readonly type: 'resume' }
  | { readonly type: 'settle'; readonly effect: EffectId; readonly outcome: EffectOutcome }
  | {
      readonly type: 'exited';
      readonly attempt: AttemptId;
      readonly exit: AgentExit;
      readonly at: number;
    }
  /** Look at the clock: deadlines, review windows, whether something may start, whether the run is over. `start`: whether new attempts may start at all. */
  | { readonly type: 'tick'; readonly start: boolean };
