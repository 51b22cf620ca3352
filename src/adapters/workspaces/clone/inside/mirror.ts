import { lstatSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeBorrowing } from '../../../git/borrowing.ts';
import type { RepositoryPlace } from '../../../git/discover.ts';
import { harvestRefs } from '../../harvest-refs.ts';
import { readRegular, regularFilesIn } from './read-regular.ts';
import { mirrorIn } from './request.ts';
import type { TakeRequest } from './request.ts';

/** A git folder of fanin's own that says what the agent's says, without its configuration. */
export interface Mirror {
  readonly place: RepositoryPlace;
  /** The refs whose logs are there. */
  readonly logs: readonly string[];
  /** The agent's git folder could not be read. */
  readonly gitLost: boolean;
}

const MOST_REF_BYTES = 64 * 1024 * 1024;
const MOST_INDEX_BYTES = 1024 * 1024 * 1024;
const MOST_FILES = 100_000;

/** What git leaves of an operation that is under way: only whether it is there counts. */
const TRACES = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'BISECT_LOG'];

/** Makes it anew. Whatever is in the agent's git folder: only regular files are read, and no setting. */
export const makeMirror = (request: TakeRequest): Mirror => {
  const { lent, clone, out, trust } = request;
  const gitDir = mirrorIn(out);
  rmSync(gitDir, { recursive: true, force: true });
  const own = join(clone, '.git');
  const whole = trust === 'all' && isFolder(own);
  makeBorrowing({
    gitDir,
    objects: [
      ...lent.objects,
      ...(whole && isFolder(join(own, 'objects')) ? [join(own, 'objects')] : []),
    ],
    format: lent.format,
    config: lent.config,
    notes: lent.notes,
    head: `ref: refs/heads/${request.branch}`,
  });
  const logs = whole ? copyOver(own, gitDir) : [];
  plantHeld(gitDir, request);
  const place = { root: clone, gitDir, commonDir: gitDir, stateDir: out, isLinkedWorktree: false };
  return { place, logs, gitLost: trust === 'all' && !(whole && hasHead(own)) };
};

const isFolder = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const hasHead = (own: string): boolean => readRegular(join(own, 'HEAD'), MOST_REF_BYTES) !== null;

/** The value: the refs whose logs there are. */
const copyOver = (own: string, gitDir: string): readonly string[] => {
  const copy = (name: string, most = MOST_REF_BYTES): boolean => {
    const content = readRegular(join(own, name), most);
    if (content === null) return false;
    mkdirSync(dirname(join(gitDir, name)), { recursive: true });
    writeFileSync(join(gitDir, name), content);
    return true;
  };
  // One that is not what it should be makes git refuse the whole folder.
  const copyRef = (name: string): boolean =>
    IS_REF.test(readRegular(join(own, name), MOST_REF_BYTES)?.toString('latin1') ?? '') &&
    copy(name);
  copyRef('HEAD');
  copyPacked(own, gitDir);
  for (const ref of regularFilesIn(join(own, 'refs'), MOST_FILES))
    if (!ref.startsWith('fanin/')) copyRef(`refs/${ref}`);
  if (copy('index', MOST_INDEX_BYTES)) keepTimes(join(own, 'index'), join(gitDir, 'index'));
  for (const trace of TRACES) copy(trace);
  for (const folder of ['rebase-merge', 'rebase-apply'])
    if (isFolder(join(own, folder))) mkdirSync(join(gitDir, folder), { recursive: true });
  copy('rebase-merge/autostash');
  copy('rebase-apply/applying');
  return regularFilesIn(join(own, 'logs'), MOST_FILES).filter((ref) => copy(`logs/${ref}`));
};

const IS_REF = /^(?:ref: refs\/\S+|[0-9a-f]{40}|[0-9a-f]{64})\n?$/;

/** Names below `refs/fanin/` are fanin's to give. What is peeled goes: it would belong to another line. */
const copyPacked = (own: string, gitDir: string): void => {
  const packed = readRegular(join(own, 'packed-refs'), MOST_REF_BYTES)?.toString('latin1');
  if (packed === undefined) return;
  const lines = packed.split('\n').filter((line) => PACKED.test(line));
  const text = lines.map((line) => `${line}\n`).join('');
  writeFileSync(join(gitDir, 'packed-refs'), Buffer.from(`# pack-refs with: \n${text}`, 'latin1'));
};

const PACKED = /^(?:[0-9a-f]{40}|[0-9a-f]{64}) refs\/(?!fanin\/)\S+$/;

/** git looks into files that changed about when the index was written. */
const keepTimes = (from: string, to: string): void => {
  const { atimeMs, mtimeMs } = lstatSync(from);
  utimesSync(to, atimeMs / 1000, mtimeMs / 1000);
};

/** What the harvest holds by now, so that the same content becomes the same commit. */
const plantHeld = (gitDir: string, request: TakeRequest): void => {
  const { run, task, n, attempt, base, held } = request;
  const refs = harvestRefs({ run, task, n, attempt, base, level: 'sandbox', folder: '' });
  for (const name of ['harvest', 'staged', 'dropped'] as const) {
    const id = held[name];
    if (id === null) continue;
    mkdirSync(dirname(join(gitDir, refs[name])), { recursive: true });
    writeFileSync(join(gitDir, refs[name]), `${id}\n`);
  }
};
