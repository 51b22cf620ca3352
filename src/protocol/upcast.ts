import {
  attemptKnowsTrouble,
  planKnowsAssembler,
  planKnowsBudget,
  planKnowsDelegation,
  planKnowsOwnDeadlines,
  planKnowsParkedPaths,
  planKnowsAgentTime,
  planKnowsSizeOrigin,
  planKnowsQueue,
  landingsAreOfGroups,
} from './upcasters.ts';
import type { Failure } from '../domain/failure.ts';
import { failure } from '../domain/failure.ts';
import { err, ok } from '../domain/result.ts';
import type { Result } from '../domain/result.ts';
import type { RunEventType } from '../domain/run/events.ts';

/** An event as it lies in the log: what kind, in which version's shape, and the rest as plain JSON. */
export interface StoredForm {
  readonly type: string;
  readonly version: number;
  readonly data: unknown;
}

/** Turns the data of one version into that of the next. Pure; for ever kept once released. */
export type Upcaster = (data: unknown) => unknown;

/**
 * Per event type the upcasters from version 1, 2, … in order: the current version is one more than
 * there are. A change of an event's shape adds an entry here and a fixture log of the last release.
 */
export type Upcasters = Readonly<Record<string, readonly Upcaster[]>>;

/** Every event type with its upcasters. */
export const UPCASTERS: Readonly<Record<RunEventType, readonly Upcaster[]>> = {
  'run.started': [
    planKnowsDelegation,
    planKnowsBudget,
    planKnowsAssembler,
    planKnowsOwnDeadlines,
    planKnowsSizeOrigin,
    planKnowsAgentTime,
    planKnowsParkedPaths,
    planKnowsQueue,
  ],
  'run.task-added': [],
  'run.task-split': [],
  'run.task-assigned': [],
  'run.resumed': [],
  'run.stop-requested': [],
  'run.limit-set': [],
  'run.review-window-closed': [],
  'run.unattended': [],
  'run.clock-read': [],
  'run.ended': [],
  'effect.intended': [landingsAreOfGroups],
  'effect.settled': [],
  'target.created': [],
  'target.moved': [],
  'queue.test-began': [],
  'queue.cancel-asked': [],
  'queue.test-ended': [],
  'queue.landing-began': [],
  'queue.landing-failed': [],
  'task.readied': [],
  'task.failed': [],
  'task.parked': [],
  'task.retried': [],
  'task.dropped': [],
  'attempt.queued': [],
  'attempt.collected': [],
  'attempt.split': [],
  'attempt.prepared': [],
  'attempt.started': [],
  'attempt.wrap-up-asked': [],
  'attempt.disk-passed': [],
  'attempt.wrap-up-told': [],
  'attempt.spent': [],
  'attempt.rate-limited': [],
  'attempt.steered': [],
  'attempt.message-taken': [],
  'attempt.asked': [],
  'attempt.answered': [],
  'attempt.stop-asked': [],
  'attempt.exited': [],
  'attempt.ended': [attemptKnowsTrouble],
  'workspace.removed': [],
  'conflict.found': [],
  'conflict.gone': [],
  'duplicate.found': [],
  'duplicate.gone': [],
  'delivery.offered': [],
  'delivery.checked': [],
  'delivery.parked': [],
  'delivery.approved': [],
  'delivery.landing-began': [],
  'delivery.landed': [],
  'delivery.undo-asked': [],
  'delivery.undo-began': [],
  'delivery.unlanded': [],
  'delivery.undo-refused': [],
  'delivery.returned': [],
  'delivery.superseded': [],
  'delivery.rejected': [],
};

/**
 * The data of `stored` in its type's current version. Codes: `log-newer` for a type or version that
 * this fanin does not know, `event-broken` for a version that never was.
 */
export function upcast(upcasters: Upcasters, stored: StoredForm): Result<unknown, Failure> {
  const { type, version } = stored;
  const steps = Object.hasOwn(upcasters, type) ? upcasters[type] : undefined;
  if (steps === undefined) return err(newer(`an event of the unknown type \`${type}\``));
  if (!Number.isInteger(version) || version < 1) {
    return err(failure('event-broken', `an event \`${type}\` says that its version is ${version}`));
  }
  if (version > steps.length + 1) {
    return err(newer(`an event \`${type}\` in version ${version} (known: ${steps.length + 1})`));
  }
  return ok(steps.slice(version - 1).reduce((data, step) => step(data), stored.data));
}

/** The version that events of this type are written in. */
export function currentVersion(upcasters: Upcasters, type: string): number {
  return (upcasters[type]?.length ?? 0) + 1;
}

function newer(what: string): Failure {
  return failure('log-newer', `the log holds ${what}: a newer fanin has written to it`, {
    hint: 'update fanin; nothing was changed',
  });
}
