import type { TaskId } from '../ids.ts';
import { countedSize } from './size.ts';
import type { Planned } from './size.ts';

/** What kept a task from starting earlier. `first`: nothing did. */
export type BoundBy = 'first' | 'needs' | 'excluded' | 'ramp' | 'slots';

/** When a task is expected to run, in ms from the start of the run. */
export interface ScheduledTask {
  readonly id: TaskId;
  readonly startMs: number;
  readonly endMs: number;
  readonly bound: BoundBy;
  /** The tasks whose end let it start: what it needed, what it may not run beside, or who made room. */
  readonly after: readonly TaskId[];
}

/** How many may run at once. */
export interface Hands {
  /** At least 1. */
  readonly slots: number;
  /** Whether one starts alone and each end doubles what may run at once, as the governor's ramp has it. */
  readonly ramp: boolean;
  /** Agent time before the reserve, in ms, which releases the ramp; null: no wall limit. */
  readonly usableMs: number | null;
}

export type Rivals = ReadonlyMap<TaskId, ReadonlySet<TaskId>>;

/**
 * Plays the tasks through from start to end: whenever there is room, the first of `queue` that may start does.
 * The graph must have no cycle.
 */
export const place = (
  queue: readonly Planned[],
  hands: Hands,
  rivals: Rivals,
): readonly ScheduledTask[] => {
  const placed: ScheduledTask[] = [];
  const ended = new Set<TaskId>();
  const kept = new Map<TaskId, Kept>();
  let waiting = queue;
  let running: readonly ScheduledTask[] = [];
  let now = 0;
  let freed: readonly TaskId[] = [];
  for (;;) {
    const room = roomAt(now, { hands, waiting, running, ended: ended.size });
    const left: Planned[] = [];
    for (const task of waiting) {
      const why = obstacleOf(task, { ended, running, rivals, room });
      if (why === null) {
        const entry = entryOf(task, now, kept.get(task.id) ?? null, freed);
        running = [...running, entry];
        placed.push(entry);
      } else {
        kept.set(task.id, why);
        left.push(task);
      }
    }
    if (running.length === 0) return placed;
    waiting = left;
    now = Math.min(...running.map(({ endMs }) => endMs));
    freed = running.filter(({ endMs }) => endMs <= now).map(({ id }) => id);
    for (const id of freed) ended.add(id);
    running = running.filter(({ endMs }) => endMs > now);
  }
};

interface Kept {
  readonly by: Exclude<BoundBy, 'first'>;
  /** Those it waited for by name. */
  readonly tasks: readonly TaskId[];
}

const obstacleOf = (
  task: Planned,
  at: {
    readonly ended: ReadonlySet<TaskId>;
    readonly running: readonly ScheduledTask[];
    readonly rivals: Rivals;
    readonly room: { readonly atOnce: number; readonly by: 'ramp' | 'slots' };
  },
): Kept | null => {
  const missing = task.needs.filter((need) => !at.ended.has(need));
  if (missing.length > 0) return { by: 'needs', tasks: missing };
  const own = at.rivals.get(task.id);
  const beside =
    own === undefined ? [] : at.running.filter(({ id }) => own.has(id)).map(({ id }) => id);
  if (beside.length > 0) return { by: 'excluded', tasks: beside };
  return at.running.length < at.room.atOnce ? null : { by: at.room.by, tasks: [] };
};

const entryOf = (
  task: Planned,
  now: number,
  kept: Kept | null,
  freed: readonly TaskId[],
): ScheduledTask => {
  const endMs = now + countedSize(task);
  if (kept === null) return { id: task.id, startMs: now, endMs, bound: 'first', after: [] };
  const named = freed.filter((id) => kept.tasks.includes(id));
  const after = named.length > 0 ? named : freed;
  return { id: task.id, startMs: now, endMs, bound: kept.by, after };
};

/** As `rampTerm` has it, with every task landing clean at its end. */
const roomAt = (
  now: number,
  at: {
    readonly hands: Hands;
    readonly waiting: readonly Planned[];
    readonly running: readonly ScheduledTask[];
    readonly ended: number;
  },
): { readonly atOnce: number; readonly by: 'ramp' | 'slots' } => {
  const { slots, ramp, usableMs } = at.hands;
  const most = Math.max(1, slots);
  if (!ramp) return { atOnce: most, by: 'slots' };
  const left = usableMs === null ? 0 : usableMs - now;
  const open =
    at.waiting.reduce((sum, task) => sum + countedSize(task), 0) +
    at.running.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const released = left > 0 ? Math.ceil(open / left) : 0;
  const step = Math.max(2 ** Math.min(at.ended, MOST_DOUBLINGS), released);
  return step < most ? { atOnce: step, by: 'ramp' } : { atOnce: most, by: 'slots' };
};

/** Beyond that there are more slots than any run has. */
const MOST_DOUBLINGS = 20;
