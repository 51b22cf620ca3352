import type { Exclusion } from './exclusions.ts';
import { declareProposal, overlapProposals } from './overlap-proposals.ts';
import type { DeclareProposal, OverlapProposal } from './overlap-proposals.ts';
import type { Plan } from './plan.ts';
import { splitProposals } from './split-proposals.ts';
import type { SplitProposal } from './split-proposals.ts';
import { usableTime } from './what-if.ts';

/** What would make a plan fit better, with what it would then take. */
export type Proposal = SplitProposal | OverlapProposal | DeclareProposal;

/** What a plan is looked at with. */
export interface ProposalInput {
  readonly serialBelowMs: number;
  readonly excluded: readonly Exclusion[];
  /** Paths of the repository; empty is fine. */
  readonly existing: readonly string[];
}

/**
 * Splits of oversized tasks, and what would part tasks that overlap, with figures of the same scheduler that
 * the plan is shown with. What would gain nothing is not proposed.
 */
export const proposals = (plan: Plan, input: ProposalInput): readonly Proposal[] => {
  const { tasks } = plan;
  const { serialBelowMs, excluded, existing } = input;
  const rules = { ...plan, serialBelowMs };
  const declared = declareProposal({ tasks, excluded, rules, existing });
  return [
    ...splitProposals({ tasks, excluded, rules, usableMs: usableTime(plan) }),
    ...(declared === null ? [] : [declared]),
    ...overlapProposals({ tasks, excluded, rules, existing }),
  ];
};
