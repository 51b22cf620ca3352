import { cp, mkdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Finding, Harvest } from '../../../domain/attempt/attempt.ts';
import { failure } from '../../../domain/failure.ts';
import type { Failure } from '../../../domain/failure.ts';
import { agentRefs } from '../../../domain/ids.ts';
import type { SessionRecords } from '../../../domain/receipt/session-records.ts';
import { err, ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import { git } from '../../git/git.ts';
import { onObjects } from '../../git/object-access.ts';
import { readRef, resolveObjects, resolveTree } from '../../git/refs.ts';
import { statOf } from '../../git/small-file.ts';
import { keptCopy } from '../brought-in.ts';
import { harvestedContent } from '../content-findings.ts';
import { missingFinding } from '../findings.ts';
import { harvestRefs } from '../harvest-refs.ts';
import { ignoredBudget, keep } from '../ignored.ts';
import { broughtInRecord } from '../scene.ts';
import { cloneFindings } from './findings.ts';
import { keptIn } from './inside/request.ts';
import type { Taken } from './inside/request.ts';
import { takeLargeFiles } from './large-files.ts';
import { keepRecords, keepRecordsLeft, recordFindings, recordsWanted } from './session-records.ts';
import { fetchEach, fetchOut, takeInside } from './take-out.ts';
import type { Getting, Look, NotFetched, Wanted } from './take-out.ts';

/**
 * Takes everything in a clone into refs of the user's repository, without ever running git on it, or
 * reading a file in it, from outside. Called again it finds its own commit and makes no second one.
 * Codes: those of git, of the boundary, of `askInside` and of `fetchFrom`.
 */
export const harvestClone = async (getting: Getting): Promise<Result<Harvest, Failure>> => {
  if (statOf(getting.room.path) === null) return harvestWithoutFolder(getting);
  const standing = await standingRefs(getting);
  if (!standing.ok) return standing;
  const look: Look = { ...standing.value, trust: 'all', keeps: true };
  const taken = await takeInside(getting, { ...look, records: recordsWanted(getting) });
  if (!taken.ok) return taken;
  const { records } = taken.value;
  const sessions = records === null ? null : await keepRecords(getting, records);
  const fetched = await fetchAll(getting, taken.value, look);
  if (!fetched.ok) return fetched;
  await keepBeside(getting, taken.value);
  const large = await takeLargeFiles(getting, taken.value.largeFiles);
  return conclude(getting, taken.value, { ...fetched.value, large, sessions });
};

/** What the user's repository holds by now: of this harvest, and of everything. Codes: those of git. */
export const standingRefs = async ({
  yard: { place },
  spec,
}: Getting): Promise<Result<Pick<Look, 'held' | 'known'>, Failure>> => {
  const args = ['for-each-ref', '--format=%(objectname)'];
  const listed = await git(place.commonDir, args, onObjects(place, { readOnly: true }));
  if (!listed.ok) return listed;
  const { harvest, staged, dropped } = harvestRefs(spec);
  const found = await resolveObjects(place, [harvest, staged, dropped]);
  const [atHarvest = null, atStaged = null, atDropped = null] = found;
  const held = { harvest: atHarvest, staged: atStaged, dropped: atDropped };
  const known = new Set(listed.value.stdout.toString('latin1').split('\n').slice(0, -1));
  return ok({ held, known: [...known] });
};

/** What has come over, and what has not. */
interface Fetched {
  readonly commit: string | null;
  /** The commit is the files alone, since the agent's own commits were refused. */
  readonly flat: Failure | null;
  readonly left: readonly NotFetched[];
}

const fetchAll = async (
  getting: Getting,
  taken: Taken,
  look: Look,
): Promise<Result<Fetched, Failure>> => {
  const { place } = getting.yard;
  const { harvest } = harvestRefs(getting.spec);
  const wanted = wantedRefs(getting, taken, look);
  const left = await fetchEach(getting, place, wanted);
  const why = left.ok
    ? (left.value.find(({ ref }) => ref.to === harvest)?.why ?? null)
    : left.error;
  if (why !== null) {
    const flat = await fetchFiles(getting, look);
    if (!flat.ok) return flat;
    const others = left.ok ? left.value.filter(({ ref }) => ref.to !== harvest) : [];
    return ok({ commit: flat.value, flat: why, left: others });
  }
  const now = await readRef(place, harvest);
  if (taken.commit !== null && now !== taken.commit)
    return err(failure('inside-failed', `What was fetched as ${harvest} is not what was said.`));
  return ok({ commit: taken.commit, flat: null, left: left.ok ? left.value : [] });
};

const wantedRefs = ({ spec }: Getting, taken: Taken, { held }: Look): readonly Wanted[] => {
  const refs = harvestRefs(spec);
  const { run, task, n } = spec;
  const below = agentRefs(run, task, n);
  const same = (ref: string): Wanted => ({ from: ref, to: ref });
  return [
    ...(taken.commit !== null && taken.commit !== held.harvest ? [same(refs.harvest)] : []),
    ...(taken.held.staged === held.staged ? [] : [same(refs.staged)]),
    ...(taken.held.dropped === held.dropped ? [] : [same(refs.dropped)]),
    ...taken.refs.map(({ ref }) => ({ from: ref, to: `${below}${ref.slice('refs'.length)}` })),
  ];
};

/** Whatever the agent's objects are like, its files are taken: every one is read anew. */
const fetchFiles = async (
  getting: Getting,
  look: Look,
): Promise<Result<string | null, Failure>> => {
  const taken = await takeInside(getting, { ...look, trust: 'files', keeps: false });
  if (!taken.ok) return taken;
  const { harvest } = harvestRefs(getting.spec);
  const { commit } = taken.value;
  if (commit === null || commit === look.held.harvest) return ok(commit);
  const { place } = getting.yard;
  const fetched = await fetchOut(getting, place, [{ from: harvest, to: harvest }]);
  return fetched.ok ? ok(commit) : fetched;
};

const conclude = async (
  getting: Getting,
  taken: Taken,
  {
    commit,
    flat,
    left,
    large,
    sessions,
  }: Fetched & { readonly large: readonly string[]; readonly sessions: SessionRecords | null },
): Promise<Result<Harvest, Failure>> => {
  const { yard, spec } = getting;
  const { base } = spec;
  const tree = await resolveTree(yard.place, commit ?? base);
  if (tree === null) return err(failure('inside-failed', `${commit ?? base} has no tree here.`));
  const found = await cloneFindings(getting, taken, { flat, left, large });
  const content = await harvestedContent(yard.place, base, commit);
  const findings = [...found, ...recordFindings(sessions), ...content];
  return ok({ commit, tree, base, snapshot: commit !== null && commit !== taken.head, findings });
};

/** Copies what lies in `out`, and what git does not hold, to where people find it. */
const keepBeside = async ({ room, spec }: Getting, { changed, ignored }: Taken): Promise<void> => {
  const kept = keptIn(room.out);
  if (ignored.entries.length > ignored.left.length)
    await keep(join(kept, 'ignored'), join(spec.folder, 'ignored'), ignoredBudget()).catch(
      () => false,
    );
  const brought = new Set(broughtInRecord(spec).files.map(({ path }) => path));
  for (const { path, isFile } of changed)
    if (isFile && brought.has(path))
      await keepOne(keptCopy(kept, path), keptCopy(spec.folder, path));
};

/** Nobody inside but fanin's own program can write there; a link there is not its doing. */
const keepOne = async (from: string, to: string): Promise<void> => {
  const isPlain = (await realpath(from).catch(() => null)) === from;
  if (!isPlain || statOf(from)?.isFile() !== true) return;
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await cp(from, to, { force: true });
};

/** The folder is gone: what was harvested before is what there is, and what the agent recorded elsewhere. */
const harvestWithoutFolder = async (getting: Getting): Promise<Result<Harvest, Failure>> => {
  const { yard, room, spec } = getting;
  const commit = await readRef(yard.place, harvestRefs(spec).harvest);
  const tree = (await resolveTree(yard.place, commit ?? spec.base)) ?? '';
  const sessions = await keepRecordsLeft(getting);
  const findings: readonly Finding[] = [missingFinding(room.path), ...recordFindings(sessions)];
  return ok({ commit, tree, base: spec.base, snapshot: false, findings });
};
