/** What an agent is told while it works. A message with an id that it was given before is not told again. */
export type AgentInput =
  | { readonly kind: 'message'; readonly id: string; readonly text: string }
  | { readonly kind: 'answer'; readonly question: string; readonly choice: string };

/** The id of the message by which an agent is asked to come to an end. */
export const WRAP_UP = 'wrap-up';

/** The id of the n-th message of fanin itself that its host has slept. */
export const sleepNews = (n: number): string => `slept-${n}`;

/** The id of the n-th message of fanin itself that its work conflicts with another's. */
export const overlapNews = (n: number): string => `overlap-${n}`;

/** The id of the n-th message of fanin itself that its work is written twice. */
export const duplicateNews = (n: number): string => `duplicate-${n}`;

/** Whether it is good to know, and not worth an interruption. */
export const isNews = (input: AgentInput): boolean =>
  input.kind === 'message' && /^(?:slept|overlap|duplicate)-\d+$/u.test(input.id);
