import type { Detector } from './pattern.ts';
import { fileKey, type SessionView, type Timed } from './session-view.ts';
import { THRESHOLDS } from './thresholds.ts';

/** One broad command took away files that others had written. */
export const finalTreeOverwrite: Detector = {
  code: 'final-tree-overwrite',
  detect(view) {
    return losses(view).flatMap(({ git, files }) => {
      const [first] = files;
      if (first === undefined || files.length < THRESHOLDS.treeFiles.value) return [];
      return [
        {
          agents: [...new Set([...files.map(({ agent }) => agent), git.agent])],
          evidence: [first.evidence, git.evidence],
          consequence: `${files.length} files that others had written were taken away`,
          nearest: 'source-overwrite',
          rejection: 'one broad command covered many files',
          confidence: 'high',
          episode: files.map(({ path }) => fileKey(path)),
        },
      ];
    });
  },
};

/** A command that destroys, and the last writes of files that it covers, by other agents. */
interface Loss {
  readonly git: Timed<'git'>;
  readonly files: readonly Timed<'write'>[];
}

/** What was written since the last commit of its work copy can be lost; what was taken away is not there any more. */
function losses({ events, productWrites }: SessionView): readonly Loss[] {
  const open = new Map<string | null, Uncommitted>();
  const steps = [...productWrites, ...events('git')].toSorted((a, b) => a.at - b.at);
  const found: Loss[] = [];
  for (const step of steps) {
    const workspace = step.kind === 'write' ? step.path.workspace : step.workspace;
    const files = open.get(workspace) ?? makeUncommitted();
    open.set(workspace, files);
    if (step.kind === 'write') files.add(step);
    else if (step.op === 'commit') files.clear();
    else if (step.destroys && step.outcome === 'ok' && step.paths !== null) {
      const taken = step.paths === 'whole' ? files.takeAll() : takenBy(open, step.paths);
      const others = taken.filter(({ agent, op }) => agent !== step.agent && op !== 'delete');
      if (others.length > 0) found.push({ git: step, files: others });
    }
  }
  return found;
}

const takenBy = (
  open: ReadonlyMap<string | null, Uncommitted>,
  paths: readonly Timed<'write'>['path'][],
): readonly Timed<'write'>[] =>
  paths.flatMap(({ workspace, path }) => open.get(workspace)?.take(path) ?? []);

/** The last writes of the files of a work copy that no commit has, by the files and all folders above them. */
interface Uncommitted {
  readonly add: (write: Timed<'write'>) => void;
  readonly clear: () => void;
  readonly takeAll: () => readonly Timed<'write'>[];
  /** A file, or all that lies below a folder. */
  readonly take: (path: string) => readonly Timed<'write'>[];
}

function makeUncommitted(): Uncommitted {
  const last = new Map<string, Timed<'write'>>();
  const below = new Map<string, Set<string>>();
  const clear = (): void => {
    last.clear();
    below.clear();
  };
  return {
    add(write) {
      const { path } = write.path;
      if (!last.has(path))
        for (const folder of selfAndAbove(path))
          below.set(folder, (below.get(folder) ?? new Set()).add(path));
      last.set(path, write);
    },
    clear,
    takeAll() {
      const all = [...last.values()];
      clear();
      return all;
    },
    take(path) {
      const taken = [...(below.get(path) ?? [])].flatMap((each) => last.get(each) ?? []);
      for (const write of taken) last.delete(write.path.path);
      below.delete(path);
      return taken;
    },
  };
}

/** `src/lib/a.js`, `src/lib`, `src`. */
function selfAndAbove(path: string): readonly string[] {
  const all: string[] = [];
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1))
    all.push(path.slice(0, end));
  return all;
}
