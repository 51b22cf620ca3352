import { join } from 'node:path';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { gitLine } from '../adapters/git/git.ts';
import { onObjects } from '../adapters/git/object-access.ts';
import { namesIn, readSmall } from '../adapters/git/small-file.ts';
import { knownAttempts } from './clean-known.ts';
import type { Repair } from './repair-finding.ts';

/** Refs that nobody may put right but a person: told with the command that would. */
export async function refRepairs(place: RepositoryPlace): Promise<readonly Repair[]> {
  return [...movedBranch(place), ...(await orphanedRefs(place))];
}

/** The branch of the main checkout stands on a commit that an attempt made, and nobody merged or promoted it there. */
const movedBranch = (place: RepositoryPlace): readonly Repair[] => {
  const { commonDir, root } = place;
  const ref = /^ref: (refs\/heads\/.+)\n?$/u.exec(readSmall(join(commonDir, 'HEAD')) ?? '')?.[1];
  if (ref === undefined || ref.startsWith('refs/heads/fanin/')) return [];
  const entry = lastOf(readSmall(join(commonDir, 'logs', ref)));
  if (
    entry === null ||
    /^0+$/u.test(entry.from) ||
    /^(?:merge|pull|fanin|clone|rebase)/u.test(entry.message)
  )
    return [];
  const attempt = namesIn(join(commonDir, 'worktrees')).find((name) =>
    madeIn(readSmall(join(commonDir, 'worktrees', name, 'logs/HEAD')), entry.to),
  );
  if (attempt === undefined) return [];
  const branch = ref.slice('refs/heads/'.length);
  return [
    {
      name: branch,
      text: `${branch} stands on ${entry.to.slice(0, 8)}, a commit that ${attempt} made: git’s log says “${entry.message}”`,
      before: entry.to,
      after: `left as it is; it was at ${entry.from.slice(0, 8)}`,
      command: `git -C '${root}' reset --keep ${entry.from}`,
      apply: null,
    },
  ];
};

const lastOf = (log: string | null) => {
  const line = log?.trimEnd().split('\n').at(-1) ?? '';
  const parts = /^([0-9a-f]+) ([0-9a-f]+) .*\t(.*)$/u.exec(line);
  if (parts === null) return null;
  const [, from = '', to = '', message = ''] = parts;
  return { from, to, message };
};

const madeIn = (log: string | null, commit: string): boolean =>
  log
    ?.split('\n')
    .some((line) => line.split(' ', 2)[1] === commit && /\tcommit(?: \(.*\))?: /u.test(line)) ===
  true;

/** Refs of runs that the log does not have: its database was removed, or another version made them. */
async function orphanedRefs(place: RepositoryPlace): Promise<readonly Repair[]> {
  const args = ['for-each-ref', '--format=%(refname)', 'refs/fanin', 'refs/heads/fanin'];
  const listed = await gitLine(place.commonDir, args, onObjects(place, { readOnly: true }));
  const known = knownAttempts(place);
  if (!listed.ok || !known.ok) return [];
  const runs = new Map<string, number>();
  for (const ref of listed.value.split('\n')) {
    const run = /^refs\/(?:heads\/)?fanin\/([^/]+)\//u.exec(ref)?.[1];
    if (run !== undefined && known.value.run(run) === null) runs.set(run, (runs.get(run) ?? 0) + 1);
  }
  return [...runs].map(([run, count]) => ({
    name: `run ${run}`,
    text: `${count} refs are of run ${run}, which the log does not know: they may hold work`,
    before: `${count} refs`,
    after: 'left as they are',
    command: `git for-each-ref 'refs/fanin/${run}' 'refs/heads/fanin/${run}'`,
    apply: null,
  }));
}
