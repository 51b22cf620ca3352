import type { AgentId } from '../agent.ts';
import { sharedLines, type LineDigest } from '../line-digest.ts';
import type { Evidence } from '../evidence.ts';
import type { PlacedPath } from '../place.ts';
import { once } from './once.ts';
import { subOf } from './session-index.ts';
import { fileKey, isNamed, overlap, type SessionView, type Timed } from './session-view.ts';
import { firstAfter, lastBefore } from './timed-list.ts';
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
  const writes = view
    .events('write')
    .filter(
      ({ path }) => path.kind === 'product' || path.kind === 'test' || path.kind === 'generated',
    );
  const byFile = Map.groupBy(writes, ({ path }) => fileKey(path));
  const reverts = revertsByFile(view);
  // Who read the others is not asked for.
  const shared = new Set(
    [...byFile].flatMap(([key, [first, ...rest]]) =>
      first !== undefined && (reverts.has(key) || rest.some(({ agent }) => agent !== first.agent))
        ? first.path.path
        : [],
    ),
  );
  const reads = Map.groupBy(
    view.events('read').filter(({ path }) => shared.has(path.path)),
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
      if (before === undefined || before.op === 'delete' || write.agent === view.root) continue;
      const lost = isLost(before, contentOf(view, write)) || isReplaced(view, write);
      seconds.push(secondWrite(book, before, write, lost));
    }
    return [...seconds, ...(reverts.get(key) ?? []).flatMap((git) => reverted(book, git))];
  });
});

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
    const { paths, destroys, outcome, agent } = git;
    if (!destroys || outcome !== 'ok' || paths === null || paths === 'whole') continue;
    if (agent === view.root) continue;
    for (const key of new Set(paths.map(fileKey))) by.set(key, [...(by.get(key) ?? []), git]);
  }
  return by;
}

function reverted(book: FileBook, git: Timed<'git'>): readonly SecondWrite[] {
  const first = lastBefore(book.all, git.at);
  return first === undefined || first.agent === git.agent
    ? []
    : [secondWrite(book, first, git, true)];
}

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

const commands = once(
  (view) => new Map(view.events('command').map(({ call, text }) => [call, text])),
);

/** A command that writes by `>` leaves nothing of what was there; its event tells only what it puts in. */
function contentOf(view: SessionView, write: Timed<'write'>): Timed<'write'> {
  if (write.how !== 'shell' || write.content !== null) return write;
  const text = commands(view).get(write.call) ?? '';
  if (write.added === null) return copied(view, write, text);
  return /(?<!>)>(?!>)/.test(text) && !text.includes('>>')
    ? { ...write, content: write.added }
    : write;
}

/** `cp a b` and `mv a b` leave nothing of `b`, unless `a` is something of this session: then it may hold the same. */
function isReplaced(view: SessionView, write: Timed<'write'>): boolean {
  if (write.how !== 'shell' || write.content !== null || write.added !== null) return false;
  const [, source, target] =
    /(?:^|[;&|]\s*)(?:cp|mv)\s+(?:-\w+\s+)*([\w./-]+)\s+([\w./-]+)\s*(?:$|[;&|])/.exec(
      commands(view).get(write.call) ?? '',
    ) ?? [];
  if (source === undefined || target === undefined) return false;
  return isNamed(write.path, bareName(target)) && !isOfSession(view, bareName(source));
}

const bareName = (path: string): string => path.replace(/^(?:\.{0,2}\/)+/, '');

/** Whether anyone wrote a file that a path leads to, in whatever work copy. */
const isOfSession = (view: SessionView, path: string): boolean =>
  path.split('/').some((_, index, parts) => writtenPaths(view).has(parts.slice(index).join('/')));

const writtenPaths = once((view) => new Set(view.events('write').map(({ path }) => path.path)));

/** `cp x y` leaves in `y` what was written into `x`. */
function copied(view: SessionView, write: Timed<'write'>, text: string): Timed<'write'> {
  for (const [, from = '', to = ''] of text.matchAll(/\b(?:cp|mv)(?: -\w+)* (\S+) ([^\s;&|]+)/g)) {
    const sources = view
      .events('write')
      .filter(({ path, content }) => content !== null && isNamed(path, from));
    const source = lastBefore(sources, write.at);
    if (source !== undefined && isNamed(write.path, to.replace(/^\.\//, '')))
      return { ...write, content: source.content };
  }
  return write;
}

function isLost(first: Timed<'write'>, second: Timed<'write'>): boolean {
  const put = first.added ?? first.content;
  if (put === null || put.hashes.length === 0) return false;
  const share = (lines: LineDigest): number => sharedLines(put, lines) / put.hashes.length;
  if (second.op === 'delete') return true;
  if (second.content !== null) return 1 - share(second.content) >= THRESHOLDS.lost.value;
  return second.removed !== null && share(second.removed) >= THRESHOLDS.lost.value;
}
