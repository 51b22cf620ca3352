import type { FileChange } from '../../domain/receipt/receipt.ts';
import type { Failure } from '../../domain/failure.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { RepositoryPlace } from './discover.ts';
import { git } from './git.ts';
import { onObjects } from './object-access.ts';
import { fields, pathText } from './paths.ts';

/** Files changed between two commits or trees, renames found, with line counts (null: binary). */
export const changedFiles = async (
  place: RepositoryPlace,
  from: string,
  to: string,
): Promise<Result<readonly FileChange[], Failure>> => {
  const args = [
    'diff-tree',
    '-r',
    '-z',
    '-M',
    '--raw',
    '--numstat',
    '--no-ext-diff',
    '--no-textconv',
    from,
    to,
  ];
  const output = await git(place.commonDir, args, onObjects(place, { readOnly: true }));
  return output.ok ? ok(parseChanges(output.value.stdout)) : output;
};

/** Reads `--raw --numstat -z`: all raw records, then the counts. */
export const parseChanges = (output: Uint8Array): readonly FileChange[] => {
  const parts = fields(output);
  const raw: Omit<FileChange, 'added' | 'removed'>[] = [];
  const counts = new Map<string, Counts>();
  let at = 0;
  const next = (): Buffer => parts[at++] ?? Buffer.alloc(0);
  while (parts[at]?.[0] === COLON) raw.push(readRaw(next().toString('latin1'), next));
  while (at < parts.length) {
    const [path, count] = readCounts(next(), next);
    counts.set(path, count);
  }
  // A file whose mode alone changed may have no counts.
  return raw.map((change) => ({ ...change, ...(counts.get(change.path) ?? NO_LINES) }));
};

type Counts = Pick<FileChange, 'added' | 'removed'>;

const COLON = 0x3a;
const NO_LINES: Counts = { added: 0, removed: 0 };

const readRaw = (record: string, next: () => Buffer): Omit<FileChange, 'added' | 'removed'> => {
  const status = record.split(' ').at(-1)?.[0] ?? 'M';
  const first = pathText(next());
  if (status === 'R') return { change: 'renamed', from: first, path: pathText(next()) };
  return { change: KINDS[status] ?? 'modified', from: null, path: first };
};

const KINDS: Readonly<Record<string, FileChange['change']>> = {
  A: 'added',
  D: 'deleted',
  T: 'type-changed',
};

/** `added TAB removed TAB path`; for a rename the path is empty, and the old and new one follow. */
const readCounts = (record: Buffer, next: () => Buffer): readonly [string, Counts] => {
  const head = record.toString('latin1');
  const [added = '-', removed = '-'] = head.split('\t');
  const start = added.length + removed.length + 2;
  const counts: Counts = { added: count(added), removed: count(removed) };
  if (start < record.length) return [pathText(record.subarray(start)), counts];
  next();
  return [pathText(next()), counts];
};

const count = (text: string): number | null => (text === '-' ? null : Number.parseInt(text, 10));
