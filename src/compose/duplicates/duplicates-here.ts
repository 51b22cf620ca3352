import { jscpdDetector } from '../../adapters/copies/jscpd.ts';
import { codeComparison } from '../../adapters/source/code-comparison.ts';
import type { CodeReport } from '../../domain/duplicates/finding.ts';
import type { Failure } from '../../domain/failure.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { Compared } from '../conflicts/compared.ts';
import { withCompared } from '../conflicts/with-compared.ts';
import type { Target } from '../conflicts/with-compared.ts';

/** What is asked. */
export interface DuplicateWish {
  /** Branches, commits or folders of worktrees; none: whatever somebody is at work on. */
  readonly names: readonly string[];
  /** What they are to land on, as typed; null: as for conflicts. */
  readonly base: string | null;
  /** Whether the likeliest of all are wanted, told or not. */
  readonly candidates: boolean;
}

/** What was found. */
export interface DuplicateReport {
  readonly target: Target;
  readonly compared: readonly Compared[];
  readonly code: CodeReport;
}

/** A person who has asked waits for the whole answer. */
const TARGET_MS = 10 * 60_000;

/**
 * What branches, worktrees of any tool and what runs have under way have written twice: each against each,
 * and against the target. Nothing is written into the repository or into a work copy.
 * Codes: `no-such-commit`, `no-parser`, those of git and of the store.
 */
export const duplicatesHere = (
  cwd: string,
  { names, base, candidates }: DuplicateWish,
): Promise<Result<DuplicateReport, Failure>> => {
  const wish = { names, target: base, command: 'fanin duplicates --base' };
  return withCompared(cwd, wish, async (scene, { tips, unread, target }) => {
    const compared = tips.filter(({ name }) => name !== target.name);
    const request = {
      target: target.commit,
      tips: compared,
      targetMs: TARGET_MS,
      likely: candidates,
    };
    const code = await codeComparison(scene, jscpdDetector()).compare(request);
    if (!code.ok) return code;
    return ok({
      target,
      compared,
      code: { ...code.value, unread: [...unread, ...code.value.unread] },
    });
  });
};
