import { z } from 'zod';
import type { Failure } from '../domain/failure.ts';
import { failure } from '../domain/failure.ts';
import { err, ok } from '../domain/result.ts';
import type { Result } from '../domain/result.ts';
import type { RunEvent } from '../domain/run/events.ts';
import { storedPlan, storedTask } from './events-plan.ts';
import { eventSchema } from './events-schemas.ts';
import { currentVersion, upcast, UPCASTERS } from './upcast.ts';
import type { StoredForm } from './upcast.ts';

/** The event as it goes to disk, in the current version of its type. `data` is plain JSON. */
export function encodeEvent(event: RunEvent): StoredForm {
  const { type, ...data } = event;
  const version = currentVersion(UPCASTERS, type);
  if (event.type === 'run.task-added')
    return { type, version, data: { ...data, task: storedTask(event.task) } };
  if (event.type === 'run.task-split')
    return { type, version, data: { ...data, part: storedTask(event.part) } };
  if (event.type !== 'run.started') return { type, version, data };
  return { type, version, data: { ...data, plan: storedPlan(event.plan) } };
}

/**
 * The event that `stored` stands for. Codes: `log-newer` (an unknown type, or a version of the future)
 * and `event-broken` (data that no version of fanin has written).
 */
export function decodeEvent(stored: StoredForm): Result<RunEvent, Failure> {
  const data = upcast(UPCASTERS, stored);
  if (!data.ok) return data;
  if (typeof data.value !== 'object' || data.value === null)
    return err(broken(stored, 'no object'));
  const event = eventSchema.safeParse({ ...data.value, type: stored.type });
  return event.success ? ok(event.data) : err(broken(stored, z.prettifyError(event.error)));
}

function broken(stored: StoredForm, why: string): Failure {
  return failure('event-broken', `an event \`${stored.type}\` of the log cannot be read: ${why}`, {
    hint: '`fanin doctor` checks the whole log; nothing was changed',
  });
}
