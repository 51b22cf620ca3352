import { isTestPath } from './definition.ts';
import type { Definition, SkippedSource } from './definition.ts';

/** An export that others may use, as it was. */
export interface ExportChange {
  readonly change: 'removed' | 'changed';
  readonly kind: Definition['kind'];
  readonly name: string;
  readonly path: string;
  /** Where it is now; of a removed one, where it was. */
  readonly line: number;
  /** How it was used, and how it is; `''` where it is gone. */
  readonly before: string;
  readonly after: string;
}

/** A name that a delivery has come to use, and where. */
export interface Use {
  readonly name: string;
  readonly path: string;
  readonly line: number;
  /** The words of the file that name other files: an import, a package. */
  readonly reaches: ReadonlySet<string>;
}

/** What a delivery does to what is defined. */
export interface Addition {
  readonly added: readonly Definition[];
  readonly exports: readonly ExportChange[];
  readonly uses: readonly Use[];
  readonly skipped: readonly SkippedSource[];
}

const idOf = ({ kind, owner, name }: Definition): string => `${kind} ${owner ?? ''} ${name}`;
const placedIdOf = (definition: Definition): string => `${definition.path} ${idOf(definition)}`;

/** What is new of `after`; what only went to another file is not. */
export const addedOf = (
  before: readonly Definition[],
  after: readonly Definition[],
): readonly Definition[] => {
  const was = new Set(before.map(placedIdOf));
  const is = new Set(after.map(placedIdOf));
  const moved = new Set(before.filter((each) => !is.has(placedIdOf(each))).map(idOf));
  return after.filter((each) => !was.has(placedIdOf(each)) && !moved.has(idOf(each)));
};

/** Exports that are gone, or are used in another way. One that went to another file is still there. */
export const exportChanges = (
  before: readonly Definition[],
  after: readonly Definition[],
): readonly ExportChange[] => {
  const now = new Map(after.map((each) => [placedIdOf(each), each]));
  const anywhere = new Set(after.filter(({ exported }) => exported).map(idOf));
  return before.flatMap((was): ExportChange[] => {
    if (!was.exported || isTestPath(was.path) || !IN_CODE.has(was.kind)) return [];
    const { kind, name, path } = was;
    const is = now.get(placedIdOf(was));
    if (is === undefined || !is.exported)
      return anywhere.has(idOf(was))
        ? []
        : [
            {
              change: 'removed',
              kind,
              name,
              path,
              line: was.line,
              before: shortOf(was),
              after: '',
            },
          ];
    if (kind === 'constant' || was.signature === is.signature || isClass(was)) return [];
    const change = { kind, name, path, line: is.line, before: shortOf(was), after: shortOf(is) };
    return [{ change: 'changed', ...change }];
  });
};

const IN_CODE: ReadonlySet<Definition['kind']> = new Set(['function', 'type', 'constant']);

/** What is new in a class is told by its members. */
const isClass = ({ kind, params }: Definition): boolean => kind === 'type' && params.length === 0;

const MOST_CHARS = 100;

const shortOf = ({ kind, name, signature }: Definition): string => {
  const text = kind === 'function' ? `${name}${signature}` : signature;
  return text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}…` : text;
};

const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/** Names that stand in more places of a file than before, each where it first stands in a new line. */
export const usesOf = (path: string, before: string, after: string): readonly Use[] => {
  const was = new Map<string, number>();
  for (const [name] of before.matchAll(NAME)) was.set(name, (was.get(name) ?? 0) + 1);
  const old = new Set(before.split('\n'));
  const is = new Map<string, number>();
  const first = new Map<string, number>();
  for (const [at, line] of after.split('\n').entries())
    for (const [name] of line.matchAll(NAME)) {
      is.set(name, (is.get(name) ?? 0) + 1);
      if (!old.has(line) && !first.has(name)) first.set(name, at + 1);
    }
  const reaches = new Set(is.keys());
  for (const part of path.split(/[/.]/u)) reaches.add(part);
  return [...first].flatMap(([name, line]) =>
    (is.get(name) ?? 0) > (was.get(name) ?? 0) ? [{ name, path, line, reaches }] : [],
  );
};
