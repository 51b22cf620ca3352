import type { AgentId } from './agent.ts';
import type { Evidence } from './evidence.ts';

/** A pattern that was found in a trace, with what it stands on. One episode has one finding. */
export interface TraceFinding {
  /** Unique in its trace, and stable: what a link names. */
  readonly id: string;
  /** The label's path: category, sub-category, code. */
  readonly label: readonly [category: string, subCategory: string, code: string];
  /** Epoch ms of the moment that it is shown at; null: no time is known. */
  readonly at: number | null;
  /** The agents it is about; the one it is shown beside comes first. */
  readonly agents: readonly AgentId[];
  /** Where the records say so; the first is the earliest. */
  readonly evidence: readonly Evidence[];
  /** What became of it in this session. */
  readonly consequence: string;
  /** Why the label fits. */
  readonly reasoning: string;
  /** The label that comes next, and why it was not taken; null: none is near. */
  readonly rejected: { readonly label: string; readonly reason: string } | null;
  /** From 0 to 1. */
  readonly confidence: number;
  /** What the serial twin did in its place; empty where there is no twin. */
  readonly serial: readonly Evidence[];
}
