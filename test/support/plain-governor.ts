import { isLive } from '../../src/domain/attempt/attempt.ts';
import { unaffordable } from '../../src/domain/governor/spending.ts';
import { isTooMuchWork } from '../../src/domain/governor/work-time.ts';
import { fits } from '../../src/domain/governor/deadline-term.ts';
import { clash, clashText } from '../../src/domain/plan/clash.ts';
import { NOBODY } from '../../src/domain/plan/nobody.ts';
import type { Task } from '../../src/domain/plan/plan.ts';
import { remainingChains } from '../../src/domain/plan/remaining-chain.ts';
import { countedSize } from '../../src/domain/plan/size.ts';
import type { RunState } from '../../src/domain/run/state.ts';
import { taskState } from '../../src/domain/run/state.ts';
import { holdsScope } from '../../src/domain/task/task-state.ts';
import { waitsFor } from './waits-for.ts';

/** Whether a task holds its scope, looked up for it alone. */
export const plainHolds = (run: RunState, task: Task): boolean => {
  const attempts = Object.values(run.attempts).filter((attempt) => attempt.task === task.id);
  if (task.agent.use === NOBODY.use) return false;
  if (attempts.some(isLive)) return true;
  const state = taskState(run, task.id);
  if (!holdsScope(state)) return false;
  if (state.phase === 'parked') return !letGo(run, state.attempt);
  if (state.phase !== 'failed' && state.phase !== 'ready') return true;
  const last = attempts.findLastIndex(({ id }) => letGo(run, id));
  return attempts
    .slice(last + 1)
    .some(
      (attempt) =>
        attempt.phase === 'ended' &&
        attempt.collected === undefined &&
        attempt.split === undefined &&
        ((attempt.harvest?.commit ?? null) !== null ||
          (attempt.failure !== null && attempt.startedAt !== null)),
    );
};

const letGo = (run: RunState, attempt: string): boolean =>
  ['rejected', 'unlanded'].includes(run.deliveries[attempt]?.phase ?? '');

/** What the first task of the plan that holds what this one may write is said to hold. */
export const plainHeldBy = (run: RunState, task: Task): string | null => {
  for (const other of run.plan.tasks) {
    if (other.id === task.id || !plainHolds(run, other)) continue;
    // After an undo, work that cannot go on before this task has landed keeps nobody from it.
    const atWork = Object.values(run.attempts).some(
      (attempt) => attempt.task === other.id && isLive(attempt),
    );
    if (waitsFor(run, other.id, task.id) && !atWork) continue;
    const found = clash(task, other);
    if (found !== null) return clashText(found, other.id);
  }
  return null;
};

/** The task to start next, by looking at each. */
export const plainNextTask = (run: RunState, now: number): string | null => {
  const chains = remainingChains(run.plan.tasks);
  const [first] = run.plan.tasks
    .filter((task) => taskState(run, task.id).phase === 'ready')
    .filter(
      (task) =>
        plainHeldBy(run, task) === null &&
        fits(run, task, now) &&
        !isTooMuchWork(run, task, now) &&
        unaffordable(run, task) === null,
    )
    .toSorted(
      (a, b) =>
        (chains.get(b.id) ?? 0) - (chains.get(a.id) ?? 0) || countedSize(b) - countedSize(a),
    );
  return first?.id ?? null;
};
