import { join } from 'node:path';
import type { Failure } from '../../domain/failure.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { RepositoryPlace } from '../git/discover.ts';
import { git, gitLine } from '../git/git.ts';
import { onObjects } from '../git/object-access.ts';
import { readSmall } from '../git/small-file.ts';

/**
 * Commits that were once HEAD of the workspace and that no ref holds: amended, reset away, or set
 * aside by an unfinished rebase. Only the workspace's own logs know them (`logs`: those of which refs),
 * and they go with the workspace.
 * Codes: those of git.
 */
export const droppedCommits = async (
  place: RepositoryPlace,
  gitDir: string,
  held: readonly string[],
  logs: readonly string[] = ['HEAD'],
): Promise<Result<readonly string[], Failure>> => {
  const once = onceThere(gitDir, logs).filter((id) => !held.includes(id));
  if (once.length === 0) return ok([]);
  const input = `${once.join('\n')}\n`;
  const beyond = (refs: string): Promise<Result<string, Failure>> => {
    const args = ['rev-list', '--ignore-missing', '--stdin', '--not', ...held, refs];
    return gitLine(place.commonDir, args, onObjects(place, { readOnly: true, input }));
  };
  const beyondAll = await beyond('--all');
  // One broken ref of the user's, and git looks at none: then only fanin's own count.
  const loose = beyondAll.ok ? beyondAll : await beyond('--glob=refs/fanin/*');
  if (!loose.ok) return loose;
  const free = new Set(loose.value.split('\n'));
  const dropped = once.filter((id) => free.has(id));
  return ok(dropped.length === 0 ? [] : await tips(place, dropped));
};

const onceThere = (gitDir: string, logs: readonly string[]): readonly string[] => {
  const log = logs.map((name) => readSmall(join(gitDir, 'logs', name)) ?? '').join('');
  const autostash = readSmall(join(gitDir, 'rebase-merge', 'autostash')) ?? '';
  const named = [...log.matchAll(/^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) /gm)].flatMap(
    ([, from = '', to = '']) => [from, to],
  );
  return [...new Set([...named, autostash.trim()])].filter((id) => /[1-9a-f]/.test(id));
};

/** Those of the commits that are in none of the others. */
const tips = async (
  place: RepositoryPlace,
  commits: readonly string[],
): Promise<readonly string[]> => {
  const some = commits.slice(-MOST_TIPS);
  const output = await git(
    place.commonDir,
    ['merge-base', '--independent', ...some],
    onObjects(place, { readOnly: true }),
  );
  return output.ok ? output.value.stdout.toString('utf8').trim().split('\n') : some;
};

/** Bounded by what an argument list can hold. */
const MOST_TIPS = 1000;
