import { riskOf } from '../../domain/delivery/risk.ts';
import { UNKNOWN_SIZE } from '../../domain/plan/size.ts';
import type { Receipt } from '../../domain/receipt/receipt.ts';
import type { DeliveryView } from '../../domain/run/views.ts';
import type { AttemptModel, RunModel, TaskModel } from '../model/run-model.ts';

/** A delivery that a person can act on. */
export interface ReviewItem {
  readonly attempt: AttemptModel;
  readonly delivery: DeliveryView;
  /** How many tasks cannot start before it has landed, also through others. */
  readonly blocks: number;
  /** Agent time of all these tasks together, in ms. */
  readonly blockedMs: number;
  /** The chance that it fails once it is merged, from 0 to 1: a guess that orders, no measurement. */
  readonly risk: number;
  /** What has landed since it started, the latest last. */
  readonly landedSince: readonly LandedSince[];
}

/** A landing that a delivery does not know of. */
export interface LandedSince {
  /** `seq#1`. */
  readonly attempt: AttemptModel;
  /** Files that both change. */
  readonly shared: readonly string[];
}

/**
 * What waits for a person, in the order of blocking time × risk: the agent time that waits for it and its own
 * age, times the chance that it fails. What is likely to come back must come back early.
 */
export function reviewItems(model: RunModel, now: number): readonly ReviewItem[] {
  const urgency = ({ blockedMs, risk, delivery }: ReviewItem): number =>
    (blockedMs + Math.max(0, now - delivery.offeredAt)) * risk;
  return allDeliveries(model)
    .filter(({ delivery }) => delivery.phase === 'awaiting-review' || delivery.phase === 'parked')
    .toSorted((a, b) => urgency(b) - urgency(a) || (a.attempt.id < b.attempt.id ? -1 : 1));
}

/** Every delivery of the run, in no order that means anything. */
export function allDeliveries(model: RunModel): readonly ReviewItem[] {
  const made = model.tasks.flatMap((task) => task.made.map((attempt) => ({ task, attempt })));
  return made.flatMap(({ task, attempt }) => {
    const { delivery } = attempt;
    if (delivery === null) return [];
    const blocked = blockedBy(task, model.tasks);
    const others = made.flatMap((other) => (other.attempt === attempt ? [] : [other.attempt]));
    return [
      {
        attempt,
        delivery,
        blocks: blocked.length,
        blockedMs: blocked.reduce((sum, { sizeMs }) => sum + (sizeMs ?? UNKNOWN_SIZE), 0),
        risk: riskIn(attempt, others),
        landedSince: landedSince(attempt, others),
      },
    ];
  });
}

const riskIn = (attempt: AttemptModel, others: readonly AttemptModel[]): number => {
  const { receipt, delivery } = attempt;
  const files = filesOf(receipt);
  const rivals = new Set(
    others.filter(({ task }) => task !== attempt.task).flatMap((other) => filesOf(other.receipt)),
  );
  const blocking = delivery?.blocking.length ?? 0;
  return riskOf({
    lines: (receipt?.files ?? []).reduce(
      (sum, { added, removed }) => sum + (added ?? 0) + (removed ?? 0),
      0,
    ),
    files: files.length,
    // What blocks counts twice.
    findings: (receipt?.findings.length ?? 0) + blocking,
    earlierFailures: attempt.n - 1,
    hotFiles: files.filter((path) => rivals.has(path)).length,
  });
};

const landedSince = (
  attempt: AttemptModel,
  others: readonly AttemptModel[],
): readonly LandedSince[] => {
  const files = filesOf(attempt.receipt);
  return others
    .filter(
      ({ delivery }) => delivery?.phase === 'landed' && (delivery.landedAt ?? 0) > attempt.queuedAt,
    )
    .toSorted((a, b) => (a.delivery?.landedAt ?? 0) - (b.delivery?.landedAt ?? 0))
    .map((other) => ({
      attempt: other,
      shared: filesOf(other.receipt).filter((path) => files.includes(path)),
    }));
};

const filesOf = (receipt: Receipt | null): readonly string[] =>
  (receipt?.files ?? []).flatMap(({ path, from }) => (from === null ? [path] : [path, from]));

function blockedBy(task: TaskModel, tasks: readonly TaskModel[]): readonly TaskModel[] {
  const held = new Set<string>([task.id]);
  for (let before = 0; before < held.size;) {
    before = held.size;
    for (const other of tasks) if (other.needs.some((need) => held.has(need))) held.add(other.id);
  }
  return tasks.filter(
    ({ id, phase }) => id !== task.id && held.has(id) && phase !== 'landed' && phase !== 'dropped',
  );
}
