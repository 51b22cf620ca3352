/**
 * What an attempt's agent may do with its own sub-agents: `off`, none; `capped`, at most `n` at once;
 * `native`, as many as it likes: they are counted and shown, not held back.
 */
export type Delegation =
  | { readonly mode: 'off' }
  | { readonly mode: 'capped'; readonly n: number }
  | { readonly mode: 'native' };

/** The modes by themselves. */
export type DelegationMode = Delegation['mode'];

/** None at all: what a task has that says nothing. */
export const NO_DELEGATION: Delegation = { mode: 'off' };

/** As it is written in a plan: `off`, `capped: 2`, `native`. */
export const delegationText = (delegation: Delegation): string =>
  delegation.mode === 'capped' ? `capped: ${delegation.n}` : delegation.mode;
