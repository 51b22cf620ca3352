import type { SessionView, Timed } from '../session-view.ts';
import {
  evident,
  passing,
  pathsOfKeys,
  SAME,
  stays,
  without,
  writesOfPath,
  type Contrast,
  type Pair,
} from './twin.ts';

/** Lines of these files were lost, or the same was made twice: whether the twin lost or threw away any of them, too. */
export function contrastOfFiles({ candidate, serial }: Pair): Contrast {
  const paths = [...new Set(pathsOfKeys(candidate, 'file'))];
  const written = paths.filter((path) => writesOfPath(serial, path).length > 0);
  if (written.some((path) => isLost(serial, path))) return SAME;
  const kept = written.flatMap((path) => stays(serial, path) ?? []);
  return without(...kept.map(({ evidence }) => evidence), passing(serial)?.evidence);
}

/** A command took it away after it was written: it does not matter who wrote it again. */
function isLost(serial: SessionView, path: string): boolean {
  const [first] = writesOfPath(serial, path);
  return (
    first !== undefined &&
    serial
      .events('git')
      .some((git) => git.at > first.at && git.op !== 'rm' && takes(git, path, serial))
  );
}

function takes(git: Timed<'git'>, path: string, serial: SessionView): boolean {
  const { destroys, outcome, paths, at, workspace } = git;
  if (!destroys || outcome !== 'ok' || paths === null) return false;
  if (paths !== 'whole') return paths.some((each) => each.path === path);
  // What a commit has is not lost.
  return !serial
    .events('git')
    .some(
      (each) =>
        each.op === 'commit' &&
        each.at < at &&
        each.workspace === workspace &&
        writesOfPath(serial, path).every((write) => write.at > at || write.at < each.at),
    );
}

/** Two wrote one file at once: one agent alone can not, but its edits can be refused as well. */
export function noCollision(pair: Pair): Contrast {
  const refused = pair.serial.events('tool').some(({ error }) => error === 'stale-edit');
  return refused ? SAME : contrastOfFiles(pair);
}

/** A file was written wrongly and put right: whether the twin had it right from the first. */
export function contrastOfRevised({ parallel, candidate, serial }: Pair): Contrast {
  const [path] = pathsOfKeys(candidate, 'value');
  const writes = path === undefined ? [] : writesOfPath(serial, path);
  const own = evident(candidate, parallel.events('write')).filter(
    (write) => write.path.path === path,
  );
  const before = new Set(own.slice(0, -1).flatMap(({ literals }) => literals));
  const right = (own.at(-1)?.literals ?? []).filter((value) => !before.has(value));
  const has = ({ literals }: Timed<'write'>): boolean =>
    right.some((value) => literals.includes(value));
  const [first] = writes;
  if (first === undefined) return without(passing(serial)?.evidence);
  if (!has(first) && writes.some(has)) return SAME;
  return without(writes.find(has)?.evidence, passing(serial)?.evidence);
}

/** Files that nobody was to write came into a commit. */
export function contrastOfStray({ candidate, serial }: Pair): Contrast {
  const paths = pathsOfKeys(candidate, 'file');
  const taken = serial
    .events('git')
    .find(({ op, paths: covered }) => (op === 'add' || op === 'commit') && covered === 'whole');
  const strays = paths.some((path) => {
    const write = stays(serial, path);
    return write !== undefined && taken !== undefined && write.at < taken.at;
  });
  return strays ? SAME : without(passing(serial)?.evidence, taken?.evidence);
}
