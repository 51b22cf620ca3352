import { failure } from '../../../domain/failure.ts';
import type { Failure } from '../../../domain/failure.ts';
import { err, ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import { git } from '../git.ts';

/**
 * The commits that a range stands for where somebody typed it: the one that it ends with, and those that are left out, with
 * `^` before them. Codes: `no-such-commit`, `several-lines`.
 */
export const resolveRange = async (
  cwd: string,
  range: string,
): Promise<Result<readonly string[], Failure>> => {
  const asked = await git(cwd, ['rev-parse', '--revs-only', '--end-of-options', range, '--'], {
    readOnly: true,
    exits: [0, 1, 128],
  });
  if (!asked.ok) return asked;
  const ids = asked.value.stdout
    .toString('latin1')
    .split('\n')
    .filter((line) => /^\^?[0-9a-f]{40,64}$/.test(line));
  const ends = ids.filter((id) => !id.startsWith('^'));
  if (asked.value.exit !== 0 || ends.length === 0) return err(noSuchRange(range));
  // Landings of two lines would be held against each other.
  if (ends.length > 1) return err(severalLines(range));
  const commit = [
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${ends.join('')}^{commit}`,
  ];
  const found = await git(cwd, commit, { readOnly: true, exits: [0, 1, 128] });
  if (!found.ok) return found;
  return found.value.exit === 0 ? ok(ids) : err(noSuchRange(range));
};

const severalLines = (range: string): Failure =>
  failure(
    'several-lines',
    `${range} ends with more than one commit; one line of landings is looked at`,
    {
      hint: 'two dots are from one to the other: fanin lost main~200..main',
    },
  );

const noSuchRange = (range: string): Failure =>
  failure('no-such-commit', `there is no such range or commit: ${range}`, {
    hint: 'as git log takes it: fanin lost main~200..main',
  });
