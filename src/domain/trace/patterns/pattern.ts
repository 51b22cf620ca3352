import type { AgentId } from '../agent.ts';
import type { Evidence } from '../evidence.ts';
import type { SessionView } from './session-view.ts';

/** The failure patterns of parallel work, by their category and sub-category. */
export const LABELS = {
  'no-implementation-owner': ['Task Orchestration Problems', 'Missing Owner'],
  'no-assembly-owner': ['Task Orchestration Problems', 'Missing Owner'],
  'no-integration-owner': ['Task Orchestration Problems', 'Missing Owner'],
  'no-pipeline-owner': ['Task Orchestration Problems', 'Missing Owner'],
  'preflight-gated-work': ['Task Orchestration Problems', 'Pseudo-concurrency'],
  'serial-investigation': ['Task Orchestration Problems', 'Pseudo-concurrency'],
  'fan-out-budget-exhaustion': ['Task Orchestration Problems', 'Load Imbalance'],
  'critical-path-starvation': ['Task Orchestration Problems', 'Load Imbalance'],
  'oversized-child-task': ['Task Orchestration Problems', 'Load Imbalance'],
  'incomplete-child-brief': [
    'Context and Global Information Problems',
    'Missing Task Requirements',
  ],
  'missing-cross-agent-contract': [
    'Context and Global Information Problems',
    'Missing Interface Contract',
  ],
  'bulk-handoff-overload': ['Context and Global Information Problems', 'Overloaded Handoff'],
  'lossy-handoff': ['Context and Global Information Problems', 'Overloaded Handoff'],
  'stale-handoff': ['Context and Global Information Problems', 'Overloaded Handoff'],
  'conflicting-handoff': ['Context and Global Information Problems', 'Overloaded Handoff'],
  'unverified-global-completion': [
    'Context and Global Information Problems',
    'Unsupported Global Completion',
  ],
  'checkpoint-free-retry': ['Context and Global Information Problems', 'Unchanged Retry'],
  'early-child-termination': [
    'Execution Governance Problems',
    'Wrong Start, Join, or Result Timing',
  ],
  'late-finalization': ['Execution Governance Problems', 'Wrong Start, Join, or Result Timing'],
  'merge-after-verification': [
    'Execution Governance Problems',
    'Wrong Start, Join, or Result Timing',
  ],
  'missing-implementation-join': [
    'Execution Governance Problems',
    'Wrong Start, Join, or Result Timing',
  ],
  'missing-verifier-return': [
    'Execution Governance Problems',
    'Wrong Start, Join, or Result Timing',
  ],
  'no-failure-takeover': ['Execution Governance Problems', 'Failure Propagation'],
  'unused-completed-result': ['Execution Governance Problems', 'No Active Parent Monitoring'],
  'blind-timeout-wait': ['Execution Governance Problems', 'No Active Parent Monitoring'],
  'deliverable-overwrite': ['Shared State and Merge Problems', 'Concurrent Writes'],
  'source-overwrite': ['Shared State and Merge Problems', 'Concurrent Writes'],
  'same-file-collision': ['Shared State and Merge Problems', 'Concurrent Writes'],
  'cross-file-scope-collision': ['Shared State and Merge Problems', 'Concurrent Writes'],
  'final-tree-overwrite': ['Shared State and Merge Problems', 'Concurrent Writes'],
  'unisolated-workspace-writes': ['Shared State and Merge Problems', 'Concurrent Writes'],
  'artifact-leakage': ['Shared State and Merge Problems', 'Shared Environment Contamination'],
} as const satisfies Readonly<Record<string, readonly [string, string]>>;

/** A failure pattern. */
export type PatternCode = keyof typeof LABELS;

/** How sure a finding is. `low`: what the records say fits, and so would something harmless. */
export type Confidence = 'high' | 'medium' | 'low';

/** What a detector has seen, before the gates and the precedence. */
export interface Candidate {
  readonly agents: readonly AgentId[];
  /** In order of time: what began it, and what shows its consequence. */
  readonly evidence: readonly Evidence[];
  /** What came of it in this session. */
  readonly consequence: string;
  readonly nearest: PatternCode;
  /** Why it is not the nearest one. */
  readonly rejection: string;
  readonly confidence: Confidence;
  /** What it is about: of candidates that share one of these, only one is kept. */
  readonly episode: readonly string[];
}

/** Looks for one pattern. */
export interface Detector {
  readonly code: PatternCode;
  readonly detect: (view: SessionView) => readonly Candidate[];
}
