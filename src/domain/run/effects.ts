import type { AttemptId, DeliveryId, EffectId } from '../ids.ts';
import type { AgentProcess, Harvest, StopReason, Workspace } from '../attempt/attempt.ts';
import type { AgentInput } from '../attempt/input.ts';
import type { Spent } from '../governor/spent.ts';
import type { MessageWay } from '../receipt/agent-fact.ts';
import type { Trouble } from '../receipt/trouble.ts';
import type { Failure } from '../failure.ts';
import type { ChangeSize, Landing, Verdict } from '../delivery/delivery.ts';
import type { TestId } from '../merge-queue/queue.ts';
import type { HeldMember, LandedMember, LeftOutMember, TestedGroup } from './tested-group.ts';

/**
 * Everything the engine does to the world. An effect's intent is an event, written in the same
 * transaction as its cause; so is its outcome. Each kind can be probed after a crash, and each
 * may be carried out again when the probe finds nothing.
 */
export type Effect =
  | { readonly kind: 'create-target'; readonly ref: string; readonly commit: string }
  | { readonly kind: 'prepare'; readonly attempt: AttemptId }
  | { readonly kind: 'start'; readonly attempt: AttemptId; readonly workspace: Workspace }
  | { readonly kind: 'wrap-up'; readonly attempt: AttemptId; readonly why: StopReason }
  | { readonly kind: 'stop'; readonly attempt: AttemptId; readonly why: StopReason }
  /** Gives a running agent an input; one with the same id is taken once. */
  | { readonly kind: 'tell'; readonly attempt: AttemptId; readonly input: AgentInput }
  | { readonly kind: 'harvest'; readonly attempt: AttemptId; readonly workspace: Workspace }
  | { readonly kind: 'check'; readonly delivery: DeliveryId }
  /** Writes down what came back, for whoever made a collected attempt. */
  | { readonly kind: 'write-brief'; readonly attempt: AttemptId }
  /** Merges the members of a test of the merge queue onto the target, and runs their checks on that tree. */
  | { readonly kind: 'test-group'; readonly test: TestId }
  /** Ends what runs for a test whose verdict nobody needs. */
  | { readonly kind: 'cancel-test'; readonly test: TestId }
  /** Moves the target to what a test was green on. `deliveries`: those that land by it, in order. */
  | {
      readonly kind: 'land-group';
      readonly test: TestId;
      readonly deliveries: readonly DeliveryId[];
    }
  /** Takes a landed delivery off the target again, where the checks are green without it. */
  | { readonly kind: 'unland'; readonly delivery: DeliveryId }
  /** Leaves a note at the landing's commit that says what stands behind it. */
  | { readonly kind: 'note-landing'; readonly delivery: DeliveryId }
  | {
      readonly kind: 'remove-workspace';
      readonly attempt: AttemptId;
      readonly workspace: Workspace;
    };

/** How an effect came out. The kind repeats the effect's, so that `decide` can check the pair. */
export type EffectOutcome =
  | { readonly kind: 'create-target'; readonly failure: Failure | null }
  | { readonly kind: 'prepare'; readonly workspace: Workspace }
  | { readonly kind: 'prepare-failed'; readonly failure: Failure }
  | {
      readonly kind: 'start';
      readonly process: AgentProcess;
      readonly startedAt: number;
      readonly deadlineAt: number;
    }
  | { readonly kind: 'start-failed'; readonly failure: Failure }
  | { readonly kind: 'wrap-up'; readonly delivered: boolean }
  | { readonly kind: 'stop' }
  /** `sent`: it has reached the agent's input. */
  | { readonly kind: 'tell'; readonly sent: boolean }
  /** With what the agent's output told of its end, and of messages to it. */
  | {
      readonly kind: 'harvest';
      readonly harvest: Harvest;
      readonly trouble: Trouble | null;
      readonly messages: readonly { readonly id: string; readonly way: MessageWay }[];
      /** What it has used in all; null: its agent does not say. */
      readonly spent: Spent | null;
    }
  | { readonly kind: 'harvest-failed'; readonly failure: Failure }
  | {
      readonly kind: 'check';
      readonly verdict: Verdict;
      readonly receipt: string;
      readonly blocking: readonly string[];
      readonly red: string | null;
      readonly size?: ChangeSize;
    }
  | { readonly kind: 'check-failed'; readonly failure: Failure }
  | { readonly kind: 'write-brief'; readonly failure: Failure | null }
  /** `group`: null where no member could be merged. `red`: what failed, as an author must read it; null: nothing did. */
  | {
      readonly kind: 'test-group';
      readonly group: TestedGroup | null;
      readonly leftOut: readonly LeftOutMember[];
      readonly red: string | null;
    }
  | { readonly kind: 'test-group-cancelled' }
  /** Members that would take back others' work: nothing was tested, and the rest is tested without them. */
  | { readonly kind: 'test-group-held'; readonly held: readonly HeldMember[] }
  /** Others have moved the target that they share: it is at `to` here, too. */
  | { readonly kind: 'test-group-moved'; readonly to: string }
  | { readonly kind: 'test-group-failed'; readonly failure: Failure }
  | { readonly kind: 'cancel-test' }
  | { readonly kind: 'land-group'; readonly landed: readonly LandedMember[] }
  /** `again`: nobody is at fault, and the group is to be tested again as it is now. */
  | { readonly kind: 'land-group-failed'; readonly failure: Failure; readonly again: boolean }
  | { readonly kind: 'land-group-moved'; readonly to: string }
  | { readonly kind: 'unland'; readonly landing: Landing }
  | { readonly kind: 'unland-moved'; readonly to: string }
  | { readonly kind: 'unland-failed'; readonly failure: Failure }
  | { readonly kind: 'note-landing'; readonly failure: Failure | null }
  | { readonly kind: 'remove-workspace'; readonly kept: string | null };

/** An effect that was intended and not yet settled. */
export interface PendingEffect {
  readonly id: EffectId;
  readonly effect: Effect;
}
