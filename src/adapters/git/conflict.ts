import type { RepositoryPlace } from './discover.ts';
import { git } from './git.ts';
import { onObjects } from './object-access.ts';
import { paths } from './paths.ts';

/** A file that two sides changed, with the hunks in question as text. */
export interface ConflictFile {
  readonly path: string;
  readonly text: string;
}

/** Whose side each half of a hunk is: commit ids as git printed them. */
export interface Sides {
  readonly ours: string;
  readonly theirs: string;
  /** How people know the two. */
  readonly names?: readonly [string, string];
}

/** Files whose text is read; of further ones the agent gets git's own sentence. */
const FILES_READ = 20;
/** Longest text of one file, in lines. */
const MAX_LINES = 200;
const CONTEXT = 3;

/** Reads the conflict part of `merge-tree -z --messages`. */
export const readConflict = async (
  place: RepositoryPlace,
  output: Uint8Array,
  sides: Sides,
  /** Where the merged objects lie, when they lie elsewhere. */
  env: Readonly<Record<string, string>> = {},
): Promise<readonly ConflictFile[]> => {
  const { tree, conflicted, messages } = parseConflict(output);
  const files: ConflictFile[] = [];
  for (const [index, path] of conflicted.entries()) {
    const about = messages.filter((message) => message.paths.includes(path));
    const said = about.map((message) => withoutIds(message.text.trim(), sides));
    const hunks =
      index < FILES_READ ? await readHunks({ place, env }, `${tree}:${path}`, sides) : null;
    files.push({ path, text: [...said, ...(hunks === null ? [] : [hunks])].join('\n') });
  }
  return files;
};

/** One of git's sentences about a merge, with the paths it is about. */
export interface MergeMessage {
  readonly paths: readonly string[];
  readonly type: string;
  readonly text: string;
}

/**
 * The three sections: tree, `mode id stage TAB path` records, messages. A conflict of folders has no record (git does
 * not know where to put what): it is told by the path in its message.
 */
export const parseConflict = (
  output: Uint8Array,
): {
  readonly tree: string;
  readonly conflicted: readonly string[];
  readonly messages: readonly MergeMessage[];
} => {
  const [tree = '', ...rest] = paths(output);
  const end = rest.indexOf('');
  const records = end === -1 ? rest : rest.slice(0, end);
  const recorded = new Set(records.map((record) => record.slice(record.indexOf('\t') + 1)));
  const messages = end === -1 ? [] : parseMessages(rest.slice(end + 1));
  const others = messages
    .filter(
      ({ type, paths: about }) => isConflict(type) && !about.some((each) => recorded.has(each)),
    )
    .flatMap(({ paths: [first] }) => (first === undefined ? [] : [first]));
  return { tree, conflicted: [...new Set([...recorded, ...others])], messages };
};

/** Some of its types have a blank before the bracket, some have none. */
const isConflict = (type: string): boolean => type.startsWith('CONFLICT');

/** `count, path × count, type, text`, again and again. Merely informing ones are left out. */
const parseMessages = (parts: readonly string[]): readonly MergeMessage[] => {
  const messages: MergeMessage[] = [];
  let at = 0;
  while (at < parts.length) {
    const count = Number.parseInt(parts[at] ?? '', 10);
    if (Number.isNaN(count)) break;
    const about = parts.slice(at + 1, at + 1 + count);
    const [type = '', text = ''] = parts.slice(at + 1 + count, at + 3 + count);
    if (type !== 'Auto-merging') messages.push({ paths: about, type, text });
    at += count + 3;
  }
  return messages;
};

const readHunks = async (
  {
    place,
    env,
  }: { readonly place: RepositoryPlace; readonly env: Readonly<Record<string, string>> },
  object: string,
  sides: Sides,
): Promise<string | null> => {
  const blob = await git(
    place.commonDir,
    ['cat-file', 'blob', object],
    onObjects(place, { readOnly: true, env }),
  );
  if (!blob.ok || blob.value.stdout.includes(0)) return null;
  const text = withoutIds(blob.value.stdout.toString('utf8'), sides);
  return text.includes(`<<<<<<< ${namesOf(sides)[0]}`) ? shortenToHunks(text) : null;
};

/** git names the sides by the ids it was given; an agent knows them by what they are. */
const withoutIds = (text: string, sides: Sides): string => {
  const [ours, theirs] = namesOf(sides);
  return text.replaceAll(sides.ours, () => ours).replaceAll(sides.theirs, () => theirs);
};

const namesOf = ({ names }: Sides): readonly [string, string] => names ?? TO_AN_AGENT;

const TO_AN_AGENT = ['target', 'this delivery'] as const;

/** The lines inside markers with some context; what lies between is counted, not shown. */
export const shortenToHunks = (text: string): string => {
  const lines = text.split('\n');
  const wanted = linesOfHunks(lines);
  const shown: string[] = [];
  let skipped = 0;
  const note = (): void => {
    if (skipped > 0) shown.push(`… ${String(skipped)} lines left out …`);
    skipped = 0;
  };
  for (const [index, line] of lines.entries()) {
    if (!wanted.has(index) || shown.length >= MAX_LINES) {
      skipped += 1;
      continue;
    }
    note();
    shown.push(line);
  }
  note();
  return shown.join('\n');
};

const linesOfHunks = (lines: readonly string[]): ReadonlySet<number> => {
  const wanted = new Set<number>();
  let inside = false;
  for (const [index, line] of lines.entries()) {
    const opens = line.startsWith('<<<<<<< ');
    const closes = line.startsWith('>>>>>>> ');
    if (opens) inside = true;
    const reach = opens || closes ? CONTEXT : 0;
    if (inside || closes) {
      for (let near = index - reach; near <= index + reach; near += 1) wanted.add(near);
    }
    if (closes) inside = false;
  }
  return wanted;
};
