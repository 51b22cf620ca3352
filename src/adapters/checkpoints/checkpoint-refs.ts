import { attemptId } from '../../domain/ids.ts';
import { ok } from '../../domain/result.ts';
import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import type { AttemptKey, Checkpoint } from '../../ports/checkpoints.ts';
import type { RepositoryPlace } from '../git/discover.ts';
import { runGit } from '../git/git.ts';
import type { GitCommand, GitOutput } from '../git/git.ts';
import { onObjects } from '../git/object-access.ts';

const ALL = 'refs/fanin/checkpoints';

/** The checkpoints of the attempts that match, by run, task, n and seq. Codes: those of git. */
export const listCheckpoints = async (
  store: RepositoryPlace,
  of: Partial<AttemptKey>,
): Promise<Result<readonly Checkpoint[], Failure>> => {
  const output = await runGit(listing(store, [of.run === undefined ? ALL : `${ALL}/${of.run}`]));
  if (!output.ok) return output;
  return ok(
    checkpointsIn(output.value)
      .filter((each) => matches(each, of))
      .toSorted(byPlace),
  );
};

/** The command that names an attempt's newest checkpoint; `checkpointsIn` reads its output. */
export const newestListing = (store: RepositoryPlace, { run, task, n }: AttemptKey): GitCommand =>
  listing(store, ['--sort=-version:refname', '--count=1', `${ALL}/${run}/${task}/${String(n)}`]);

const listing = (store: RepositoryPlace, args: readonly string[]): GitCommand => ({
  cwd: store.commonDir,
  args: ['for-each-ref', `--format=${FORMAT}`, ...args],
  options: onObjects(store, { readOnly: true }),
});

const FORMAT = '%(refname) %(objectname) %(tree) %(parent) %(committerdate:unix)';

/** Reads the output of a listing. */
export const checkpointsIn = ({ stdout }: GitOutput): readonly Checkpoint[] =>
  stdout
    .toString('utf8')
    .split('\n')
    .flatMap((line) => checkpointIn(line) ?? []);

const checkpointIn = (line: string): Checkpoint | null => {
  const [ref = '', commit = '', tree = '', head = '', seconds = ''] = line.split(' ');
  const [run, task, n, seq, ...more] = ref.slice(ALL.length + 1).split('/');
  if (run === undefined || task === undefined || seq === undefined || more.length > 0) return null;
  const attempt = attemptId(run, task, Number(n));
  return {
    attempt,
    run,
    task,
    n: Number(n),
    seq: Number(seq),
    commit,
    tree,
    head,
    at: Number(seconds) * 1000,
  };
};

const matches = (each: Checkpoint, { task, n }: Partial<AttemptKey>): boolean =>
  (task === undefined || each.task === task) && (n === undefined || each.n === n);

const byPlace = (a: Checkpoint, b: Checkpoint): number =>
  compare(a.run, b.run) || compare(a.task, b.task) || a.n - b.n || a.seq - b.seq;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
