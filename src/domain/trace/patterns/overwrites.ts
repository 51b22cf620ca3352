import type { AgentId } from '../agent.ts';
import { sharedLines, type LineDigest } from '../line-digest.ts';
import type { Evidence } from '../evidence.ts';
import type { PlacedPath } from '../place.ts';
import {
  fileKey,
  isNamed,
  lastBefore,
  overlap,
  type SessionView,
  type Timed,
} from './session-view.ts';
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
export function secondWrites(view: SessionView): readonly SecondWrite[] {
  const writes = view
    .events('write')
    .filter(
      ({ path }) => path.kind === 'product' || path.kind === 'test' || path.kind === 'generated',
    );
  const byFile = Map.groupBy(writes, ({ path }) => fileKey(path));
  const reads = Map.groupBy(view.events('read'), ({ path }) => fileKey(path));
  return [...byFile].flatMap(([key, all]) => {
    const book: FileBook = { view, all, reads: reads.get(key) ?? [] };
    let before: Timed<'write'> | undefined;
    let last: Timed<'write'> | undefined;
    const seconds: SecondWrite[] = [];
    for (const write of all) {
      // The last write of another agent.
      if (last !== undefined && last.agent !== write.agent) before = last;
      last = write;
      if (before === undefined || before.op === 'delete' || write.agent === view.root) continue;
      const lost = isLost(before, contentOf(view, write));
      seconds.push(secondWrite(book, before, write, lost));
    }
    return [...seconds, ...reverts(book)];
  });
}

/** What happened to one file. */
interface FileBook {
  readonly view: SessionView;
  readonly all: readonly Timed<'write'>[];
  readonly reads: readonly Timed<'read'>[];
}

/** Files that a git command took back, by name. */
function reverts(book: FileBook): readonly SecondWrite[] {
  const { view, all } = book;
  return view.events('git').flatMap((git) => {
    const { paths, destroys, outcome } = git;
    if (!destroys || outcome !== 'ok' || paths === null || paths === 'whole') return [];
    if (git.agent === view.root) return [];
    const first = all.findLast(({ at }) => at < git.at);
    const named = paths.some(
      (path) => first !== undefined && fileKey(path) === fileKey(first.path),
    );
    return first === undefined || !named || first.agent === git.agent
      ? []
      : [secondWrite(book, first, git, true)];
  });
}

function secondWrite(
  { view, reads }: FileBook,
  first: Timed<'write'>,
  { agent, at, evidence }: Pick<SecondWrite, 'agent' | 'at' | 'evidence'>,
  lost: boolean,
): SecondWrite {
  const a = view.subs.find(({ id }) => id === first.agent);
  const b = view.subs.find(({ id }) => id === agent);
  return {
    first,
    agent,
    at,
    path: first.path,
    evidence,
    lost,
    read: reads.some((each) => each.agent === agent && each.at > first.at && each.at < at),
    sideBySide: a !== undefined && b !== undefined && overlap(a, b),
  };
}

/** A command that writes by `>` leaves nothing of what was there; its event tells only what it puts in. */
function contentOf(view: SessionView, write: Timed<'write'>): Timed<'write'> {
  if (write.how !== 'shell' || write.content !== null) return write;
  const text = view.events('command').find(({ call }) => call === write.call)?.text ?? '';
  if (write.added === null) return copied(view, write, text);
  return /(?<!>)>(?!>)/.test(text) && !text.includes('>>')
    ? { ...write, content: write.added }
    : write;
}

/** `cp x y` leaves in `y` what was written into `x`. */
function copied(view: SessionView, write: Timed<'write'>, text: string): Timed<'write'> {
  for (const [, from = '', to = ''] of text.matchAll(/\b(?:cp|mv)(?: -\w+)* (\S+) ([^\s;&|]+)/g)) {
    const source = lastBefore(
      view.events('write').filter(({ path, content }) => content !== null && isNamed(path, from)),
      write.at,
    );
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
