import type { AgentId } from '../agent.ts';
import { sharedLines, type LineDigest } from '../line-digest.ts';
import type { Evidence } from '../evidence.ts';
import type { PlacedPath } from '../place.ts';
import { fileKey, overlap, type SessionView, type Timed } from './session-view.ts';
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
  return [...byFile.values()]
    .flatMap((all) => [
      ...all.flatMap((second, index) => {
        const first = all.slice(0, index).findLast(({ agent }) => agent !== second.agent);
        return first === undefined || first.op === 'delete'
          ? []
          : [secondWrite(view, first, second, isLost(first, second))];
      }),
      ...reverts(view, all),
    ])
    .filter(({ agent }) => agent !== view.root);
}

/** Files that a git command took back, by name. */
function reverts(view: SessionView, all: readonly Timed<'write'>[]): readonly SecondWrite[] {
  return view.events('git').flatMap((git) => {
    const { paths, destroys, outcome } = git;
    if (!destroys || outcome !== 'ok' || paths === null || paths === 'whole') return [];
    const first = all.findLast(({ at }) => at < git.at);
    const named = paths.some(
      (path) => first !== undefined && fileKey(path) === fileKey(first.path),
    );
    return first === undefined || !named || first.agent === git.agent
      ? []
      : [secondWrite(view, first, git, true)];
  });
}

function secondWrite(
  view: SessionView,
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
    read: view
      .events('read')
      .some(
        (each) =>
          each.agent === agent &&
          each.at > first.at &&
          each.at < at &&
          fileKey(each.path) === fileKey(first.path),
      ),
    sideBySide: a !== undefined && b !== undefined && overlap(a, b),
  };
}

function isLost(first: Timed<'write'>, second: Timed<'write'>): boolean {
  const put = first.added ?? first.content;
  if (put === null || put.hashes.length === 0) return false;
  const share = (lines: LineDigest): number => sharedLines(put, lines) / put.hashes.length;
  if (second.op === 'delete') return true;
  if (second.content !== null) return 1 - share(second.content) >= THRESHOLDS.lost.value;
  return second.removed !== null && share(second.removed) >= THRESHOLDS.lost.value;
}
