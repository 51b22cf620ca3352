import { cutTime } from '../domain/governor/attempt-time.ts';
import type { TaskId } from '../domain/ids.ts';
import type { Plan } from '../domain/plan/plan.ts';
import type { Schedule } from '../domain/plan/schedule.ts';
import { usableTime } from '../domain/plan/what-if.ts';

/** What a plan's expected schedule means for its limits. Times in ms. */
export interface PlanForecast {
  /** Agent time before the reserve; null: there is no wall limit. */
  readonly usableMs: number | null;
  /** Tasks that would end after that, in the order of their start. */
  readonly late: readonly TaskId[];
  /** The shortest wall limit that all of them fit; null where they fit now. */
  readonly wallNeededMs: number | null;
  /** Tasks whose size is longer than their own deadline. */
  readonly overlong: readonly TaskId[];
  /** Tasks of which an attempt may be cut short for its size, so that another still fits. */
  readonly cut: readonly TaskId[];
  /** The most tasks that are expected to run at once. */
  readonly peak: number;
}

const MINUTE = 60_000;

/** Time alone: what tokens and money it takes is known only once agents have worked here. */
export function planForecast(plan: Plan, { tasks, makespanMs }: Schedule): PlanForecast {
  const { reserve } = plan.limits;
  const usableMs = usableTime(plan);
  const late = usableMs === null ? [] : tasks.filter(({ endMs }) => endMs > usableMs);
  return {
    usableMs,
    late: late.map(({ id }) => id),
    wallNeededMs:
      late.length === 0 ? null : Math.ceil(makespanMs / (1 - reserve) / MINUTE) * MINUTE,
    overlong: plan.tasks
      .filter(({ sizeMs, deadlineMs }) => sizeMs !== null && sizeMs > deadlineMs)
      .map(({ id }) => id),
    cut:
      usableMs === null || plan.limits.retries === 0
        ? []
        : plan.tasks
            .filter((task) => (cutTime(task) ?? Infinity) < task.deadlineMs)
            .map(({ id }) => id),
    peak: peakOf(tasks),
  };
}

/** The count can only rise at a start. */
const peakOf = (tasks: Schedule['tasks']): number =>
  Math.max(
    0,
    ...tasks.map(
      ({ startMs }) =>
        tasks.filter((each) => each.startMs <= startMs && startMs < each.endMs).length,
    ),
  );
