import type { AgentId } from '../agent.ts';
import { sharedLines, type LineDigest } from '../line-digest.ts';
import type { Evidence } from '../evidence.ts';
import type { PlacedPath } from '../place.ts';
import { once } from './once.ts';
import { subOf } from './session-index.ts';
import { contentOf, isReplaced, isWholeAndUnknown, restored } from './shell-replacements.ts';
import { fileKey, isDeliverable, overlap, type SessionView, type Timed } from './session-view.ts';
import { isBroughtBack } from './stashes.ts';
import { between, firstAfter, lastBefore } from './timed-list.ts';
import { THRESHOLDS } from './thresholds.ts';

/** One agent's write of a file, and another's behind it. */
export interface SecondWrite {
  readonly first: Timed<'write'>;
  readonly agent: AgentId;
  readonly at: number;
  readonly path: PlacedPath;
  readonly evidence: Evidence;
  /** Whether most of the first one's lines are gone by it. */
  readonly lost: boolean;
  /** Whether the second one had looked at the file in between. */
  readonly read: boolean;
  readonly sideBySide: boolean;
}

/** Every file that a sub-agent wrote behind another agent. */
export const secondWrites = once((view): readonly SecondWrite[] => {
  const folders = foldersOf(view);
  const writes = view
    .events('write')
    .filter(({ path }) => isOfWork(view, path) && !folders.has(fileKey(path)));
  const byFile = Map.groupBy(writes, ({ path }) => fileKey(path));
  const reverts = revertsByFile(view);
  // Who read the others is not asked for. Who runs a file does not look at it.
  const shared = new Set(
    [...byFile].flatMap(([key, [first, ...rest]]) =>
      first !== undefined && (reverts.has(key) || rest.some(({ agent }) => agent !== first.agent))
        ? first.path.path
        : [],
    ),
  );
  const reads = Map.groupBy(
    view.events('read').filter(({ path, how }) => how !== 'run' && shared.has(path.path)),
    ({ path, agent }) => readKey(agent, path),
  );
  return [...byFile].flatMap(([key, all]) => {
    const book: FileBook = { view, all, reads };
    let before: Timed<'write'> | undefined;
    let last: Timed<'write'> | undefined;
    const seconds: SecondWrite[] = [];
    for (const write of all) {
      // The last write of another agent.
      if (last !== undefined && last.agent !== write.agent) before = last;
      last = write;
      if (before === undefined || before.op === 'delete') continue;
      if (!isUnwanted(book, before, write)) continue;
      const backup = restored(view, write);
      const gone = backup === null ? undefined : lastOfOthers(book, write, backup);
      const lost =
        gone !== undefined ||
        isLost(before, contentOf(view, write)) ||
        isReplaced(view, write) ||
        (isWholeAndUnknown(view, write) && isWrittenAgain(book, before, write));
      seconds.push(secondWrite(book, gone ?? before, write, lost));
    }
    return [...seconds, ...(reverts.get(key) ?? []).flatMap((git) => reverted(book, git))];
  });
});

/** Folders that something was written in: a command that goes over one is no write of one file. */
function foldersOf(view: SessionView): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const { path } of view.events('write')) {
    folders.add(fileKey({ ...path, path: '.' }));
    for (let end = path.path.lastIndexOf('/'); end > 0; end = path.path.lastIndexOf('/', end - 1))
      folders.add(fileKey({ ...path, path: path.path.slice(0, end) }));
  }
  return folders;
}

/** What builds and caches write is shared by nature, unless the run must leave it behind. */
const isOfWork = (view: SessionView, path: PlacedPath): boolean =>
  path.kind === 'product' ||
  path.kind === 'test' ||
  (path.kind === 'generated' && isDeliverable(view, path));

const readKey = (agent: AgentId, path: PlacedPath): string => `${agent} ${fileKey(path)}`;

/** What happened to one file. */
interface FileBook {
  readonly view: SessionView;
  readonly all: readonly Timed<'write'>[];
  /** By reader and file. */
  readonly reads: ReadonlyMap<string, readonly Timed<'read'>[]>;
}

/** Commands of sub-agents that took back files by name. */
function revertsByFile(view: SessionView): ReadonlyMap<string, readonly Timed<'git'>[]> {
  const by = new Map<string, Timed<'git'>[]>();
  for (const git of view.events('git')) {
    const { paths, destroys, outcome } = git;
    if (!destroys || outcome !== 'ok' || paths === null || paths === 'whole') continue;
    if (isBroughtBack(view, git)) continue;
    for (const key of new Set(paths.map(fileKey))) by.set(key, [...(by.get(key) ?? []), git]);
  }
  return by;
}

/** Whether what another had written was put in again behind what took its place: then it had gone. */
const isWrittenAgain = (
  { all }: FileBook,
  before: Timed<'write'>,
  { agent, at, kind }: Timed<'write'> | Timed<'git'>,
): boolean => {
  const again = firstAfter(
    all,
    at,
    // Who wrote over it goes on with its own; who took it back by git may see its fault itself.
    (each) => (kind === 'git' || each.agent !== agent) && each.op !== 'delete',
  );
  const put = again?.added ?? again?.content ?? null;
  return put !== null && shareOf(before, put) >= THRESHOLDS.lost.value;
};

/** What is taken back is all that no commit has: what another wrote there, and not the last write alone. */
function reverted(book: FileBook, git: Timed<'git'>): readonly SecondWrite[] {
  const first = lastOfOthers(book, git, lastCommit(book.view, git));
  return first === undefined || !isUnwanted(book, first, git)
    ? []
    : [secondWrite(book, first, git, true)];
}

/** The root decides what is kept of what was handed in: it took away what was wanted where that was put in again. */
const isUnwanted = (
  book: FileBook,
  first: Timed<'write'>,
  second: Timed<'write'> | Timed<'git'>,
): boolean => second.agent !== book.view.root || isWrittenAgain(book, first, second);

/** The last write of a file by another agent, behind one moment and before what took it away. */
const lastOfOthers = (
  { all }: FileBook,
  { agent, at }: Pick<SecondWrite, 'agent' | 'at'>,
  from: number,
): Timed<'write'> | undefined =>
  between(all, from, at).findLast((each) => each.agent !== agent && each.op !== 'delete');

const commits = once((view) =>
  Map.groupBy(
    view.events('git').filter(({ op, outcome }) => op === 'commit' && outcome === 'ok'),
    ({ workspace }) => workspace,
  ),
);

/** When the work copy of a command was last committed. */
const lastCommit = (view: SessionView, { workspace, at }: Timed<'git'>): number =>
  lastBefore(commits(view).get(workspace) ?? [], at)?.at ?? Number.NEGATIVE_INFINITY;

function secondWrite(
  { view, reads }: FileBook,
  first: Timed<'write'>,
  { agent, at, evidence }: Pick<SecondWrite, 'agent' | 'at' | 'evidence'>,
  lost: boolean,
): SecondWrite {
  const a = subOf(view, first.agent);
  const b = subOf(view, agent);
  const looked = firstAfter(reads.get(readKey(agent, first.path)) ?? [], first.at);
  return {
    first,
    agent,
    at,
    path: first.path,
    evidence,
    lost,
    read: looked !== undefined && looked.at < at,
    sideBySide: a !== undefined && b !== undefined && overlap(a, b),
  };
}

/** How much of what a write put in is in some lines. */
function shareOf(first: Timed<'write'>, lines: LineDigest): number {
  const put = first.added ?? first.content;
  return put === null || put.hashes.length === 0 ? 0 : sharedLines(put, lines) / put.hashes.length;
}

function isLost(first: Timed<'write'>, second: Timed<'write'>): boolean {
  const put = first.added ?? first.content;
  if (put === null || put.hashes.length === 0) return false;
  if (second.op === 'delete') return true;
  if (second.content !== null) return 1 - shareOf(first, second.content) >= THRESHOLDS.lost.value;
  return second.removed !== null && shareOf(first, second.removed) >= THRESHOLDS.lost.value;
}
