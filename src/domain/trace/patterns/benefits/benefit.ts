import type { AgentId } from '../../agent.ts';
import type { Evidence } from '../../evidence.ts';
import type { Confidence } from '../pattern.ts';
import type { SessionView } from '../session-view.ts';

/** What parallel work is good for, by the study's three names. */
export const BENEFITS = {
  'complementary-work': 'Complementary Work',
  'alternative-solutions': 'Alternative Solutions',
  'independent-validation': 'Independent Validation',
} as const;

/** A benefit of parallel work. */
export type BenefitCode = keyof typeof BENEFITS;

/** What a detector has seen. */
export interface BenefitCandidate {
  readonly agents: readonly AgentId[];
  /** In order of time: what was done, and what shows that it was of use. */
  readonly evidence: readonly Evidence[];
  /** What was gained in this session. */
  readonly gain: string;
  readonly confidence: Confidence;
}

/** Looks for one benefit. */
export interface BenefitDetector {
  readonly code: BenefitCode;
  /** What it is. */
  readonly what: string;
  readonly detect: (view: SessionView) => readonly BenefitCandidate[];
}

/** A benefit that was had in a session; as a finding, but nothing has to be done about it. */
export interface Benefit {
  /** Unique in its trace, and stable. */
  readonly id: string;
  readonly code: BenefitCode;
  /** In the study's words. */
  readonly name: string;
  /** Epoch ms of what began it; null: no time is known. */
  readonly at: number | null;
  readonly agents: readonly AgentId[];
  /** What they are called, in their order. */
  readonly names: readonly string[];
  readonly evidence: readonly Evidence[];
  readonly gain: string;
  /** Why the name fits. */
  readonly reasoning: string;
  readonly confidence: Confidence;
}
