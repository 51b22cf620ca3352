import type { IsolationLevel } from '../attempt/attempt.ts';
import type { CheckDefinition } from '../plan/plan.ts';
import type { Scope } from '../plan/scope.ts';

/** The file's name, at the root of the target's tree. */
export const POLICY_FILE = 'fanin.policy.yaml';

/** Limits of a policy; a key that is not there limits nothing. Units as in `Limits` and `Review`. */
export interface PolicyLimits {
  readonly live?: number;
  readonly wallMs?: number;
  readonly agentMs?: number;
  readonly tokens?: number;
  readonly usd?: number;
  readonly retries?: number;
  /** The least share that is kept for integration. */
  readonly reserve?: number;
}

/**
 * What every landing must clear, whoever runs what. It is read from the target's tree, so that no
 * delivery can change what it is held against; it only ever tightens what config, plan and flags say.
 */
export interface Policy {
  /** Checks that every task must pass, with commands of the policy's own. */
  readonly checks: readonly CheckDefinition[];
  /** Names of checks of the config that every task must pass. */
  readonly requires: readonly string[];
  /** What changes one of these paths waits for a person. */
  readonly park: Scope;
  readonly limits: PolicyLimits;
  readonly review: { readonly byHuman: boolean; readonly limit: number | null };
  /** The least isolation; null: none is asked for. */
  readonly isolation: IsolationLevel | null;
}

/** Asks for nothing. */
export const NO_POLICY: Policy = {
  checks: [],
  requires: [],
  park: { globs: [] },
  limits: {},
  review: { byHuman: false, limit: null },
  isolation: null,
};
