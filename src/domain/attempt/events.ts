import type { CollectedFrom } from '../collect/collected-from.ts';
import type { Failure } from '../failure.ts';
import type { AttemptId, TaskId } from '../ids.ts';
import type { SplitFrom } from '../split/split-from.ts';
import type { MessageWay, Question } from '../receipt/agent-fact.ts';
import type { Trouble } from '../receipt/trouble.ts';
import type {
  AgentExit,
  AgentProcess,
  AttemptOutcome,
  Comeback,
  Harvest,
  StopReason,
  Workspace,
} from './attempt.ts';

/** What happened to an attempt and its workspace. Times are epoch milliseconds. */
export type AttemptEvent =
  | {
      readonly type: 'attempt.queued';
      readonly at: number;
      readonly attempt: AttemptId;
      readonly task: TaskId;
      readonly n: number;
      readonly base: string;
      readonly comeback: Comeback | null;
      readonly why: string;
    }
  /** Work that fanin did not start was taken in, whole: the attempt has delivered as it begins. */
  | {
      readonly type: 'attempt.collected';
      readonly at: number;
      readonly attempt: AttemptId;
      readonly task: TaskId;
      readonly n: number;
      readonly from: CollectedFrom;
      readonly harvest: Harvest;
      /** What the work before it was sent back for. */
      readonly comeback: Comeback | null;
      readonly by: string;
    }
  /** A part of a delivery that a person took apart: the attempt has delivered as it begins. */
  | {
      readonly type: 'attempt.split';
      readonly at: number;
      readonly attempt: AttemptId;
      readonly task: TaskId;
      readonly n: number;
      readonly split: SplitFrom;
      /** Where the whole was collected from; null: an agent of fanin made it. */
      readonly collected: CollectedFrom | null;
      readonly harvest: Harvest;
      readonly comeback: Comeback | null;
      readonly by: string;
    }
  | {
      readonly type: 'attempt.prepared';
      readonly at: number;
      readonly attempt: AttemptId;
      readonly workspace: Workspace;
    }
  | {
      readonly type: 'attempt.started';
      readonly at: number;
      readonly attempt: AttemptId;
      readonly process: AgentProcess;
      readonly deadlineAt: number;
    }
  | {
      readonly type: 'attempt.wrap-up-asked';
      readonly at: number;
      readonly attempt: AttemptId;
      readonly why: StopReason;
    }
  /** It takes more of the disk than it may, and is stopped at `stopAt`. */
  | {
      readonly type: 'attempt.disk-passed';
      readonly at: number;
      readonly attempt: AttemptId;
      readonly bytes: number;
      readonly most: number;
      readonly stopAt: number;
    }
  | { readonly type: 'attempt.wrap-up-told'; readonly at: number; readonly attempt: AttemptId }
  /** What it has used up to now; `usd` null: nobody knows what that cost. */
  | {
      readonly type: 'attempt.spent';
      readonly at: number;
      readonly attempt: AttemptId;
      readonly tokens: number;
      readonly usd: number | null;
    }
  /** For how many ms the model service has made its agent wait by limiting the rate, up to now. */
  | {
      readonly type: 'attempt.rate-limited';
      readonly at: number;
      readonly attempt: AttemptId;
      readonly ms: number;
    }
  /** A person says something to the agent; `message` names it. */
  | {
      readonly type: 'attempt.steered';
      readonly at: number;
      readonly attempt: AttemptId;
      readonly message: string;
      readonly text: string;
      readonly by: string;
    }
  /** The agent has taken a message, or it came too late. */
  | {
      readonly type: 'attempt.message-taken';
      readonly at: number;
      readonly attempt: AttemptId;
      readonly message: string;
      readonly way: MessageWay;
    }
  | {
      readonly type: 'attempt.asked';
      readonly at: number;
      readonly attempt: AttemptId;
      readonly question: Question;
    }
  /** `by` null: nobody answered in time, and the agent was told the default. */
  | {
      readonly type: 'attempt.answered';
      readonly at: number;
      readonly attempt: AttemptId;
      readonly question: string;
      readonly choice: string;
      readonly by: string | null;
    }
  | {
      readonly type: 'attempt.stop-asked';
      readonly at: number;
      readonly attempt: AttemptId;
      readonly why: StopReason;
    }
  | {
      readonly type: 'attempt.exited';
      readonly at: number;
      readonly attempt: AttemptId;
      readonly exit: AgentExit;
    }
  | {
      readonly type: 'attempt.ended';
      readonly at: number;
      readonly attempt: AttemptId;
      readonly outcome: AttemptOutcome;
      readonly reason: string;
      readonly harvest: Harvest | null;
      readonly failure: Failure | null;
      /** What kept the agent itself from its work; null: nothing, or nobody knows. */
      readonly trouble: Trouble | null;
    }
  | {
      readonly type: 'workspace.removed';
      readonly attempt: AttemptId;
      readonly kept: string | null;
    };
