import { joinPath } from '../config/lexical-path.ts';
import type {
  Asked,
  AskedPath,
  AskedScript,
  Family,
  ParsedFile,
  SetupNote,
  Written,
} from './asked.ts';
import { lineOf } from './line-of.ts';

/** Reads one file's values, noting what has another shape than is known. Nothing throws. */
export interface ShapeReader {
  /** The mapping at the keys; empty where there is none. */
  mapping(keys: readonly string[]): Readonly<Record<string, unknown>>;
  /** The text at the keys; null where there is none, or an empty one. */
  text(keys: readonly string[]): string | null;
  /** The list of texts at the keys. */
  texts(keys: readonly string[]): readonly string[];
  /** A script at the keys, where there is text. */
  script(when: AskedScript['when'], keys: readonly string[], run: string | null): void;
  /** The list of paths at the keys that lie in the tree. */
  paths(keys: readonly string[]): readonly AskedPath[];
  /** Keys of the mapping at `keys` that nobody knows are noted. */
  known(keys: readonly string[], names: readonly string[]): void;
  note(keys: readonly string[], text: string): void;
  done(more?: Partial<Pick<Asked, 'folders' | 'sparse'>>): Asked;
}

/** A reader of one parsed file. */
export function shapeReader(family: Family, { file, text, value }: ParsedFile): ShapeReader {
  const notes: SetupNote[] = [];
  const scripts: AskedScript[] = [];
  const at = (keys: readonly string[]): Written => ({ file, line: lineOf(text, keys) });
  const note = (keys: readonly string[], words: string): void =>
    void notes.push({ at: at(keys), text: words });
  const wrong = (keys: readonly string[], expected: string): void =>
    note(keys, `${keys.join('.') || 'the file'} is no ${expected}, so it is left out`);
  const read = (keys: readonly string[]): unknown => valueAt(value, keys);
  const texts = (keys: readonly string[]): readonly string[] => {
    const found = read(keys);
    if (found === undefined || found === null) return [];
    if (Array.isArray(found) && found.every((each) => typeof each === 'string')) return found;
    wrong(keys, 'list of texts');
    return [];
  };
  return {
    note,
    texts,
    mapping: (keys) => {
      const found = read(keys);
      if (isMapping(found)) return found;
      if (found !== undefined && found !== null) wrong(keys, 'mapping');
      return {};
    },
    text: (keys) => {
      const found = read(keys);
      if (typeof found === 'string') return found.trim() === '' ? null : found;
      if (found !== undefined && found !== null) wrong(keys, 'text');
      return null;
    },
    script: (when, keys, run) => {
      if (run === null) return;
      if (run.includes('\0')) return note(keys, `${keys.join('.')} holds a NUL character`);
      scripts.push({ family, key: `${file} ${keys.join('.')}`, when, at: at(keys), run });
    },
    paths: (keys) =>
      texts(keys).flatMap((path) => {
        const inside = treePath(path);
        if (inside !== null) return [{ path: inside, at: at(keys) }];
        note(keys, `${JSON.stringify(path)} is no path inside the tree, so it is left out`);
        return [];
      }),
    known: (keys, names) => {
      const found = read(keys);
      if (!isMapping(found)) return;
      for (const name of Object.keys(found))
        if (!names.includes(name)) note([...keys, name], `fanin does not know ${name}`);
    },
    done: (more = {}) => ({ families: [family], scripts, folders: [], sparse: [], notes, ...more }),
  };
}

/**
 * A path of a set-up file as git would write it; null where it leads out of the tree, to the tree itself or
 * into a git folder.
 */
export function treePath(path: string): string | null {
  if (path === '' || path.startsWith('/') || path.startsWith('~') || /[\0\\\n]/u.test(path))
    return null;
  if (path.split('/').includes('..')) return null;
  const inside = joinPath('/', path).slice(1);
  const git = inside.split('/').some((part) => part.toLowerCase() === '.git');
  return inside === '' || git ? null : inside;
}

const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const valueAt = (value: unknown, keys: readonly string[]): unknown => {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  return isMapping(value) && Object.hasOwn(value, key) ? valueAt(value[key], rest) : undefined;
};
