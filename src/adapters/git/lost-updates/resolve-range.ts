import { failure } from '../../../domain/failure.ts';
import type { Failure } from '../../../domain/failure.ts';
import { err, ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import { git } from '../git.ts';

/** The commits that a range stands for where somebody typed it, those that are left out with `^` before them. Code: `no-such-commit`. */
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
  return ids.length > 0 && asked.value.exit === 0 ? ok(ids) : err(noSuchRange(range));
};

const noSuchRange = (range: string): Failure =>
  failure('no-such-commit', `there is no such range or commit: ${range}`, {
    hint: 'as git log takes it: fanin lost main~200..main',
  });
