import { formatMinutes } from '../config/duration.ts';
import type { TaskId } from '../ids.ts';
import type { Exclusion } from './exclusions.ts';
import { ancestors } from './graph.ts';
import { nameList } from './name-list.ts';
import type { BoundBy, Hands, ScheduledTask } from './placing.ts';
import type { Task } from './plan.ts';

/** Why a task is expected to run when and beside whom it is. Times in ms from the start of the run. */
export interface TaskReasons {
  readonly id: TaskId;
  readonly startMs: number;
  readonly endMs: number;
  readonly bound: BoundBy;
  /** What lets it start, in words. */
  readonly startText: string;
  /** Tasks that are expected to run at the same time, if only for a while; none: it runs alone. */
  readonly beside: readonly TaskId[];
  /** How many of the others could run beside it, and what keeps the rest. */
  readonly could: Could;
  readonly besideText: string;
  readonly needs: readonly TaskId[];
  /** Tasks it may not run beside though neither needs the other, and why. */
  readonly apart: readonly { readonly task: TaskId; readonly text: string }[];
  /** The task of another run that would have to land or be dropped first, and why; null: none. */
  readonly held: { readonly holder: string; readonly text: string } | null;
}

/** Of the other tasks of the plan: how many could run beside one, and how many may not, by reason. */
export interface Could {
  readonly of: number;
  readonly beside: number;
  /** It needs them or they need it, directly or through others. */
  readonly ordered: number;
  readonly scope: number;
  readonly lock: number;
  readonly undeclared: number;
}

/** What the reasons follow from. */
export interface ReasonInput {
  readonly tasks: readonly Task[];
  readonly schedule: readonly ScheduledTask[];
  readonly excluded: readonly Exclusion[];
  readonly hands: Hands;
  readonly held: readonly {
    readonly task: TaskId;
    readonly holder: string;
    readonly text: string;
  }[];
}

/** The reasons for every task, in the order of the expected starts. */
export function taskReasons(input: ReasonInput): readonly TaskReasons[] {
  const { tasks, schedule, excluded, held } = input;
  const before = ancestors(tasks);
  const apart = byTask(excluded);
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return schedule.map((entry) => {
    const { id, startMs, endMs, bound } = entry;
    const own = apart.get(id) ?? [];
    const ordered = tasks.filter(
      (other) => before.get(id)?.has(other.id) === true || before.get(other.id)?.has(id) === true,
    ).length;
    const could = couldOf(tasks.length - 1, ordered, own);
    const beside = schedule
      .filter((other) => other.id !== id && other.startMs < endMs && startMs < other.endMs)
      .map((other) => other.id);
    const holder = held.find(({ task }) => task === id);
    return {
      id,
      startMs,
      endMs,
      bound,
      startText: startText(entry, input),
      beside,
      could,
      besideText: besideText(beside, could),
      needs: byId.get(id)?.needs ?? [],
      apart: own.map(({ a, b, text }) => ({ task: a === id ? b : a, text })),
      held: holder === undefined ? null : { holder: holder.holder, text: holder.text },
    };
  });
}

const byTask = (excluded: readonly Exclusion[]): ReadonlyMap<TaskId, readonly Exclusion[]> => {
  const all = new Map<TaskId, Exclusion[]>();
  for (const each of excluded) {
    for (const id of [each.a, each.b]) {
      const own = all.get(id);
      if (own === undefined) all.set(id, [each]);
      else own.push(each);
    }
  }
  return all;
};

const couldOf = (of: number, ordered: number, own: readonly Exclusion[]): Could => {
  const by = (kind: Exclusion['kind']): number => own.filter((each) => each.kind === kind).length;
  return {
    of,
    beside: of - ordered - own.length,
    ordered,
    scope: by('scope'),
    lock: by('lock'),
    undeclared: by('undeclared'),
  };
};

const besideText = (beside: readonly TaskId[], could: Could): string => {
  const whom = beside.length === 0 ? 'alone' : `beside ${nameList(beside)}`;
  const kept = [
    [could.ordered, 'by needs'],
    [could.scope, 'by scope'],
    [could.lock, 'by lock'],
    [could.undeclared, 'by undeclared writes'],
  ] as const;
  const reasons = kept.filter(([count]) => count > 0).map(([count, why]) => `${count} ${why}`);
  const not = reasons.length === 0 ? '' : `, not ${reasons.join(', ')}`;
  return `${whom}; ${could.beside} of ${could.of} others could run beside it${not}`;
};

const startText = ({ bound, after, startMs }: ScheduledTask, input: ReasonInput): string => {
  const at = `at ${formatMinutes(startMs)}`;
  const who = nameList(after);
  switch (bound) {
    case 'first':
      return 'at once: nothing is in its way';
    case 'needs':
      return `${at}, once ${who} landed, which it needs`;
    case 'excluded':
      return `${at}, once ${who} let go of what both would hold`;
    case 'ramp':
      return `${at}, once ${who} landed: the ramp doubles what may run at once`;
    case 'slots':
      return `${at}, once ${who} ended: all ${input.hands.slots} slots were taken`;
  }
};
