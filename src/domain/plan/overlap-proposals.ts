import { formatMinutes } from '../config/duration.ts';
import type { TaskId } from '../ids.ts';
import type { Claimed } from './clash.ts';
import type { Exclusion } from './exclusions.ts';
import { nameList } from './name-list.ts';
import { overlapsOf } from './overlaps.ts';
import type { Overlap } from './overlaps.ts';
import { UNKNOWN_SIZE } from './size.ts';
import type { Planned } from './size.ts';
import { wouldTake } from './what-if.ts';
import type { PlanRules } from './what-if.ts';

/** Scopes that meet, what would part them, and what the plan would then take. Times in ms. */
export interface OverlapProposal {
  readonly kind: 'overlap';
  readonly tasks: readonly TaskId[];
  /** What they meet in: paths and patterns, see `Overlap`. */
  readonly shared: readonly string[];
  /** Paths of the repository that more than one of them may write; the first few. */
  readonly existing: readonly string[];
  /** By task, the patterns that would have to leave out what is shared. */
  readonly narrow: Readonly<Record<TaskId, readonly string[]>>;
  readonly nowMs: number;
  /** With scopes that no longer meet. */
  readonly thenMs: number;
  /** With a further task of `sizeMs` that alone writes what is shared, before or after them; null: no gain. */
  readonly own: OwnTask | null;
  readonly text: string;
}

/** A task that alone writes what others share. */
export interface OwnTask {
  readonly order: 'before' | 'after';
  readonly sizeMs: number;
  readonly thenMs: number;
}

/** Tasks that run alone since they declare no writes. */
export interface DeclareProposal {
  readonly kind: 'declare';
  readonly tasks: readonly TaskId[];
  readonly nowMs: number;
  readonly thenMs: number;
  readonly text: string;
}

/** A plan as these proposals see it. */
export interface Overlapping {
  readonly tasks: readonly (Planned & Claimed)[];
  readonly excluded: readonly Exclusion[];
  readonly rules: PlanRules;
  /** Paths of the repository; empty is fine. */
  readonly existing: readonly string[];
}

/** Each costs a few schedules. */
const MOST_OVERLAPS = 12;
/** What a task for shared files alone is counted as. */
const OWN_SIZE = UNKNOWN_SIZE / 3;

/** For tasks whose scopes meet: what would let them run at once. Only what makes the plan shorter is proposed. */
export function overlapProposals(plan: Overlapping): readonly OverlapProposal[] {
  const nowMs = wouldTake(plan.tasks, plan.excluded, plan.rules);
  return overlapsOf(plan)
    .slice(0, MOST_OVERLAPS)
    .flatMap((overlap): readonly OverlapProposal[] => {
      const thenMs = wouldTake(plan.tasks, without(plan.excluded, overlap), plan.rules);
      if (thenMs >= nowMs) return [];
      const own = ownTask(plan, overlap, nowMs);
      const { tasks, shared, existing, narrow } = overlap;
      const figures = { nowMs, thenMs, own };
      const text = overlapText(overlap, figures);
      return [{ kind: 'overlap', tasks, shared, existing, narrow, ...figures, text }];
    });
}

/** For tasks that declare no writes: what declaring them would gain at most. */
export function declareProposal({ tasks, excluded, rules }: Overlapping): DeclareProposal | null {
  const undeclared = tasks.filter(({ writes }) => writes === null).map(({ id }) => id);
  const others = excluded.filter(({ kind }) => kind !== 'undeclared');
  if (undeclared.length === 0 || others.length === excluded.length) return null;
  const nowMs = wouldTake(tasks, excluded, rules);
  const thenMs = wouldTake(tasks, others, rules);
  if (thenMs >= nowMs) return null;
  const text =
    `give ${undeclared.map((id) => `\`${id}\``).join(', ')} \`writes: […]\` that meet no others: ` +
    `the plan would take ${formatMinutes(thenMs)} instead of ${formatMinutes(nowMs)}`;
  return { kind: 'declare', tasks: undeclared, nowMs, thenMs, text };
}

const without = (
  excluded: readonly Exclusion[],
  { pairs }: Pick<Overlap, 'pairs'>,
): readonly Exclusion[] => {
  const parted = new Set(pairs);
  return excluded.filter((exclusion) => !parted.has(exclusion));
};

/** Only for files that can be named, and where each of the tasks keeps something of its own to write. */
const ownTask = (plan: Overlapping, overlap: Overlap, nowMs: number): OwnTask | null => {
  if (!overlap.files) return null;
  const excluded = without(plan.excluded, overlap);
  const sharing = new Set(overlap.tasks);
  // No id of a task has a slash.
  const own: Planned = { id: 'shared/own', needs: [], sizeMs: OWN_SIZE };
  const before = [
    own,
    ...plan.tasks.map((task) =>
      sharing.has(task.id) ? { ...task, needs: [...task.needs, own.id] } : task,
    ),
  ];
  const after = [...plan.tasks, { ...own, needs: overlap.tasks }];
  const options = [
    { order: 'before', thenMs: wouldTake(before, excluded, plan.rules) },
    { order: 'after', thenMs: wouldTake(after, excluded, plan.rules) },
  ] as const;
  const [best] = options.toSorted((a, b) => a.thenMs - b.thenMs);
  return best === undefined || best.thenMs >= nowMs ? null : { ...best, sizeMs: OWN_SIZE };
};

const overlapText = (
  { tasks, shared, narrow, existing }: Overlap,
  {
    nowMs,
    thenMs,
    own,
  }: { readonly nowMs: number; readonly thenMs: number; readonly own: OwnTask | null },
): string => {
  const files = shared.map((each) => `\`${each}\``).join(' and ');
  const news = existing.filter((path) => !shared.includes(path));
  const seen = news.length === 0 ? '' : ` (today: ${news.join(', ')})`;
  const instead = `instead of ${formatMinutes(nowMs)}`;
  const part = `${nameList(tasks)} share ${files}${seen}: leave it out of the \`writes\` of all but one${narrowText(shared, narrow)}, and the plan would take ${formatMinutes(thenMs)} ${instead}`;
  if (own === null) return part;
  const order = own.order === 'before' ? 'that all of them need' : 'that needs them all';
  return `${part}; or give ${files} to a task of its own ${order}: ${formatMinutes(own.thenMs)} with ${formatMinutes(own.sizeMs)} for it`;
};

/** Whose patterns are not simply what is shared; the first few. */
const narrowText = (shared: Overlap['shared'], narrow: Overlap['narrow']): string => {
  const other = Object.entries(narrow).filter(([, patterns]) =>
    patterns.some((pattern) => !shared.includes(pattern)),
  );
  const shown = other
    .slice(0, MOST_NARROWED)
    .map(([id, patterns]) => `${id}: ${patterns.join(', ')}`);
  const more = other.length > shown.length ? ['…'] : [];
  return shown.length === 0 ? '' : ` (${[...shown, ...more].join('; ')})`;
};

const MOST_NARROWED = 3;
