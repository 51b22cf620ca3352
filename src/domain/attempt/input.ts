/** What an agent is told while it works. A message with an id that it was given before is not told again. */
export type AgentInput =
  | { readonly kind: 'message'; readonly id: string; readonly text: string }
  | { readonly kind: 'answer'; readonly question: string; readonly choice: string };

/** The id of the message by which an agent is asked to come to an end. */
export const WRAP_UP = 'wrap-up';
