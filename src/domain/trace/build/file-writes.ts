import type { FileWrite } from '../event.ts';
import { digestLines, NO_LINES, withoutLines, type LineDigest } from '../line-digest.ts';
import type { Hash } from '../brief.ts';
import { definesIn, importsIn, literalsIn, settingsIn, usedNamesIn } from './content-names.ts';
import { allUnplaced, unplaced } from './new-event.ts';
import type { CallResult, CallStart, PatchedFile, Replacement, ToolUse } from './tool-use.ts';
import { UNREAD_WRITE } from './unread-write.ts';

type FileUse = Extract<ToolUse, { kind: 'write' | 'edit' | 'patch' }>;
type NewWrite = Omit<FileWrite, 'order'>;

/** Stands for the hash of a file that was not there. */
const ABSENT = 'absent';

/** The writes of a call of a file tool that went well. */
export function fileWrites(
  start: CallStart,
  use: FileUse,
  result: CallResult,
  hash: Hash,
): readonly NewWrite[] {
  const base = {
    kind: 'write' as const,
    how: 'tool' as const,
    agent: start.agent,
    call: start.id,
    at: result.at ?? start.at,
    evidence: start.evidence,
  };
  if (use.kind === 'patch')
    return use.files.flatMap((file) => {
      const path = unplaced(file.path, start.cwd);
      return path === null ? [] : [{ ...base, path, ...ofPatch(file, hash) }];
    });
  const path = unplaced(use.path, start.cwd);
  if (path === null) return [];
  const { original } = result;
  const facts =
    use.kind === 'write'
      ? ofWrite(use.content, original, hash)
      : ofEdits(use.edits, original, hash);
  return [{ ...base, path, ...facts }];
}

type Facts = Omit<NewWrite, 'kind' | 'how' | 'agent' | 'call' | 'at' | 'evidence' | 'path'>;

function ofWrite(content: string | null, original: string | null | undefined, hash: Hash): Facts {
  const op = original === null ? 'create' : 'replace';
  const preHash = original === undefined ? null : original === null ? ABSENT : hash(original);
  if (content === null) return { ...UNREAD_WRITE, op, preHash };
  const after = digestLines(content);
  const before = original === undefined ? null : digestLines(original ?? '');
  return {
    op,
    preHash,
    postHash: hash(content),
    content: after,
    added: before === null ? null : withoutLines(after, before),
    removed: before === null ? null : withoutLines(before, after),
    ...namesOf(content),
  };
}

function ofEdits(
  edits: readonly Replacement[],
  original: string | null | undefined,
  hash: Hash,
): Facts {
  const taken = digestLines(edits.map(({ before }) => before).join('\n'));
  const put = digestLines(edits.map(({ after }) => after).join('\n'));
  const facts: Facts = {
    ...UNREAD_WRITE,
    op: 'edit',
    added: withoutLines(put, taken),
    removed: withoutLines(taken, put),
    ...namesOf(edits.map(({ after }) => after).join('\n')),
  };
  if (original === undefined || original === null) return facts;
  const after = edited(original, edits);
  return {
    ...facts,
    preHash: hash(original),
    ...(after === null ? {} : { postHash: hash(after), content: digestLines(after) }),
  };
}

/** The text after the edits; null where one of them does not fit: then the record is of something else. */
function edited(original: string, edits: readonly Replacement[]): string | null {
  let text = original;
  for (const { before, after, all } of edits) {
    if (!text.includes(before)) return null;
    text = all ? text.replaceAll(before, () => after) : text.replace(before, () => after);
  }
  return text;
}

function ofPatch({ op, added, removed }: PatchedFile, hash: Hash): Facts {
  const put = digestLines(added);
  const taken = digestLines(removed);
  if (op === 'create')
    return {
      op,
      preHash: ABSENT,
      postHash: hash(added === '' || added.endsWith('\n') ? added : `${added}\n`),
      content: put,
      added: put,
      removed: NO_LINES,
      ...namesOf(added),
    };
  const known: { added: LineDigest; removed: LineDigest } = {
    added: withoutLines(put, taken),
    removed: withoutLines(taken, put),
  };
  return {
    ...UNREAD_WRITE,
    ...known,
    op,
    ...(op === 'delete' ? { postHash: ABSENT } : namesOf(added)),
  };
}

const namesOf = (text: string) => ({
  defines: definesIn(text),
  imports: importsIn(text),
  literals: literalsIn(text),
  names: usedNamesIn(text),
  settings: settingsIn(text),
});

/** What a command line writes, as it said before it ran. A folder that is made is no file. */
export function shellWrites(
  start: CallStart,
  writes: readonly { readonly path: string; readonly how: string; readonly text: string | null }[],
): readonly NewWrite[] {
  const files = writes.filter(({ how }) => how !== 'folder');
  return files.flatMap(({ path, how, text }) =>
    allUnplaced([path], start.cwd).map((place) => ({
      kind: 'write' as const,
      how: 'shell' as const,
      agent: start.agent,
      call: start.id,
      at: start.at,
      evidence: start.evidence,
      path: place,
      ...UNREAD_WRITE,
      ...(how === 'remove' || how === 'tree' ? { op: 'delete' as const, postHash: ABSENT } : {}),
      ...(text === null ? {} : { added: digestLines(text), ...namesOf(text) }),
    })),
  );
}
