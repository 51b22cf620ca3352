import { chmodSync, constants, mkdirSync, renameSync, rmSync } from 'node:fs';
import { copyFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Finding } from '../../../domain/attempt/attempt.ts';
import {
  readSessionRecords,
  SESSION_COPIES,
  SESSION_RECORDS,
} from '../../../domain/receipt/session-records.ts';
import type { NotKept, SessionRecords } from '../../../domain/receipt/session-records.ts';
import { someOf } from '../../git/paths.ts';
import { readSmall, statOf } from '../../git/small-file.ts';
import { deleteTree } from '../delete-tree.ts';
import { hasRecord, writeRecord } from '../records.ts';
import { askInside } from './ask-inside.ts';
import { recordsIn } from './inside/request.ts';
import type { RecordPath, RecordsTaken, RecordsWanted } from './inside/session-records.ts';
import { readRecords } from './read-records.ts';
import type { Getting } from './take-out.ts';

/** What to look for; null where nothing can be: no agent that keeps records was here. */
export const recordsWanted = ({ room, sessions, limits }: Getting): RecordsWanted | null => {
  const roots = { home: room.home, scratch: room.handoff };
  // The first name alone: nobody but fanin can have put a link where it is looked for.
  const isThere = sessions.places.some(({ under, path }) => {
    const [first = ''] = path.split('/');
    return first.includes('*') || statOf(join(roots[under], first)) !== null;
  });
  const { recordBytes: bytes, recordFiles: files } = limits;
  return isThere ? { ...sessions, roots, bytes, files } : null;
};

/**
 * Copies what the program inside has put into `out` to the attempt's folder, where it outlives the
 * workspace, and writes down which. What was kept before stays. Never fails: what could not be kept is
 * in what it comes to.
 */
export const keepRecords = async (
  getting: Getting,
  taken: RecordsTaken,
): Promise<SessionRecords> => {
  const { room, spec } = getting;
  const from = recordsIn(room.out);
  const before = readSessionRecords(readSmall(join(spec.folder, SESSION_RECORDS)));
  const kept = new Map((before?.kept ?? []).map((each) => [each.from, each]));
  const left: NotKept[] = taken.left.map((each) => ({
    from: knownAs(getting, each),
    why: each.why,
  }));
  let space = getting.limits.recordBytes;
  for (const record of taken.kept) {
    const known = knownAs(getting, record);
    const file = fileOf(record);
    const source = join(from, record.under, record.path);
    const done = await keepOne(source, join(spec.folder, file), space).catch(
      (error: unknown) => `it could not be copied: ${String(error)}`,
    );
    if (typeof done === 'string') left.push({ from: known, why: done });
    else {
      space -= done;
      kept.set(known, { from: known, file });
    }
  }
  const all = { kept: [...kept.values()], left: left.filter((each) => !kept.has(each.from)) };
  await writeRecord(spec.folder, SESSION_RECORDS, all).catch(() => undefined);
  await deleteTree(from).catch(() => undefined);
  return all;
};

/** Takes the records alone, once: those that no harvest took. Null: there are none, or they were taken. */
export const keepRecordsLeft = async (getting: Getting): Promise<SessionRecords | null> => {
  if (hasRecord(getting.spec.folder, SESSION_RECORDS)) return null;
  const wanted = statOf(getting.room.folder) === null ? null : recordsWanted(getting);
  if (wanted === null) return null;
  const { doors, room, limits } = getting;
  const request = { op: 'records', out: room.out, records: wanted } as const;
  const said = await askInside(doors, room, request, limits.insideMs);
  return keepRecords(getting, said.ok ? readRecords(said.value) : noRecords(said.error.message));
};

const noRecords = (why: string): RecordsTaken => ({
  kept: [],
  left: [{ under: 'home', path: '', why }],
});

/** Tells of what was not kept. It keeps nothing from landing. */
export const recordFindings = (records: SessionRecords | null): readonly Finding[] => {
  if (records === null || records.left.length === 0) return [];
  const names = records.left.map(({ from, why }) => `${from} (${why})`);
  const text = `Of what the agent recorded of its session not everything could be kept: ${someOf(names)}`;
  return [{ kind: 'records-left', text, blocks: false }];
};

/** As the agent knows it: it sees these folders where they are. */
const knownAs = ({ room }: Getting, { under, path }: RecordPath): string =>
  join(under === 'home' ? room.home : room.handoff, path);

/** Below a folder that stands for HOME, so that tools which look there find everything. */
const fileOf = ({ under, path }: RecordPath): string =>
  under === 'home' ? `${SESSION_COPIES}/${path}` : `${SESSION_COPIES}/${under}/${path}`;

/** The number of bytes, or why it was not kept. Nobody inside but fanin's own program can write there; a link there is not its doing. */
const keepOne = async (from: string, to: string, most: number): Promise<number | string> => {
  const isPlain = (await realpath(from).catch(() => null)) === from;
  const stat = statOf(from);
  if (!isPlain || stat?.isFile() !== true) return 'it did not come out';
  if (stat.size > most) return 'there is no room for it';
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  const passing = `${to}.${process.pid}.fanin`;
  try {
    await copyFile(from, passing, constants.COPYFILE_FICLONE);
    chmodSync(passing, 0o600);
    renameSync(passing, to);
    return stat.size;
  } finally {
    rmSync(passing, { force: true });
  }
};
