import { once } from '../once.ts';
import { writesAt, writesOf } from '../session-index.ts';
import { fileKey, overlap, type RanAgent, type SessionView, type Timed } from '../session-view.ts';
import { firstAfter, isAnyAfter } from '../timed-list.ts';
import { merges } from '../joins.ts';
import { pathApart, reached } from '../work-copies.ts';
import type { BenefitDetector } from './benefit.ts';
import { passesAfter, passingEvidence } from './passing.ts';

/** Sub-agents made different parts side by side, and the parts passed together. */
export const complementaryWork: BenefitDetector = {
  code: 'complementary-work',
  what: 'Sub-agents made different parts at the same time; all were kept, and they passed together.',
  detect(view) {
    const parts = view.subs.flatMap((sub) => partOf(view, sub));
    const beside = parts.filter(({ sub }) =>
      parts.some((other) => other.sub !== sub && overlap(other.sub, sub)),
    );
    if (beside.length < 2) return [];
    const over = Math.max(...beside.map(({ sub }) => sub.to));
    const passed = passesAfter(view, over);
    if (passed === null) return [];
    return [
      {
        agents: beside.map(({ sub }) => sub.id),
        evidence: [...beside.map(({ write }) => write.evidence), ...passingEvidence(view, passed)],
        gain: `parts of ${beside.length} sub-agents were made side by side, kept, and passed together`,
        confidence: passed.scope.length === 0 ? 'high' : 'medium',
      },
    ];
  },
};

interface Part {
  readonly sub: RanAgent;
  readonly write: Timed<'write'>;
}

/** The first write of a file that one sub-agent alone made, and that was kept; none: it made no such part. */
function partOf(view: SessionView, sub: RanAgent): readonly Part[] {
  if (sub.end.state !== 'completed') return [];
  const write = writesOf(view, sub.id).find((each) => each.op !== 'delete' && isKept(view, each));
  return write === undefined ? [] : [{ sub, write }];
}

/** Made by no other sub-agent, not made again or taken away later; and in the tree of all. */
function isKept(view: SessionView, write: Timed<'write'>): boolean {
  const path = pathApart(view, write);
  if ((makers(view).get(path ?? write.path.path)?.size ?? 0) > 1) return false;
  if (path !== null && reached(view, path, write.at) === undefined)
    return isAnyAfter(merges(view), write.at);
  const others = writesAt(view, write.path).filter(({ agent }) => agent !== write.agent);
  return (
    others.every(({ op }) => !REPLACES.has(op)) &&
    firstAfter(removals(view).get(fileKey(write.path)) ?? [], write.at) === undefined
  );
}

/** The sub-agents that wrote a path, in whatever work copy. */
const makers = once((view) => {
  const by = new Map<string, Set<string>>();
  for (const write of view.productWrites) {
    if (write.agent === view.root) continue;
    const path = pathApart(view, write) ?? write.path.path;
    by.set(path, (by.get(path) ?? new Set()).add(write.agent));
  }
  return by;
});

const REPLACES: ReadonlySet<Timed<'write'>['op']> = new Set([
  'create',
  'replace',
  'delete',
  'move',
  'revert',
]);

/** Commands that took a file away by name. */
const removals = once((view) => {
  const by = new Map<string, Timed<'git'>[]>();
  for (const git of view.events('git')) {
    const { destroys, outcome, paths } = git;
    if (!destroys || outcome !== 'ok' || paths === null || paths === 'whole') continue;
    for (const path of paths) by.set(fileKey(path), [...(by.get(fileKey(path)) ?? []), git]);
  }
  return by;
});
