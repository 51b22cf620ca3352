import { once } from '../once.ts';
import type { SessionView, Timed } from '../session-view.ts';
import { isAnyAfter, lastBefore } from '../timed-list.ts';
import {
  evidentWrites,
  passing,
  pathsOfKeys,
  SAME,
  stays,
  takings,
  WHOLE,
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
  if (first === undefined) return false;
  const named = takings(serial).get(path) ?? [];
  const whole = takings(serial).get(WHOLE) ?? [];
  return isAnyAfter(named, first.at) || whole.some((git) => takes(serial, git, path));
}

/** What a commit has is not lost. */
function takes(serial: SessionView, { at, workspace }: Timed<'git'>, path: string): boolean {
  const written = lastBefore(writesOfPath(serial, path), at);
  if (written === undefined) return false;
  const committed = lastBefore(commits(serial).get(workspace) ?? [], at);
  return committed === undefined || committed.at < written.at;
}

const commits = once((serial) =>
  Map.groupBy(
    serial.events('git').filter(({ op }) => op === 'commit'),
    ({ workspace }) => workspace,
  ),
);

const hasRefusedEdit = once((serial) =>
  serial.events('tool').some(({ error }) => error === 'stale-edit'),
);

/** Two wrote one file at once: one agent alone can not, but its edits can be refused as well. */
export function noCollision(pair: Pair): Contrast {
  return hasRefusedEdit(pair.serial) ? SAME : contrastOfFiles(pair);
}

/** A file was written wrongly and put right: whether the twin had it right from the first. */
export function contrastOfRevised(pair: Pair): Contrast {
  const { candidate, serial } = pair;
  const [path] = pathsOfKeys(candidate, 'value');
  const writes = path === undefined ? [] : writesOfPath(serial, path);
  const own = evidentWrites(pair).filter((write) => write.path.path === path);
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
