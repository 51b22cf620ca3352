import { intersectScopes } from './scope-intersect.ts';
import type { Scope } from './scope.ts';

/** What a task claims for itself while it holds its scope. `writes` null: everything. */
export interface Claimed {
  readonly id: string;
  readonly writes: Scope | null;
  readonly locks: readonly string[];
}

/** Why two tasks may not be in flight together. */
export type Clash =
  | { readonly kind: 'undeclared'; readonly task: string }
  | { readonly kind: 'lock'; readonly lock: string }
  | {
      readonly kind: 'scope';
      /** The pattern of each side that lets it write the witness. */
      readonly a: string;
      readonly b: string;
      readonly witness: string;
      /** Whether the witness is a file that is there today. */
      readonly exists: boolean;
    };

/** The first reason why `a` and `b` may not be in flight together, or null. Symmetric in kind. */
export const clash = (a: Claimed, b: Claimed, existing?: readonly string[]): Clash | null => {
  const lock = a.locks.find((name) => b.locks.includes(name));
  if (lock !== undefined) return { kind: 'lock', lock };
  if (a.writes === null) return { kind: 'undeclared', task: a.id };
  if (b.writes === null) return { kind: 'undeclared', task: b.id };
  const shared = intersectScopes(a.writes, b.writes, existing);
  return shared === null ? null : { kind: 'scope', ...shared };
};

/** Why a task waits, in words, for the holder `holder`. */
export const clashText = (found: Clash, holder: string): string => {
  switch (found.kind) {
    case 'lock':
      return `${holder} holds lock ${found.lock} until it has landed`;
    case 'undeclared':
      return found.task === holder
        ? `${holder} declares no writes, so it runs alone`
        : `${found.task} declares no writes, so it runs alone, after ${holder}`;
    case 'scope':
      return `${holder} holds ${found.b} until it has landed (both may write ${found.witness})`;
  }
};
