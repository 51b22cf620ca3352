/** Who can settle files of a shared kind, in the order in which they are at work. */
export const RESOLVERS = ['manifest', 'additive', 'migrations', 'lock', 'generated'] as const;

export type ResolverName = (typeof RESOLVERS)[number];

/** Files that a command makes anew. */
export interface GeneratedRule {
  /** Globs, as in a scope. */
  readonly paths: readonly string[];
  /** Given to `sh -c` at the tree's root. */
  readonly run: string;
  readonly timeoutMs: number;
}

/** Which resolvers may be at work in a run. */
export interface ResolveRules {
  readonly resolvers: readonly ResolverName[];
  readonly generated: readonly GeneratedRule[];
}

/** What a plan of an older fanin says: nothing is resolved. */
export const NO_RESOLVERS: ResolveRules = { resolvers: [], generated: [] };

/** What a resolver did to one path of a merge. */
export interface Resolution {
  readonly path: string;
  readonly resolver: ResolverName;
  /** In one line, for people. */
  readonly did: string;
}
