import type { TroubleCode } from './agent-fact.ts';

/** What kept the agent itself from its work. */
export interface Trouble {
  readonly code: TroubleCode;
  readonly text: string;
  /** The attempt ends of it. */
  readonly fatal: boolean;
}

/** What a trouble's code means, for a person. */
export const TROUBLE_WORDS: Readonly<Record<TroubleCode, string>> = {
  'agent-not-logged-in': 'the agent is not logged in',
  'agent-first-run': 'the agent wants its first-run dialogue answered',
  'agent-needs-tty': 'the agent wants a terminal',
  'agent-rate-limited': 'the model service limits the rate',
  'agent-context-overflow': 'the context was full',
  'agent-server-error': 'the model service failed',
  'agent-stream-cut': 'the answer of the model service broke off',
  'agent-unreachable': 'the model service could not be reached',
  'agent-protocol-error': 'the agent and fanin did not understand each other',
  'agent-failed': 'the agent failed',
};
