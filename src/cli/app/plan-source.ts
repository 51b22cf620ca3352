import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { PlanFlags } from './plan-flags.ts';

/** Where a plan comes from. */
export type PlanSource = { readonly file: string } | { readonly prompts: readonly string[] };

/** The names a plan is found by; the first is the one that fanin writes. */
export const PLAN_FILES = ['plan.yaml', 'fanin.plan.yaml'] as const;

/**
 * What `-p` and `--plan` say, or the plan file that lies in one of `folders` (absolute; the first that has one).
 * Codes: `usage`, `two-plans`, `plan-not-found`.
 */
export function planSource(
  flags: PlanFlags,
  folders: readonly string[],
): Result<PlanSource, Failure> {
  const { plan, prompt = [] } = flags;
  if (plan !== undefined && prompt.length > 0) {
    return err(
      failure('usage', '--plan and -p cannot both be given', {
        hint: 'add the prompt to the plan as a task',
      }),
    );
  }
  if (plan !== undefined) return ok({ file: plan });
  if (prompt.length > 0) return ok({ prompts: prompt });
  for (const folder of folders) {
    const [first, second] = PLAN_FILES.filter((name) => existsSync(join(folder, name)));
    if (second !== undefined)
      return err(
        failure('two-plans', `${PLAN_FILES.join(' and ')} are both there`, {
          hint: 'say which: --plan <file>',
        }),
      );
    if (first !== undefined) return ok({ file: join(folder, first) });
  }
  return err(
    failure('plan-not-found', 'there is no plan.yaml here, and no -p', {
      hint: 'give prompts (fanin run -p "what is to be done"), write plan.yaml, or name one: --plan <file>',
    }),
  );
}
