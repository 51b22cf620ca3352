import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { RepositoryPlace } from './discover.ts';
import { git, gitLine } from './git.ts';
import { onObjects } from './object-access.ts';
import { paths, someOf } from './paths.ts';
import { inPlaceOf } from './room-for.ts';

/** Changes to be made: those from one commit to another, both known to `place`. */
export interface Changes {
  readonly place: RepositoryPlace;
  readonly from: string;
  readonly to: string;
}

/** The top folder of the work copy that `cwd` lies in. Codes: those of git. */
export const checkoutAt = (cwd: string): Promise<Result<string, Failure>> =>
  gitLine(cwd, ['rev-parse', '--show-toplevel'], { readOnly: true });

/**
 * Makes changes in a work copy, all or none of them; nothing is staged. The value names the files.
 * Codes: `local-changes` when one of the files is changed there, `does-not-apply`, those of git.
 */
export const applyChanges = async (
  { place, from, to }: Changes,
  checkout: string,
): Promise<Result<readonly string[], Failure>> => {
  const objects = onObjects(place, { readOnly: true });
  const listing = ['diff-tree', '-r', '-z', '--name-only', '--no-renames'];
  const changed = await namesOf(place.commonDir, objects, [...listing, from, to]);
  if (!changed.ok || changed.value.length === 0) return changed;
  const options = { readOnly: true };
  const local = await namesOf(checkout, options, [
    'diff',
    '-z',
    '--name-only',
    '--no-renames',
    'HEAD',
  ]);
  if (!local.ok) return local;
  const mine = new Set(local.value);
  const both = changed.value.filter((path) => mine.has(path));
  if (both.length > 0) return err(inTheWay(both));
  const gone = await namesOf(place.commonDir, objects, [...listing, '--diff-filter=D', from, to]);
  if (!gone.ok) return gone;
  const written = changed.value.filter((path) => !gone.value.includes(path));
  const blocking = inPlaceOf(checkout, written, new Set(changed.value));
  if (blocking !== null) return err(doesNotApply(`${blocking} is in the way`));
  return applyPatch({ place, from, to }, checkout, changed.value);
};

const applyPatch = async (
  { place, from, to }: Changes,
  checkout: string,
  changed: readonly string[],
): Promise<Result<readonly string[], Failure>> => {
  const patch = await git(
    place.commonDir,
    [
      'diff-tree',
      '-r',
      '-p',
      '--binary',
      '--full-index',
      '--no-renames',
      '--no-ext-diff',
      '--no-textconv',
      from,
      to,
    ],
    onObjects(place, { readOnly: true }),
  );
  if (!patch.ok) return patch;
  const input = patch.value.stdout;
  const args = ['apply', '--binary', '--whitespace=nowarn', '-'];
  const applied = await git(checkout, args, { input, exits: [0, 1, 128] });
  if (!applied.ok) return applied;
  return applied.value.exit === 0 ? ok(changed) : err(doesNotApply(applied.value.stderr));
};

const namesOf = async (
  cwd: string,
  options: Parameters<typeof git>[2],
  args: readonly string[],
): Promise<Result<readonly string[], Failure>> => {
  const output = await git(cwd, args, options);
  return output.ok ? ok(paths(output.value.stdout)) : output;
};

const ELSEWHERE = 'Or write everything to a folder of its own: --to <dir>.';

const inTheWay = (files: readonly string[]): Failure =>
  failure('local-changes', `These files are changed in the checkout: ${someOf(files)}.`, {
    hint: `Commit or stash them first. ${ELSEWHERE}`,
  });

const doesNotApply = (stderr: string): Failure =>
  failure(
    'does-not-apply',
    `The changes do not fit what lies in the checkout: ${stderr.trim().replace(/^error: /gmu, '')}`,
    { hint: `Check the commit out that they started from. ${ELSEWHERE}` },
  );
