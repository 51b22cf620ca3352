import type { AgentId } from './agent.ts';
import type { Evidence } from './evidence.ts';
import type { Confidence, PatternCode } from './patterns/pattern.ts';

/** A pattern that was found in a trace, with what it stands on. One episode has one finding. */
export interface TraceFinding {
  /** Unique in its trace. The same episode has it in every reading, also of a session that went on since. */
  readonly id: string;
  readonly code: PatternCode;
  /** The label's path, in the study's words. */
  readonly label: readonly [category: string, subCategory: string, name: string];
  /** Epoch ms of what began it; null: no time is known. */
  readonly at: number | null;
  /** The agents it is about; the one it is shown beside comes first. */
  readonly agents: readonly AgentId[];
  /** What they are called, in their order. */
  readonly names: readonly string[];
  /** Where the records say so, in order of time: what began it, and what shows its consequence. */
  readonly evidence: readonly Evidence[];
  /** What became of it in this session. */
  readonly consequence: string;
  /** Why the label fits. */
  readonly reasoning: string;
  /** The label that comes next, and why it was not taken. */
  readonly rejected: {
    readonly code: PatternCode;
    readonly label: string;
    readonly reason: string;
  };
  readonly confidence: Confidence;
  /** What the serial twin did in its place; empty where there is no twin. */
  readonly serial: readonly Evidence[];
}
