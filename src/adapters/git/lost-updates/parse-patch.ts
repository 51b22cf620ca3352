import type { FileDelta, FileState, Hunk } from '../../../domain/lost-updates/file-delta.ts';
import { pathText } from '../paths.ts';

/** An output of git's that is read from its start to its end, each byte one character. */
export interface Cursor {
  readonly text: string;
  at: number;
}

export const cursorOver = (output: Uint8Array): Cursor => ({
  text: Buffer.from(output).toString('latin1'),
  at: 0,
});

/** Up to the next NUL, which is passed by. */
export const field = (cursor: Cursor): string => {
  const end = cursor.text.indexOf('\0', cursor.at);
  const stop = end === -1 ? cursor.text.length : end;
  const found = cursor.text.slice(cursor.at, stop);
  cursor.at = stop + 1;
  return found;
};

/** A path of a diff, and whether git could not merge it when a merge was made again. */
export interface ParsedDelta extends FileDelta {
  readonly conflicted: boolean;
}

/** Reads what `--raw -z -p -U0 --no-abbrev` says of one commit: all raw records, then a patch for each. */
export const parseChangesAt = (cursor: Cursor): readonly ParsedDelta[] => {
  const { text } = cursor;
  if (text[cursor.at] === '\n') cursor.at += 1;
  // A merge of more than two is not made again.
  if (text.startsWith('diff: warning: ', cursor.at)) lineAt(cursor);
  const raw: RawRecord[] = [];
  while (text[cursor.at] === ':') raw.push(rawAt(cursor));
  if (raw.length > 0 && text[cursor.at] === '\0') cursor.at += 1;
  const changes = raw.map((record) => {
    const patches = record.typeChange ? 2 : 1;
    let patch = NO_PATCH;
    for (let n = 0; n < patches; n += 1) patch = joined(patch, nextPatch(cursor) ?? NO_PATCH);
    const { typeChange: _typeChange, ...states } = record;
    return { ...states, ...patch };
  });
  // Nothing is left but what has no record.
  const beyond = raw.length === 0 ? nextPatch(cursor) : null;
  if (beyond !== null) throw new Error('git told a patch without its record');
  skipBare(cursor);
  return changes;
};

/** The next patch that belongs to a record; null: there is none. */
const nextPatch = (cursor: Cursor): Patch | null => {
  skipBare(cursor);
  return cursor.text.startsWith('diff --git ', cursor.at) ? patchAt(cursor) : null;
};

/** A conflict where nothing differs in the end has a patch of its header alone, and no record. */
const skipBare = (cursor: Cursor): void => {
  for (;;) {
    const start = cursor.at;
    if (!cursor.text.startsWith('diff --git ', start)) return;
    lineAt(cursor);
    while (cursor.text.startsWith('remerge ', cursor.at)) lineAt(cursor);
    const { text, at } = cursor;
    if (
      HEADERS.some((header) => text.startsWith(header, at)) ||
      text.startsWith('Binary files ', at)
    ) {
      cursor.at = start;
      return;
    }
  }
};

interface RawRecord extends Pick<FileDelta, 'path' | 'from' | 'before' | 'after'> {
  /** A file that became a link or the like: git prints it as one that goes and one that comes. */
  readonly typeChange: boolean;
}

const rawAt = (cursor: Cursor): RawRecord => {
  const [oldMode = '', newMode = '', oldBlob = '', newBlob = '', status = ''] = field(cursor)
    .slice(1)
    .split(' ');
  const first = pathOf(field(cursor));
  const renamed = status.startsWith('R') || status.startsWith('C');
  const path = renamed ? pathOf(field(cursor)) : first;
  return {
    path,
    from: status.startsWith('R') ? first : null,
    before: stateOf(oldMode, oldBlob),
    after: stateOf(newMode, newBlob),
    typeChange: status.startsWith('T'),
  };
};

const pathOf = (latin1: string): string => pathText(Buffer.from(latin1, 'latin1'));

const stateOf = (mode: string, blob: string): FileState | null =>
  /^0*$/.test(mode) ? null : { mode, blob };

type Patch = Pick<ParsedDelta, 'hunks' | 'binary' | 'conflicted'>;

const NO_PATCH: Patch = { hunks: [], binary: false, conflicted: false };

const joined = (a: Patch, b: Patch): Patch => ({
  hunks: [...a.hunks, ...b.hunks],
  binary: a.binary || b.binary,
  conflicted: a.conflicted || b.conflicted,
});

const patchAt = (cursor: Cursor): Patch => {
  const hunks: Hunk[] = [];
  let [binary, conflicted] = [false, false];
  lineAt(cursor);
  for (;;) {
    const { text, at } = cursor;
    if (text.startsWith('@@ ', at)) hunks.push(hunkAt(cursor));
    else if (text.startsWith('Binary files ', at)) {
      binary = true;
      lineAt(cursor);
    } else if (text.startsWith('remerge ', at)) {
      conflicted = lineAt(cursor).startsWith('remerge CONFLICT') || conflicted;
    } else if (HEADERS.some((header) => text.startsWith(header, at))) lineAt(cursor);
    else return { hunks, binary, conflicted };
  }
};

const HEADERS = [
  'old mode ',
  'new mode ',
  'deleted file mode ',
  'new file mode ',
  'copy from ',
  'copy to ',
  'rename from ',
  'rename to ',
  'similarity index ',
  'dissimilarity index ',
  'index ',
  '--- ',
  '+++ ',
];

const lineAt = (cursor: Cursor): string => {
  const end = cursor.text.indexOf('\n', cursor.at);
  const stop = end === -1 ? cursor.text.length : end;
  const found = cursor.text.slice(cursor.at, stop);
  cursor.at = stop + 1;
  return found;
};

const hunkAt = (cursor: Cursor): Hunk => {
  const [, removes = '1', line = '0', adds = '1'] =
    /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(lineAt(cursor)) ?? [];
  const removed = linesAt(cursor, Number(removes));
  const added = linesAt(cursor, Number(adds));
  return { line: Number(line), removed, added };
};

/** So many lines of a hunk, without the sign before each; one without a line end is followed by a remark. */
const linesAt = (cursor: Cursor, count: number): readonly string[] => {
  const found: string[] = [];
  for (let n = 0; n < count; n += 1) found.push(decoded(lineAt(cursor).slice(1)));
  if (cursor.text[cursor.at] === '\\') lineAt(cursor);
  return found;
};

/** As UTF-8 where it is, else as Latin-1. */
const decoded = (latin1: string): string => {
  if (!/[\u{80}-\u{ff}]/u.test(latin1)) return latin1;
  const text = Buffer.from(latin1, 'latin1').toString('utf8');
  return text.includes('\u{fffd}') ? latin1 : text;
};
