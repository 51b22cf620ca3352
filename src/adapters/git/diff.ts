import type { Failure } from '../../domain/failure.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { RepositoryPlace } from './discover.ts';
import { git } from './git.ts';
import { onObjects } from './object-access.ts';

/** How a diff is to look. */
export interface DiffOptions {
  readonly colour: boolean;
  /** Only names and counts, for a terminal of this many columns. */
  readonly stat: number | null;
}

/** The diff between two commits or trees, as git prints it, with external drivers and textconv off. */
export const diffText = async (
  place: RepositoryPlace,
  range: { readonly from: string; readonly to: string },
  options: DiffOptions,
): Promise<Result<Buffer, Failure>> => {
  const form = options.stat === null ? ['-p'] : [`--stat=${options.stat}`];
  const colour = options.colour ? '--color=always' : '--color=never';
  const args = [
    'diff-tree',
    '-r',
    '-M',
    ...form,
    colour,
    '--no-ext-diff',
    '--no-textconv',
    range.from,
    range.to,
  ];
  const output = await git(place.commonDir, args, onObjects(place, { readOnly: true }));
  return output.ok ? ok(output.value.stdout) : output;
};
