import type { FileDelta, FileState } from '../../../domain/lost-updates/file-delta.ts';
import type { RepositoryPlace } from '../discover.ts';
import { git } from '../git.ts';
import { onObjects } from '../object-access.ts';

/** A larger file is no text that somebody wrote. */
const MOST_BYTES = 1 << 20;

/** Text in UTF-16 is binary to git; its lines are told all the same, all in one place. */
export const withOtherEncodings = async (
  place: RepositoryPlace,
  files: readonly FileDelta[],
): Promise<readonly FileDelta[]> => {
  // What comes or goes as a whole is found by its path alone.
  const inQuestion = files.filter(
    ({ binary, before, after }) => binary && before !== null && after !== null,
  );
  if (inQuestion.length === 0) return files;
  const states = inQuestion.flatMap(({ before, after }) => [before, after]);
  const contents = await contentsOf(place, states);
  return files.map((file) => (inQuestion.includes(file) ? decoded(file, contents) : file));
};

type Contents = ReadonlyMap<string, Buffer>;

const decoded = (file: FileDelta, contents: Contents): FileDelta => {
  const before = contents.get(file.before?.blob ?? '');
  const after = contents.get(file.after?.blob ?? '');
  if (before === undefined || after === undefined) return file;
  if (!isUtf16(before) && !isUtf16(after)) return file;
  const hunk = { line: 1, removed: linesOf(before), added: linesOf(after) };
  return { ...file, binary: false, hunks: [hunk] };
};

/** Small ones alone, by two processes however many there are. */
const contentsOf = async (
  place: RepositoryPlace,
  states: readonly (FileState | null)[],
): Promise<Contents> => {
  const blobs = [...new Set(states.flatMap((state) => (state === null ? [] : [state.blob])))];
  const ask = (form: string, ids: readonly string[]) =>
    git(
      place.commonDir,
      ['cat-file', form],
      onObjects(place, { readOnly: true, input: ids.map((id) => `${id}\n`).join('') }),
    );
  const sizes = await ask('--batch-check', blobs);
  if (!sizes.ok) return new Map();
  const small = sizes.value.stdout
    .toString('latin1')
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([, type, size]) => type === 'blob' && Number(size) <= MOST_BYTES)
    .map(([id = '']) => id);
  if (small.length === 0) return new Map();
  const found = await ask('--batch', small);
  return found.ok ? readBatch(found.value.stdout) : new Map();
};

/** `<id> blob <size> LF <content> LF`, again and again. */
const readBatch = (output: Buffer): Contents => {
  const contents = new Map<string, Buffer>();
  let at = 0;
  while (at < output.length) {
    const end = output.indexOf(0x0a, at);
    if (end === -1) break;
    const [id = '', , size = '0'] = output.toString('latin1', at, end).split(' ');
    contents.set(id, output.subarray(end + 1, end + 1 + Number(size)));
    at = end + 2 + Number(size);
  }
  return contents;
};

const isUtf16 = (bytes: Buffer): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);

const linesOf = (bytes: Buffer): readonly string[] => {
  const text = isUtf16(bytes)
    ? new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
    : bytes.toString('utf8');
  return text.split('\n');
};
