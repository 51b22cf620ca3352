/** What an agent hands in beside its tree, as a small JSON file. */
export interface Handoff {
  readonly claims: readonly string[];
  /** Checks it did not run, with its reason. */
  readonly skipped: readonly { readonly check: string; readonly reason: string }[];
  readonly risks: readonly string[];
}
