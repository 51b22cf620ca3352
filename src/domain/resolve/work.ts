import { generatedBy, isSource, resolverFor } from './kinds.ts';
import { lockToolFor } from './lock-tools.ts';
import type { LockTool } from './lock-tools.ts';
import type { GeneratedRule, ResolveRules } from './rules.ts';

/** A merge as resolvers meet it. */
export interface MergeMet {
  /** Paths that git could not merge; none: the merge is clean. */
  readonly conflicted: readonly string[];
  /** Paths that each side has changed since both parted. */
  readonly changed: { readonly ours: readonly string[]; readonly theirs: readonly string[] };
}

/** What there is to do. */
export interface ResolveWork {
  readonly manifests: readonly string[];
  readonly additive: readonly string[];
  /** Lock files that both have touched, in conflict or not. */
  readonly locks: readonly { readonly path: string; readonly tool: LockTool }[];
  readonly generated: readonly { readonly path: string; readonly rule: GeneratedRule }[];
  /** Paths in conflict that no resolver is for. */
  readonly left: readonly string[];
}

/** Whom each path of a merge is for. */
export const workFor = (met: MergeMet, rules: ResolveRules): ResolveWork => {
  const theirs = new Set(met.changed.theirs);
  const shared = met.changed.ours.filter((path) => theirs.has(path));
  const paths = [...new Set([...met.conflicted, ...shared])];
  const inConflict = new Set(met.conflicted);
  const of = (path: string) => resolverFor(path, rules);
  const additive = met.conflicted.filter(
    (path) => of(path) === 'additive' || (of(path) === null && mayAddImports(path, rules)),
  );
  const taken = new Set(additive);
  return {
    manifests: paths.filter((path) => of(path) === 'manifest'),
    additive,
    locks: paths.flatMap((path) => {
      const tool = of(path) === 'lock' ? lockToolFor(path) : null;
      return tool === null ? [] : [{ path, tool }];
    }),
    generated: paths.flatMap((path) => {
      const rule = of(path) === 'generated' ? generatedBy(path, rules.generated) : null;
      return rule === null ? [] : [{ path, rule }];
    }),
    left: [...inConflict].filter((path) => of(path) === null && !taken.has(path)),
  };
};

const mayAddImports = (path: string, { resolvers }: ResolveRules): boolean =>
  resolvers.includes('additive') && isSource(path);

/** True where nobody has anything to do. */
export const isIdle = ({ manifests, additive, locks, generated }: ResolveWork): boolean =>
  manifests.length + additive.length + locks.length + generated.length === 0;
