import type { ReadModel, Reader } from '../../compose/read-model.ts';
import { attemptId } from '../../domain/ids.ts';
import type { AttemptId, RunId, TaskId } from '../../domain/ids.ts';
import type { Receipt } from '../../domain/receipt/receipt.ts';
import type { AttemptView, DeliveryView, RunView, TaskView } from '../../domain/run/views.ts';

/** What is measured of a live attempt. */
export interface LiveFigures {
  readonly tokens: number | null;
  readonly lastTool: string | null;
  /** Native sub-agents at work; absent in rows of an older fanin. */
  readonly subAgents?: number;
  /** Since when the model service limits its rate; null: it does not; absent in rows of an older fanin. */
  readonly rateLimitedSince?: number | null;
  /** What it takes on the disk; absent in rows of an older fanin. */
  readonly diskBytes?: number | null;
  /** The newest checkpoint; absent in rows of an older fanin. */
  readonly checkpoint?: { readonly seq: number; readonly at: number } | null;
}

/** One attempt with everything that screens show of it. */
export interface AttemptModel extends AttemptView {
  readonly id: AttemptId;
  readonly delivery: DeliveryView | null;
  readonly receipt: Receipt | null;
  readonly live: LiveFigures | null;
}

/** One task with its attempts, the oldest first. */
export interface TaskModel extends TaskView {
  readonly id: TaskId;
  readonly made: readonly AttemptModel[];
}

/** A run as screens show it, all of one moment. */
export interface RunModel {
  readonly id: RunId;
  readonly run: RunView;
  /** In the order of the plan. */
  readonly tasks: readonly TaskModel[];
  /** Whether an engine carries this run on. */
  readonly engine: boolean;
  /** Commands that no engine has taken yet. */
  readonly inbox: number;
}

/** Reads one run; null where there is none of that id. */
export function readRun(
  from: ReadModel & { readonly reader: Reader },
  run: RunId,
  receiptOf: (attempt: AttemptId) => Receipt | null,
): RunModel | null {
  const { reader } = from;
  return reader.snapshot(() => {
    const view = reader.view(run, 'run', run);
    if (view === null) return null;
    const attempts = attemptModels(reader, run, receiptOf);
    const tasks = new Map(reader.views(run, 'task').map(({ id, body }) => [id, body]));
    return {
      id: run,
      run: view.body,
      tasks: view.body.tasks.flatMap((id) => {
        const task = tasks.get(id);
        return task === undefined
          ? []
          : [{ ...task, id, made: attempts.filter((attempt) => attempt.task === id) }];
      }),
      // Asked in this order: the second question opens another database.
      engine: reader.engine()?.run === run && from.engineRuns(),
      inbox: reader.inboxOpen(run),
    };
  });
}

function attemptModels(
  reader: Reader,
  run: RunId,
  receiptOf: (attempt: AttemptId) => Receipt | null,
): readonly AttemptModel[] {
  const rows = reader.views(run, 'attempt');
  const deliveries = new Map(reader.views(run, 'delivery').map(({ id, body }) => [id, body]));
  const figures = reader.telemetry(rows.map(({ id }) => id));
  return rows
    .map(({ id, body }) => {
      const delivery = deliveries.get(id) ?? null;
      const known = delivery !== null && delivery.phase !== 'checking';
      return {
        ...body,
        id,
        delivery,
        receipt: known ? receiptOf(id) : null,
        live: figures.get(id) ?? null,
      };
    })
    .toSorted((a, b) => a.n - b.n);
}

/** The task's newest attempt; null before the first. */
export const newestAttempt = (task: TaskModel): AttemptModel | null => task.made.at(-1) ?? null;

/** The attempt that the task's state is about, or else the newest. */
export const currentAttempt = (task: TaskModel): AttemptModel | null =>
  task.made.find(({ id }) => id === task.attempt) ?? newestAttempt(task);

/** What people see for an attempt id: `core#1`; an id of another run keeps its run in front. */
export function labelOf(id: AttemptId, run: RunId | null = null): string {
  const match = /^([^-]+)-(.+)-(\d+)$/u.exec(id);
  if (match === null) return id;
  const [, ofRun = '', task = '', n = ''] = match;
  const label = `${task}#${n}`;
  return run === null || ofRun === run || attemptId(run, task, Number(n)) === id
    ? label
    : `${ofRun}/${label}`;
}

/** True while an agent works or may still be at work. */
export const isAlive = (attempt: AttemptView): boolean => attempt.phase !== 'ended';
