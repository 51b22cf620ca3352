import type { THRESHOLDS } from '../thresholds.ts';

/** What would keep several patterns from coming again; in the words of a person who plans the next session. */
export const ADVICE = {
  'serial-first': 'do short or bounded work with one agent',
  'one-owner': 'give every part, and the whole, one owner',
  'fewer-agents': 'start fewer sub-agents, and the critical path first',
  'even-tasks': 'cut tasks to about the same size',
  'whole-briefs': 'put every requirement, and what parts share, into the briefs',
  'small-results': 'ask for short results that name files and values',
  'collect-at-once': 'collect each sub-agent as it ends',
  'join-early': 'join well before the time is up, and wait no longer than is left',
  'take-over': 'hand failed work on with what it left',
  'check-last': 'test the final tree, last of all',
  'disjoint-scopes': 'give writers disjoint scopes',
  'own-workspaces': 'give each writer a work copy and temporary folder of its own',
} as const;

export type Advice = keyof typeof ADVICE;

/** What a person who meets a pattern wants to know of it. */
export interface Explanation {
  /** The study's name of it. */
  readonly name: string;
  /** What it is. */
  readonly what: string;
  /** What of a trace its detector looks for. */
  readonly detected: string;
  /** The thresholds that it holds something against. */
  readonly thresholds: readonly (keyof typeof THRESHOLDS)[];
  /** What beside the records it needs to see anything; null: nothing. */
  readonly needs: 'budget' | 'deliverables' | 'budget and deliverables' | 'units' | 'scopes' | null;
  /** Which rule of fanin prevents it in fanin's own runs. */
  readonly prevented: string;
  readonly advice: Advice;
}
