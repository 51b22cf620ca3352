import type { AttemptId, DeliveryId, EffectId, RunId, TaskId } from '../ids.ts';
import type { AgentExit, Harvest } from '../attempt/attempt.ts';
import type { CollectedFrom } from '../collect/collected-from.ts';
import type { SeenConflicts } from '../conflicts/live-conflict.ts';
import type { SeenDuplicates } from '../duplicates/live-duplicate.ts';
import type { AgentSpec, Plan, Task } from '../plan/plan.ts';
import type { MessageWay, Question } from '../receipt/agent-fact.ts';
import type { Part } from '../split/part-harvest.ts';
import type { Gap } from './gap.ts';
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
  /** Takes the files under some paths out of a delivery: `taken` becomes a delivery of the new task `name`. */
  | {
      readonly type: 'split';
      readonly delivery: DeliveryId;
      /** What was looked at. */
      readonly tree: string;
      readonly name: TaskId;
      readonly paths: readonly string[];
      /** `taken` lies on top of `rest`, and lands after it. */
      readonly after: boolean;
      readonly rest: Part;
      readonly taken: Part;
      readonly by: string;
    }
  | {
      readonly type: 'retry';
      readonly task: TaskId;
      readonly note: string;
      readonly by: string;
      /** Who is to make a collected task; left out: whoever made it before. */
      readonly agent?: AgentSpec;
    }
  /** Takes in work that fanin did not start: `task` is added where the run has none of that id. */
  | {
      readonly type: 'collect';
      readonly task: Task;
      readonly from: CollectedFrom;
      readonly harvest: Harvest;
      readonly by: string;
    }
  | { readonly type: 'drop'; readonly task: TaskId; readonly reason: string; readonly by: string }
  /** Takes a landed task off the target again. */
  | { readonly type: 'undo'; readonly task: TaskId; readonly reason: string; readonly by: string }
  | { readonly type: 'stop-attempt'; readonly attempt: AttemptId; readonly by: string }
  /** Tells a running agent something. */
  | {
      readonly type: 'steer';
      readonly attempt: AttemptId;
      readonly text: string;
      readonly by: string;
    }
  /** Answers a question of a running agent. */
  | {
      readonly type: 'answer';
      readonly attempt: AttemptId;
      readonly question: string;
      readonly choice: string;
      readonly by: string;
    }
  | { readonly type: 'stop-run'; readonly mode: 'wrap-up' | 'now'; readonly by: string }
  | {
      readonly type: 'set-limit';
      /** `auto`: as the plan has it; null: as it is. */
      readonly live: number | 'auto' | null;
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
  /** What an agent's output told that is more than telemetry. Told again, it changes nothing. */
  | { readonly type: 'asked'; readonly attempt: AttemptId; readonly question: Question }
  | {
      readonly type: 'answered';
      readonly attempt: AttemptId;
      readonly question: string;
      readonly choice: string;
    }
  | {
      readonly type: 'told';
      readonly attempt: AttemptId;
      readonly message: string;
      readonly way: MessageWay;
    }
  /** What an attempt has used; told when it matters for a limit. */
  | {
      readonly type: 'spent';
      readonly attempt: AttemptId;
      readonly tokens: number;
      readonly usd: number | null;
    }
  /** What a comparison of all that is under way has found. */
  | { readonly type: 'conflicts-seen'; readonly seen: SeenConflicts }
  /** What of it is written twice. */
  | { readonly type: 'duplicates-seen'; readonly seen: SeenDuplicates }
  /** For how many ms an attempt has waited for the model service's rate limit, up to now. */
  | { readonly type: 'rate-limited'; readonly attempt: AttemptId; readonly ms: number }
  /** An attempt takes more of the disk than it may. */
  | {
      readonly type: 'disk-taken';
      readonly attempt: AttemptId;
      readonly bytes: number;
      readonly most: number;
    }
  /** Look at the clock: deadlines, review windows, whether something may start, whether the run is over. `start`: whether new attempts may start at all. */
  | { readonly type: 'tick'; readonly start: boolean }
  /** Somebody looks after the run again: ahead of whatever else is told. `gap`: nobody looked before this; null: somebody did. */
  | { readonly type: 'wake'; readonly gap: Gap | null };
