import type { TraceFinding } from '../finding.ts';
import type { Trace } from '../trace.ts';
import { artifactLeakage } from './artifact-leakage.ts';
import { blindTimeoutWait } from './blind-timeout-wait.ts';
import { bulkHandoffOverload } from './bulk-handoff-overload.ts';
import { checkpointFreeRetry } from './checkpoint-free-retry.ts';
import { conflictingHandoff } from './conflicting-handoff.ts';
import { criticalPathStarvation } from './critical-path-starvation.ts';
import { crossFileScopeCollision } from './cross-file-scope-collision.ts';
import { deliverableOverwrite } from './deliverable-overwrite.ts';
import { earlyChildTermination } from './early-child-termination.ts';
import { fanOutBudgetExhaustion } from './fan-out-budget-exhaustion.ts';
import { finalTreeOverwrite } from './final-tree-overwrite.ts';
import { incompleteChildBrief } from './incomplete-child-brief.ts';
import { lateFinalization } from './late-finalization.ts';
import { lossyHandoff } from './lossy-handoff.ts';
import { mergeAfterVerification } from './merge-after-verification.ts';
import { missingCrossAgentContract } from './missing-cross-agent-contract.ts';
import { missingImplementationJoin } from './missing-implementation-join.ts';
import { missingVerifierReturn } from './missing-verifier-return.ts';
import { noAssemblyOwner } from './no-assembly-owner.ts';
import { noFailureTakeover } from './no-failure-takeover.ts';
import { noImplementationOwner } from './no-implementation-owner.ts';
import { noIntegrationOwner } from './no-integration-owner.ts';
import { noPipelineOwner } from './no-pipeline-owner.ts';
import { oversizedChildTask } from './oversized-child-task.ts';
import { findingsOf, type Kept } from './findings-of.ts';
import type { Detector, PatternCode } from './pattern.ts';
import { preflightGatedWork } from './preflight-gated-work.ts';
import { sameFileCollision } from './same-file-collision.ts';
import { contrasted } from './serial/serial-contrast.ts';
import { serialInvestigation } from './serial-investigation.ts';
import { hasRun } from './session-index.ts';
import { viewOf } from './session-view.ts';
import { sourceOverwrite } from './source-overwrite.ts';
import { staleHandoff } from './stale-handoff.ts';
import { unisolatedWorkspaceWrites } from './unisolated-workspace-writes.ts';
import { unusedCompletedResult } from './unused-completed-result.ts';
import { unverifiedGlobalCompletion } from './unverified-global-completion.ts';

/**
 * All detectors, in the order of precedence: of two that speak of one episode, the earlier one in this list is kept.
 * What could have been acted on first stands before what came of it.
 */
const DETECTORS: readonly Detector[] = [
  // How the work was cut and given out.
  noImplementationOwner,
  serialInvestigation,
  preflightGatedWork,
  criticalPathStarvation,
  noPipelineOwner,
  fanOutBudgetExhaustion,
  oversizedChildTask,
  noAssemblyOwner,
  // What agents were told, and told each other.
  missingCrossAgentContract,
  noIntegrationOwner,
  incompleteChildBrief,
  bulkHandoffOverload,
  staleHandoff,
  conflictingHandoff,
  lossyHandoff,
  checkpointFreeRetry,
  // How it was steered.
  earlyChildTermination,
  missingVerifierReturn,
  unusedCompletedResult,
  noFailureTakeover,
  blindTimeoutWait,
  missingImplementationJoin,
  // What they shared.
  finalTreeOverwrite,
  deliverableOverwrite,
  sourceOverwrite,
  crossFileScopeCollision,
  sameFileCollision,
  artifactLeakage,
  unisolatedWorkspaceWrites,
  // What was said at the end: mostly a symptom of one of the above.
  lateFinalization,
  mergeAfterVerification,
  unverifiedGlobalCompletion,
];

/** What is looked for, and what a session is held against. */
export interface Search {
  /** By default all. */
  readonly isWanted?: (code: PatternCode) => boolean;
  /** The same task, done by one agent: what came to the same harm there is no finding here. */
  readonly serial?: Trace | null;
}

/** The failure patterns that occurred in a session, of those that are wanted. None where no sub-agent really ran. */
export function findPatterns(
  trace: Trace,
  { isWanted = () => true, serial = null }: Search = {},
): readonly TraceFinding[] {
  const view = viewOf(trace);
  if (view === null || !hasRun(view)) return [];
  const taken = new Set<string>();
  const kept: Kept[] = [];
  for (const { code, detect } of DETECTORS.filter((each) => isWanted(each.code)))
    for (const candidate of detect(view)) {
      if (candidate.episode.some((key) => taken.has(key))) continue;
      for (const key of candidate.episode) taken.add(key);
      kept.push({ code, candidate });
    }
  return findingsOf(trace, contrasted(view, kept, serial));
}
