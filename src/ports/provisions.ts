import type { AgentSpec } from '../domain/plan/plan.ts';
import type { Grants } from '../domain/plan/grants.ts';
import type { Given } from '../domain/receipt/given.ts';
import type { Needs } from './workspaces.ts';

/** What of the host those behind a boundary get. */
export interface Provision {
  readonly needs: Needs;
  /** The person's variables that are passed on, with their values. */
  readonly env: Readonly<Record<string, string>>;
  /** The same for the receipt, without a value. */
  readonly given: Given;
}

/** Looks on the host for what is to be given. */
export interface Provisions {
  /** For an agent: its program, its log-in, its model service, and what the config grants. */
  forAgent(spec: AgentSpec, grants: Grants): Provision;
  /** For set-up and checks: what the config grants. */
  forCommands(grants: Grants): Provision;
}
