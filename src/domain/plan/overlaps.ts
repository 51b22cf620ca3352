import type { TaskId } from '../ids.ts';
import type { Claimed } from './clash.ts';
import type { Exclusion } from './exclusions.ts';
import { meetingPatterns } from './scope-intersect.ts';
import type { Scope } from './scope.ts';
import { scopeCovers } from './scope.ts';

/** Tasks that exclude each other through the same paths or patterns. */
export interface Overlap {
  /** In the order of the plan. */
  readonly tasks: readonly TaskId[];
  /** What they meet in: a path where one of two patterns is one, else both patterns as `a ∩ b`. */
  readonly shared: readonly string[];
  /** Whether all of it is single files, and each task has something beside them to write. */
  readonly files: boolean;
  /** Paths of the repository that two of them may write; the first few. */
  readonly existing: readonly string[];
  /** By task, the patterns through which it meets the others. */
  readonly narrow: Readonly<Record<TaskId, readonly string[]>>;
  /** The pairs that need not exclude each other: not those of two tasks that write nothing else. */
  readonly pairs: readonly Exclusion[];
}

/** Pairs beyond that are left out: plans with so many have one cause that shows in the first. */
const MOST_PAIRS = 2000;
const MOST_EXISTING = 3;

/** The exclusions by scope, grouped by what they meet in; the largest groups first. */
export function overlapsOf({
  tasks,
  excluded,
  existing,
}: {
  readonly tasks: readonly Claimed[];
  readonly excluded: readonly Exclusion[];
  readonly existing: readonly string[];
}): readonly Overlap[] {
  const scopes = new Map(tasks.map(({ id, writes }) => [id, writes]));
  const groups = new Map<string, Met[]>();
  for (const pair of excluded.filter(({ kind }) => kind === 'scope').slice(0, MOST_PAIRS)) {
    const a = scopes.get(pair.a) ?? null;
    const b = scopes.get(pair.b) ?? null;
    if (a === null || b === null) continue;
    const met = meet(pair, a, b);
    const key = met.shared.join('\n');
    groups.set(key, [...(groups.get(key) ?? []), met]);
  }
  return [...groups.values()]
    .toSorted((a, b) => b.length - a.length)
    .map((group) => overlapOf(group, { scopes, existing }))
    .filter(({ pairs }) => pairs.length > 0);
}

interface Met {
  readonly pair: Exclusion;
  readonly shared: readonly string[];
  readonly patterns: readonly { readonly a: string; readonly b: string }[];
}

const meet = (pair: Exclusion, a: Scope, b: Scope): Met => {
  const patterns = meetingPatterns(a, b);
  const shared = new Set(patterns.map(({ a: left, b: right }) => region(left, right)));
  return { pair, shared: [...shared].toSorted(), patterns };
};

const region = (a: string, b: string): string => {
  if (a === b || isPath(a)) return a;
  return isPath(b) ? b : [a, b].toSorted().join(' ∩ ');
};

const isPath = (pattern: string): boolean => !/[*?[\]{}\\∩]|\/$/u.test(pattern);

/** A file that is there, or a path that looks like one. */
const isFile = (shared: string, existing: readonly string[]): boolean =>
  isPath(shared) &&
  (existing.includes(shared) ||
    (/\.[^/.]+$/u.test(shared) && !existing.some((path) => path.startsWith(`${shared}/`))));

const overlapOf = (
  group: readonly Met[],
  around: {
    readonly scopes: ReadonlyMap<TaskId, Scope | null>;
    readonly existing: readonly string[];
  },
): Overlap => {
  const named = new Set(group.flatMap(({ pair }) => [pair.a, pair.b]));
  const tasks = [...around.scopes.keys()].filter((id) => named.has(id));
  const shared = group[0]?.shared ?? [];
  const bare = new Set(
    tasks.filter((id) =>
      around.scopes.get(id)?.globs.every(({ source }) => shared.includes(source)),
    ),
  );
  return {
    tasks,
    shared,
    files: bare.size === 0 && shared.every((each) => isFile(each, around.existing)),
    existing: sharedPaths(tasks, around),
    narrow: Object.fromEntries(tasks.map((id) => [id, patternsOf(id, group)])),
    pairs: group.map(({ pair }) => pair).filter(({ a, b }) => !bare.has(a) || !bare.has(b)),
  };
};

const patternsOf = (id: TaskId, group: readonly Met[]): readonly string[] => [
  ...new Set(
    group.flatMap(({ pair, patterns }) => {
      if (pair.a === id) return patterns.map(({ a }) => a);
      return pair.b === id ? patterns.map(({ b }) => b) : [];
    }),
  ),
];

const sharedPaths = (
  tasks: readonly TaskId[],
  {
    scopes,
    existing,
  }: {
    readonly scopes: ReadonlyMap<TaskId, Scope | null>;
    readonly existing: readonly string[];
  },
): readonly string[] => {
  const [first, second] = tasks.map((id) => scopes.get(id) ?? null);
  if (first === null || second === null || first === undefined || second === undefined) return [];
  const found: string[] = [];
  for (const path of existing) {
    if (scopeCovers(first, path) && scopeCovers(second, path)) found.push(path);
    if (found.length === MOST_EXISTING) break;
  }
  return found;
};
