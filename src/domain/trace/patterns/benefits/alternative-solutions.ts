import type { Evidence } from '../../evidence.ts';
import { areVariants } from '../alternatives.ts';
import { once } from '../once.ts';
import { writesOf } from '../session-index.ts';
import { fileKey, overlap, type RanAgent, type SessionView, type Timed } from '../session-view.ts';
import { firstAfter } from '../timed-list.ts';
import { merges } from '../joins.ts';
import { pathApart, reached, rejection } from '../work-copies.ts';
import type { BenefitCandidate, BenefitDetector } from './benefit.ts';
import { passesAfter, passingEvidence } from './passing.ts';

/** Sub-agents solved one thing in several ways side by side; one was taken, and passed. */
export const alternativeSolutions: BenefitDetector = {
  code: 'alternative-solutions',
  what: 'Sub-agents solved the same thing in different ways at the same time; one way was taken, and passed.',
  detect(view) {
    const writers = view.subs.filter(({ id }) => writesOf(view, id).length > 0);
    const taken = new Set<RanAgent>();
    return writers.flatMap((first, index) => {
      if (taken.has(first)) return [];
      const second = writers
        .slice(index + 1)
        .find((each) => !taken.has(each) && overlap(first, each) && solve(view, first, each));
      const solved = second === undefined ? null : solve(view, first, second);
      if (second === undefined || solved === null) return [];
      taken.add(first).add(second);
      return [solved];
    });
  },
};

/** Two that made the same thing, of which one was taken; null: they are no such two. */
function solve(view: SessionView, first: RanAgent, second: RanAgent): BenefitCandidate | null {
  const same = samePath(view, first, second);
  const variants = same === null && areVariants(view, first, second);
  const a = same?.[0] ?? writesOf(view, first.id)[0];
  const b = same?.[1] ?? writesOf(view, second.id)[0];
  if (a === undefined || b === undefined || (same === null && !variants)) return null;
  const choice =
    same === null ? dropped(view, [first, second], [a, b]) : joined(view, [first, second], [a, b]);
  if (choice === null) return null;
  const passed = passesAfter(view, choice.at);
  if (passed === null) return null;
  return {
    agents: [first.id, second.id],
    evidence: [a.evidence, b.evidence, choice.evidence, ...passingEvidence(view, passed)],
    gain: `of two ways that were tried side by side one was taken (${pathApart(view, a) ?? a.path.path})`,
    confidence: 'medium',
  };
}

type Two<T> = readonly [T, T];

/** The first write of each at one path, each in a work copy of its own; null: there is no such path. */
function samePath(view: SessionView, a: RanAgent, b: RanAgent): Two<Timed<'write'>> | null {
  const mine = apart(view).get(a.id);
  for (const [path, write] of apart(view).get(b.id) ?? []) {
    const own = mine?.get(path);
    if (own !== undefined && own.path.workspace !== write.path.workspace) return [own, write];
    if (own !== undefined && fileKey(own.path) !== fileKey(write.path)) return [own, write];
  }
  return null;
}

/** By agent and path: the first write in a work copy of its own. */
const apart = once((view) => {
  const by = new Map<string, Map<string, Timed<'write'>>>();
  for (const write of view.productWrites) {
    const path = pathApart(view, write);
    if (path === null) continue;
    const all = by.get(write.agent) ?? new Map<string, Timed<'write'>>();
    by.set(write.agent, all);
    if (!all.has(path)) all.set(path, write);
  }
  return by;
});

interface Choice {
  readonly at: number;
  readonly evidence: Evidence;
}

/** One of two work copies was brought in, and the other was not; null: none was, or both were. */
function joined(view: SessionView, who: Two<RanAgent>, [a, b]: Two<Timed<'write'>>): Choice | null {
  const from = Math.max(a.at, b.at);
  const path = pathApart(view, a) ?? a.path.path;
  const merged = merges(view).filter(({ at }) => at > from);
  const copied = reached(view, path, from);
  const all: readonly Choice[] = copied === undefined ? merged : [...merged, copied];
  const [one] = all;
  return one === undefined || all.length === 1 ? (one ?? null) : wordAgainst(view, who, [a, b]);
}

/** One of two files was taken away, or spoken against. */
function dropped(view: SessionView, who: Two<RanAgent>, two: Two<Timed<'write'>>): Choice | null {
  const from = Math.max(...two.map(({ at }) => at));
  const gone = two.flatMap(
    ({ path }) => firstAfter(takenAway(view).get(fileKey(path)) ?? [], from) ?? [],
  );
  const [one] = gone;
  return gone.length === 1 && one !== undefined ? one : wordAgainst(view, who, two);
}

const wordAgainst = (
  view: SessionView,
  who: Two<RanAgent>,
  two: Two<Timed<'write'>>,
): Choice | null =>
  rejection(view, Math.max(...who.map(({ to }) => to)), [
    ...who.map(({ id }) => id),
    ...two.map(({ path }) => path.path),
  ]) ?? null;

/** Files that were deleted, by git or without it. */
const takenAway = once((view) => {
  const gone = view.productWrites.flatMap((write) =>
    write.op === 'delete' ? [{ ...placeOf(write), key: fileKey(write.path) }] : [],
  );
  const removed = view
    .events('git')
    .flatMap((git) =>
      git.op !== 'rm' || git.outcome !== 'ok' || git.paths === null || git.paths === 'whole'
        ? []
        : git.paths.map((path) => ({ ...placeOf(git), key: fileKey(path) })),
    );
  return Map.groupBy(
    [...gone, ...removed].toSorted((x, y) => x.at - y.at),
    ({ key }) => key,
  );
});

const placeOf = ({ at, evidence }: Choice): Choice => ({ at, evidence });
