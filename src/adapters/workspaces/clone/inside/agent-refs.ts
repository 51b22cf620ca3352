import type { Failure } from '../../../../domain/failure.ts';
import { ok } from '../../../../domain/result.ts';
import type { Result } from '../../../../domain/result.ts';
import type { RepositoryPlace } from '../../../git/discover.ts';
import { gitAll } from '../../../git/git.ts';
import { onObjects } from '../../../git/object-access.ts';
import type { AgentRef } from './request.ts';

/** More are made by mistake, or to keep somebody busy. */
const MOST_REFS = 500;

/**
 * Branches, tags, notes and the stash that hold what neither the user's repository nor `tip` holds.
 * Codes: those of git.
 */
export const agentRefsIn = async (
  place: RepositoryPlace,
  tip: string,
  known: readonly string[],
): Promise<Result<{ readonly refs: readonly AgentRef[]; readonly more: number }, Failure>> => {
  const options = onObjects(place, { readOnly: true, exits: [0, 1] });
  const all = ['refs/heads', 'refs/tags', 'refs/stash', 'refs/notes'];
  const list = (format: string, ...args: readonly string[]) => ({
    cwd: place.commonDir,
    args: ['for-each-ref', `--format=${format}`, ...args, ...all],
    options,
  });
  const asked = await gitAll([
    list('%(objectname) %(objecttype) %(refname)'),
    list('%(refname)', `--merged=${tip}`),
  ]);
  if (!asked.ok) return asked;
  const [listed, merged] = asked.value.map(({ stdout }) => stdout.toString('utf8').split('\n'));
  const inTip = new Set(merged);
  const ours = new Set(known);
  const own = (listed ?? []).flatMap((line): readonly AgentRef[] => {
    const [id = '', type = '', ref = ''] = line.split(' ');
    const isHeld = ours.has(id) || (type === 'commit' && inTip.has(ref));
    return id === '' || isHeld ? [] : [{ ref, id }];
  });
  return ok({ refs: own.slice(0, MOST_REFS), more: Math.max(0, own.length - MOST_REFS) });
};
