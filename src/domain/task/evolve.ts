import type { AttemptEvent } from '../attempt/events.ts';
import type { Comeback } from '../attempt/attempt.ts';
import type { DeliveryEvent } from '../delivery/events.ts';
import type { TaskEvent } from './events.ts';
import type { TaskState } from './task-state.ts';

/**
 * The task after an event of its own, of its attempt or of its delivery. The caller gives a task
 * only the events that are about it.
 */
export const evolveTask = (
  task: TaskState,
  event: TaskEvent | AttemptEvent | DeliveryEvent,
): TaskState => {
  switch (event.type) {
    case 'task.readied':
      return { ...common(task), phase: 'ready', since: event.at };
    case 'task.retried':
      return { ...common(task), phase: 'ready', since: event.at, comeback: event.comeback };
    case 'task.failed':
      return { ...common(task), phase: 'failed', attempt: event.attempt, reason: event.reason };
    case 'task.parked':
      return { ...common(task), phase: 'parked', attempt: event.attempt, reason: event.reason };
    case 'task.dropped':
      return { ...common(task), phase: 'dropped', by: event.by, reason: event.reason };
    case 'attempt.queued':
    case 'attempt.collected':
    case 'attempt.split':
      return { ...common(task), attempts: event.n, phase: 'running', attempt: event.attempt };
    case 'delivery.offered':
      return dropped(task) ?? { ...common(task), phase: 'delivered', attempt: event.delivery };
    case 'delivery.landed':
      return {
        ...common(task),
        comeback: null,
        phase: 'landed',
        attempt: event.delivery,
        commit: event.landing.to,
      };
    case 'delivery.returned':
      return { ...task, comeback: event.comeback };
    case 'delivery.unlanded':
      return { ...task, comeback: null };
    default:
      return task;
  }
};

const common = (
  task: TaskState,
): { readonly id: string; readonly attempts: number; readonly comeback: Comeback | null } => {
  const { id, attempts, comeback } = task;
  return { id, attempts, comeback };
};

const dropped = (task: TaskState): TaskState | null => (task.phase === 'dropped' ? task : null);
