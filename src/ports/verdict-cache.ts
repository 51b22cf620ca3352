import type { CheckResult } from '../domain/delivery/delivery.ts';

/** Results of checks by (tree, check definition): the same tree is never checked twice. */
export interface VerdictCache {
  get(tree: string, definition: string): Promise<CheckResult | null>;
  put(result: CheckResult): Promise<void>;
}
