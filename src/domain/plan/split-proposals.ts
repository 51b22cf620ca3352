import { formatDuration, formatMinutes } from '../config/duration.ts';
import type { TaskId } from '../ids.ts';
import type { Pair } from './schedule.ts';
import type { Planned } from './size.ts';
import { countedSize, totalSize } from './size.ts';
import { expectedSlots, wouldTake } from './what-if.ts';
import type { PlanRules } from './what-if.ts';

/** What a task is as a candidate for a split. */
export interface Splittable extends Planned {
  readonly deadlineMs: number;
  readonly locks: readonly string[];
}

/** Into how many parts of which length in ms a task could be split, and why. */
export interface Split {
  readonly task: TaskId;
  readonly sizeMs: number;
  readonly parts: number;
  readonly partMs: number;
  /** Longer than its deadline, than the time before the reserve, or so long that the plan takes as long as it. */
  readonly because: 'deadline' | 'wall' | 'dominates';
}

/** Tasks to split, all of them together, and what the plan would then take. Times in ms. */
export interface SplitProposal {
  readonly kind: 'split';
  readonly splits: readonly Split[];
  readonly nowMs: number;
  readonly thenMs: number;
  readonly text: string;
}

/** A plan as proposals see it. */
export interface Proposing {
  readonly tasks: readonly Splittable[];
  readonly excluded: readonly Pair[];
  readonly rules: PlanRules;
  /** Agent time before the reserve, in ms; null: no wall limit. */
  readonly usableMs: number | null;
}

/** Parts below that are short bounded tasks, which the study found to get worse side by side. */
const SHORTEST_PART = 10 * 60_000;
const MOST_PARTS = 8;
/** Each candidate costs several schedules. */
const MOST_CANDIDATES = 8;
/** What a split for time alone must gain, as a share of what the plan takes now. */
const LEAST_GAIN = 0.1;

/**
 * Splits of tasks that are too long for their deadline or for the run, or that alone set what the plan takes.
 * Parts are taken to be equal, with disjoint scopes, the needs of the whole, its locks and its clashes; what
 * needed the whole needs all of them. A proposal never makes the plan longer, and shortens it where time is
 * its only reason. Only tasks whose size is known are split.
 */
export function splitProposals(plan: Proposing): readonly SplitProposal[] {
  const nowMs = wouldTake(plan.tasks, plan.excluded, plan.rules);
  const candidates = candidatesOf(plan);
  const single = candidates.flatMap((candidate) => {
    const split = bestSplit(plan, candidate, nowMs);
    return split === null ? [] : [split];
  });
  if (single.length > 0) return single;
  const long = candidates.filter(({ because }) => because === 'dominates');
  return long.length < 2 ? [] : together(plan, long, nowMs);
}

interface Candidate {
  readonly task: Splittable;
  readonly because: Split['because'];
}

const candidatesOf = ({ tasks, rules, usableMs }: Proposing): readonly Candidate[] => {
  const total = totalSize(tasks);
  return tasks
    .flatMap((task): readonly Candidate[] => {
      const { sizeMs, deadlineMs } = task;
      if (sizeMs === null) return [];
      if (sizeMs > deadlineMs) return [{ task, because: 'deadline' }];
      if (usableMs !== null && sizeMs > usableMs) return [{ task, because: 'wall' }];
      const rest = (total - sizeMs) / expectedSlots('concurrent', rules);
      // One bounded task is what serial first is for.
      const long = tasks.length > 1 && sizeMs > rest && sizeMs >= 2 * SHORTEST_PART;
      return long ? [{ task, because: 'dominates' }] : [];
    })
    .toSorted((a, b) => countedSize(b.task) - countedSize(a.task))
    .slice(0, MOST_CANDIDATES);
};

/**
 * The fewest parts that do: short enough for the task's time and, if that can be had, for the run's; where the
 * plan's time is the reason, with which it takes nearly as little as with any number of them.
 */
const bestSplit = (
  plan: Proposing,
  { task, because }: Candidate,
  nowMs: number,
): SplitProposal | null => {
  const mostMs = because === 'dominates' ? nowMs * (1 - LEAST_GAIN) : nowMs;
  const tried = partCounts(plan, { task, because })
    .map((parts) => {
      const split = splitOf(task, parts, because);
      return { split, thenMs: afterSplits(plan, [split]) };
    })
    .filter(({ thenMs }) => thenMs <= mostMs);
  const best = Math.min(...tried.map(({ thenMs }) => thenMs));
  const enough = because === 'dominates' ? best * NEARLY : roomFor(plan, best * NEARLY, nowMs);
  const found = tried.find(({ thenMs }) => thenMs <= enough);
  return found === undefined
    ? null
    : proposal([found.split], { nowMs, thenMs: found.thenMs }, plan);
};

/** What the plan may take with a task split that is too long for its time: what it has, where that can be had. */
const roomFor = ({ usableMs }: Proposing, nearlyBest: number, nowMs: number): number =>
  usableMs === null ? nowMs : Math.max(usableMs, nearlyBest);

/** More parts must be worth their overhead. */
const NEARLY = 1.05;

const partCounts = ({ usableMs }: Proposing, { task, because }: Candidate): readonly number[] => {
  const size = countedSize(task);
  const most = Math.min(MOST_PARTS, Math.floor(size / SHORTEST_PART));
  if (because === 'dominates') return upTo(2, most);
  const room = because === 'deadline' ? task.deadlineMs : (usableMs ?? size);
  const least = Math.max(2, Math.ceil(size / Math.max(1, room)));
  return least > 4 * MOST_PARTS ? [] : upTo(least, Math.max(least, most));
};

const upTo = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

/** Several tasks that are equally long: splitting one of them would gain nothing. */
const together = (
  plan: Proposing,
  candidates: readonly Candidate[],
  nowMs: number,
): readonly SplitProposal[] => {
  const splits = candidates.map(({ task, because }) =>
    splitOf(task, Math.max(2, Math.min(3, Math.floor(countedSize(task) / SHORTEST_PART))), because),
  );
  const thenMs = afterSplits(plan, splits);
  return thenMs > nowMs * (1 - LEAST_GAIN) ? [] : [proposal(splits, { nowMs, thenMs }, plan)];
};

const splitOf = (task: Splittable, parts: number, because: Split['because']): Split => ({
  task: task.id,
  sizeMs: countedSize(task),
  parts,
  partMs: countedSize(task) / parts,
  because,
});

/** What the plan takes with the tasks split. */
const afterSplits = ({ tasks, excluded, rules }: Proposing, splits: readonly Split[]): number => {
  const partsOf = (id: TaskId): readonly TaskId[] => {
    const split = splits.find(({ task }) => task === id);
    if (split === undefined) return [id];
    // No id of a task has a slash.
    return Array.from({ length: split.parts }, (_, index) => `${id}/${index + 1}`);
  };
  const split = tasks.flatMap((task) => {
    const needs = task.needs.flatMap(partsOf);
    const parts = partsOf(task.id);
    const sizeMs = task.sizeMs === null ? null : task.sizeMs / parts.length;
    return parts.map((id): Planned => ({ id, needs, sizeMs }));
  });
  const apart = excluded.flatMap(({ a, b }) =>
    partsOf(a).flatMap((left) => partsOf(b).map((right) => ({ a: left, b: right }))),
  );
  const within = tasks
    .filter(({ locks }) => locks.length > 0)
    .flatMap(({ id }) => {
      const parts = partsOf(id);
      return parts.flatMap((a, index) => parts.slice(index + 1).map((b) => ({ a, b })));
    });
  return wouldTake(split, [...apart, ...within], rules);
};

const proposal = (
  splits: readonly Split[],
  { nowMs, thenMs }: { readonly nowMs: number; readonly thenMs: number },
  plan: Proposing,
): SplitProposal => {
  const what = splits
    .map(
      ({ task, sizeMs, parts, partMs }) =>
        `\`${task}\` (${formatMinutes(sizeMs)}) into about ${parts} tasks of ${formatMinutes(partMs)}`,
    )
    .join(', and ');
  const then =
    thenMs < nowMs
      ? `the plan would take ${formatMinutes(thenMs)} instead of ${formatMinutes(nowMs)}`
      : `the plan would still take ${formatMinutes(nowMs)}`;
  const text = `split ${what}, each with \`writes\` of its own: ${whyText(splits, plan)}; ${then}`;
  return { kind: 'split', splits, nowMs, thenMs, text };
};

const whyText = (splits: readonly Split[], { tasks, usableMs }: Proposing): string => {
  const [first] = splits;
  if (first === undefined) return '';
  switch (first.because) {
    case 'deadline': {
      const deadlineMs = tasks.find(({ id }) => id === first.task)?.deadlineMs ?? 0;
      return `it is longer than its deadline of ${formatDuration(deadlineMs)}`;
    }
    case 'wall':
      return `it is longer than the ${formatMinutes(usableMs ?? 0)} before the reserve`;
    case 'dominates':
      return splits.length === 1
        ? 'it alone sets what the plan takes'
        : 'they alone set what the plan takes';
  }
};
