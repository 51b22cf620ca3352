import type { Timed } from './session-view.ts';

/** The last writes of the files of a work copy that no commit has, by the files and all folders above them. */
export interface Uncommitted {
  readonly add: (write: Timed<'write'>) => void;
  readonly clear: () => void;
  readonly all: () => readonly Timed<'write'>[];
  readonly takeAll: () => readonly Timed<'write'>[];
  /** A file, or all that lies below a folder. */
  readonly below: (path: string) => readonly Timed<'write'>[];
  /** Likewise, and it is there no more. */
  readonly take: (path: string) => readonly Timed<'write'>[];
  /** What a path is by what was written; null: nothing is known of it. */
  readonly has: (path: string) => 'file' | 'folder' | null;
}

/** Of a work copy in which nothing was written yet. */
export function makeUncommitted(): Uncommitted {
  const last = new Map<string, Timed<'write'>>();
  const under = new Map<string, Set<string>>();
  const clear = (): void => {
    last.clear();
    under.clear();
  };
  const all = (): readonly Timed<'write'>[] => [...last.values()];
  const below = (path: string): readonly Timed<'write'>[] =>
    [...(under.get(path) ?? [])].flatMap((each) => last.get(each) ?? []);
  return {
    add(write) {
      const { path } = write.path;
      if (!last.has(path))
        for (const folder of selfAndAbove(path))
          under.set(folder, (under.get(folder) ?? new Set()).add(path));
      last.set(path, write);
    },
    clear,
    all,
    takeAll() {
      const taken = all();
      clear();
      return taken;
    },
    below,
    take(path) {
      const taken = below(path);
      for (const write of taken) last.delete(write.path.path);
      under.delete(path);
      return taken;
    },
    has: (path) => (last.has(path) ? 'file' : under.has(path) ? 'folder' : null),
  };
}

/** `src/lib/a.js`, `src/lib`, `src`. */
function selfAndAbove(path: string): readonly string[] {
  const found: string[] = [];
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1))
    found.push(path.slice(0, end));
  return found;
}
