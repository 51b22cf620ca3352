import { storeCheckpoints } from '../../adapters/checkpoints/checkpoints.ts';
import { differences, filesIn } from '../../adapters/checkpoints/differences.ts';
import type { RepositoryPlace } from '../../adapters/git/discover.ts';
import { git } from '../../adapters/git/git.ts';
import { onObjects } from '../../adapters/git/object-access.ts';
import { hasPrivateStore, privateStore } from '../../adapters/git/private-store.ts';
import { resolveObjects } from '../../adapters/git/refs.ts';
import { attemptId, checkpointRef, keepRef, targetRef } from '../../domain/ids.ts';
import type { AttemptId } from '../../domain/ids.ts';
import type { Failure } from '../../domain/failure.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { AttemptKey, Checkpoint, Checkpoints, KeptBeside } from '../../ports/checkpoints.ts';
import { attemptFolder } from '../attempt-reader.ts';

/** A state of an attempt's work that a ref holds. */
export interface HeldState {
  readonly kind: 'checkpoint' | 'harvest';
  /** A checkpoint's number; null for a harvest. */
  readonly seq: number | null;
  readonly ref: string;
  readonly commit: string;
  /** The commit the attempt started from, as far as it can be told. */
  readonly base: string;
  /** Epoch ms. */
  readonly at: number;
  /** Files that differ from the base; null: not counted, which is so for all but the newest. */
  readonly files: number | null;
}

/** What is held of one attempt. */
export interface HeldAttempt extends AttemptKey {
  readonly id: AttemptId;
  /** Newest last; a harvest is the last. */
  readonly states: readonly HeldState[];
  readonly beside: readonly KeptBeside[];
}

/** Checkpoints for those who only read and restore. */
export const readCheckpoints = (place: RepositoryPlace): Checkpoints =>
  storeCheckpoints({ place, broughtIn: () => [] });

/** Where every held commit can be read: the private store reads the user's objects, too. */
export const readingPlace = (place: RepositoryPlace): RepositoryPlace =>
  hasPrivateStore(place) ? privateStore(place) : place;

/**
 * What refs hold, by run, task and n: the log is not asked, so that work can be found where it is
 * broken or gone. Codes: those of git.
 */
export const heldWork = async (
  place: RepositoryPlace,
): Promise<Result<readonly HeldAttempt[], Failure>> => {
  const checkpoints = readCheckpoints(place);
  const listed = await checkpoints.list({});
  if (!listed.ok) return listed;
  const harvests = await listHarvests(place);
  if (!harvests.ok) return harvests;
  const found = [...listed.value.map(ofCheckpoint), ...harvests.value];
  const byAttempt = Map.groupBy(found, ({ run, task, n }) => attemptId(run, task, n));
  const held: HeldAttempt[] = [];
  for (const [id, states] of byAttempt) {
    const [first] = states;
    if (first === undefined) continue;
    const { run, task, n } = first;
    const measured = await measure(place, states);
    if (!measured.ok) return measured;
    const beside = await checkpoints.beside(attemptFolder(place, id));
    held.push({ id, run, task, n, states: measured.value, beside });
  }
  return ok(held);
};

type FoundState = AttemptKey & Pick<HeldState, 'kind' | 'seq' | 'ref' | 'commit' | 'at'>;

const ofCheckpoint = ({ run, task, n, seq, commit, at }: Checkpoint): FoundState => ({
  run,
  task,
  n,
  kind: 'checkpoint',
  seq,
  ref: checkpointRef(run, task, n, seq),
  commit,
  at,
});

const HARVEST = /^refs\/fanin\/([^/]+)\/harvest\/([^/]+)\/(\d+) (\S+) (\d+)$/;

const listHarvests = async (
  place: RepositoryPlace,
): Promise<Result<readonly FoundState[], Failure>> => {
  const format = '--format=%(refname) %(objectname) %(committerdate:unix)';
  const args = ['for-each-ref', format, 'refs/fanin/*/harvest/**'];
  const output = await git(place.commonDir, args, onObjects(place, { readOnly: true }));
  if (!output.ok) return output;
  return ok(output.value.stdout.toString('utf8').split('\n').flatMap(ofHarvest));
};

const ofHarvest = (line: string): readonly FoundState[] => {
  const [, run, task, n, commit, seconds] = HARVEST.exec(line) ?? [];
  if (run === undefined || task === undefined || commit === undefined) return [];
  const ref = line.slice(0, line.indexOf(' '));
  const at = Number(seconds) * 1000;
  return [{ run, task, n: Number(n), kind: 'harvest', seq: null, ref, commit, at }];
};

const measure = async (
  place: RepositoryPlace,
  states: readonly FoundState[],
): Promise<Result<readonly HeldState[], Failure>> => {
  const newest = states.at(-1);
  if (newest === undefined) return ok([]);
  const base = await baseOf(place, newest);
  const found = await differences(readingPlace(place), base, newest.commit);
  if (!found.ok) return found;
  return ok(
    states.map(({ kind, seq, ref, commit, at }) => ({
      kind,
      seq,
      ref,
      commit,
      base,
      at,
      files: commit === newest.commit ? filesIn(found.value) : null,
    })),
  );
};

/** What our ref holds; without one, where the work left the target; at the worst, the commit before it. */
const baseOf = async (
  place: RepositoryPlace,
  { run, task, n, commit }: FoundState,
): Promise<string> => {
  const names = [`${keepRef(run, task, n)}^{commit}`, targetRef(run), `${commit}^`];
  const [kept = null, target = null, parent = null] = await resolveObjects(place, names);
  if (kept !== null) return kept;
  if (target !== null) {
    const args = ['merge-base', target, commit];
    const left = await git(place.commonDir, args, onObjects(place, { readOnly: true }));
    if (left.ok) return left.value.stdout.toString('utf8').trim();
  }
  return parent ?? commit;
};
