import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Workspace } from '../../../../domain/attempt/attempt.ts';
import type { Failure } from '../../../../domain/failure.ts';
import { ok } from '../../../../domain/result.ts';
import type { Result } from '../../../../domain/result.ts';
import type { WorkspaceSpec } from '../../../../ports/workspaces.ts';
import { gitAll } from '../../../git/git.ts';
import { operationUnderWay } from '../../../git/operation.ts';
import { ANY_ANSWER, lookedUp, lookUp, resolveObjects } from '../../../git/refs.ts';
import { holdsWork } from '../../../git/snapshot/nested.ts';
import type { NestedRepository } from '../../../git/snapshot/nested.ts';
import { takeSnapshot } from '../../../git/snapshot/snapshot.ts';
import type { Snapshot } from '../../../git/snapshot/snapshot.ts';
import { changedBroughtIn, keepBroughtIn } from '../../brought-in.ts';
import type { ChangedBroughtIn } from '../../brought-in.ts';
import { harvestRefs } from '../../harvest-refs.ts';
import { hold, refsWith } from '../../hold.ts';
import { keepIgnored } from '../../ignored.ts';
import type { Scene } from '../../scene.ts';
import { agentRefsIn } from './agent-refs.ts';
import { largeFilesOf } from './large-files.ts';
import { makeMirror } from './mirror.ts';
import type { Mirror } from './mirror.ts';
import { openClosed } from './open-closed.ts';
import { readRegular } from './read-regular.ts';
import { keptIn, recordsIn } from './request.ts';
import type { TakeRequest, Taken } from './request.ts';
import { takeRecords } from './session-records.ts';
import type { RecordsTaken, RecordsWanted } from './session-records.ts';

/** Takes in what lies in a clone, whatever has become of its git folder. Codes: those of git. */
export const take = async (request: TakeRequest): Promise<Result<Taken, Failure>> => {
  const { clone, out, broughtIn } = request;
  rmSync(keptIn(out), { recursive: true, force: true });
  const mirror = makeMirror(request);
  const at = await whereIn(mirror, request);
  const seen = await look(mirror, request, at);
  if (!seen.ok) return seen;
  const { snapshot, head } = seen.value;
  const scene = sceneOf(request, mirror, { snapshot, head, onBranch: at.onBranch });
  const { harvest, staged, dropped } = request.held;
  const held = await hold(
    mirror.place,
    scene,
    refsWith(scene.spec, [harvest, staged, dropped]),
    mirror.logs,
  );
  if (!held.ok) return held;
  const refs = await agentRefsIn(mirror.place, held.value.commit ?? head, request.known);
  if (!refs.ok) return refs;
  const now = await resolveObjects(mirror.place, Object.values(harvestRefs(scene.spec)));
  const changed = await changedBroughtIn(clone, broughtIn);
  await keepChanged(request, changed);
  return ok({
    head,
    headTree: snapshot.headTree,
    tree: snapshot.tree,
    onBranch: at.onBranch,
    operation: operationUnderWay(mirror.place.gitDir)?.name ?? null,
    held: { harvest: now[0] ?? null, staged: now[1] ?? null, dropped: now[2] ?? null },
    commit: held.value.commit,
    dropped: held.value.dropped,
    stagedTree: snapshot.stagedTree,
    refs: refs.value.refs,
    moreRefs: refs.value.more,
    unread: snapshot.unread,
    nested: await withWork(clone, snapshot.nested),
    changed,
    ignored: request.keeps ? await ignoredOf(request, mirror) : { entries: [], left: [] },
    largeFiles: largeFilesOf(request),
    gitLost: mirror.gitLost || head !== at.head,
    records: request.records === null ? null : copyRecords(request.records, out),
  });
};

/** Copies an agent's records of its session to where the host finds them. */
export const copyRecords = (wanted: RecordsWanted, out: string): RecordsTaken => {
  rmSync(recordsIn(out), { recursive: true, force: true });
  return takeRecords(wanted, recordsIn(out));
};

interface Where {
  readonly head: string;
  readonly onBranch: string | null;
}

/** The commit the agent is at: HEAD's, or the work branch's, or the base where nothing else can be read. */
const whereIn = async ({ place }: Mirror, { branch, base }: TakeRequest): Promise<Where> => {
  const names = ['HEAD^{commit}', `refs/heads/${branch}^{commit}`];
  const asked = await gitAll([
    lookUp(place.commonDir, names),
    {
      cwd: place.commonDir,
      args: ['symbolic-ref', '--quiet', 'HEAD'],
      options: { readOnly: true, env: { GIT_DIR: place.commonDir }, exits: ANY_ANSWER },
    },
  ]);
  if (!asked.ok) return { head: base, onBranch: null };
  const [objects, symbolic] = asked.value;
  const [head = null, work = null] = lookedUp(objects, names);
  const onBranch = symbolic.exit === 0 ? symbolic.stdout.toString('utf8').trim() : null;
  return { head: head ?? work ?? base, onBranch };
};

interface Seen {
  readonly snapshot: Snapshot;
  readonly head: string;
}

const look = async (
  mirror: Mirror,
  request: TakeRequest,
  { head }: Where,
): Promise<Result<Seen, Failure>> => {
  const first = await snapshotAt(mirror, request, { head, fresh: request.trust === 'files' });
  if (first.ok && first.value.unread !== null && request.keeps && openClosed(request.clone) > 0)
    return seenAt(await snapshotAt(mirror, request, { head, fresh: false }), head);
  if (first.ok || head === request.base) return seenAt(first, head);
  // What its commit names is not there: the files are.
  const { base } = request;
  return seenAt(await snapshotAt(mirror, request, { head: base, fresh: true }), base);
};

const seenAt = (taken: Result<Snapshot, Failure>, head: string): Result<Seen, Failure> =>
  taken.ok ? ok({ snapshot: taken.value, head }) : taken;

const snapshotAt = (
  { place }: Mirror,
  { clone, out, broughtIn, lent }: TakeRequest,
  of: { readonly head: string; readonly fresh: boolean },
): Promise<Result<Snapshot, Failure>> =>
  takeSnapshot({
    path: clone,
    gitDir: place.gitDir,
    head: of.head,
    secret: broughtIn.map(({ path }) => path),
    scratch: join(out, `index-${randomUUID()}`),
    filters: lent.filters,
    ...(of.fresh ? { index: 'fresh' as const } : {}),
  });

/** As the harvest of any workspace knows it. */
const sceneOf = (
  { attempt, run, task, n, base, branch, clone, out, broughtIn }: TakeRequest,
  { place }: Mirror,
  of: Seen & Pick<Where, 'onBranch'>,
): Scene & { readonly spec: WorkspaceSpec } => {
  const workspace: Workspace = { attempt, level: 'sandbox', path: clone, branch, base };
  return {
    workspace,
    spec: { attempt, run, task, n, base, level: 'sandbox', folder: out },
    state: {
      path: clone,
      exists: true,
      gitDir: place.gitDir,
      claimed: true,
      head: of.head,
      onBranch: of.onBranch,
    },
    record: { files: broughtIn, skipped: [] },
    snapshot: of.snapshot,
  };
};

const keepChanged = async (
  { clone, out }: TakeRequest,
  changed: readonly ChangedBroughtIn[],
): Promise<void> => {
  for (const { path, isFile } of changed) if (isFile) await keepBroughtIn(clone, keptIn(out), path);
};

/** Those in ignored folders, and submodules that the clone came with, only where they hold something of their own. */
const withWork = async (
  clone: string,
  nested: readonly NestedRepository[],
): Promise<readonly NestedRepository[]> => {
  const found: NestedRepository[] = [];
  for (const each of nested) {
    const path = join(clone, each.path);
    const module = ownModule(clone, each.path);
    const mayGo = each.ignored || module !== null;
    if (!mayGo || (await holdsWork(path, module ?? `${path}/.git`))) found.push(each);
  }
  return found;
};

const MOST_POINTER = 8_192;

/** The git folder of a submodule, where the clone itself has it; null for any other repository. */
const ownModule = (clone: string, path: string): string | null => {
  const text = readRegular(join(clone, path, '.git'), MOST_POINTER)?.toString('utf8') ?? '';
  const named = /^gitdir: (.+?)\n?$/s.exec(text)?.[1];
  const target = named === undefined ? '' : resolve(clone, path, named);
  return target.startsWith(`${join(clone, '.git', 'modules')}/`) ? target : null;
};

const ignoredOf = ({ clone, out, broughtIn }: TakeRequest, { place }: Mirror) =>
  keepIgnored({
    gitDir: place.gitDir,
    workspace: clone,
    secret: broughtIn.map(({ path }) => path),
    target: join(keptIn(out), 'ignored'),
  });
