import { deliveredLines } from '../../domain/duplicates/copies/delivered-lines.ts';
import type { DeliveredLines } from '../../domain/duplicates/copies/delivered-lines.ts';
import type { Failure } from '../../domain/failure.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { cursorOver, parseChangesAt } from '../git/lost-updates/parse-patch.ts';
import { DELTA_FORM } from '../git/lost-updates/read-deltas.ts';
import { askOf, forkOf } from './tree-text.ts';
import type { Trees } from './tree-text.ts';

/** Which lines a tip has added and taken out, against the commit where it left the target. Codes: those of git. */
export const readLines = async (
  trees: Trees,
  { target, tip }: { readonly target: string; readonly tip: string },
): Promise<Result<DeliveredLines, Failure>> => {
  const fork = await forkOf(trees, target, tip);
  if (!fork.ok) return fork;
  const asked = await askOf(trees, ['diff-tree', ...DELTA_FORM, fork.value, tip]);
  if (!asked.ok) return asked;
  return ok(deliveredLines(parseChangesAt(cursorOver(asked.value.stdout))));
};
