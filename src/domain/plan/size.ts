import type { TaskId } from '../ids.ts';
import type { Needing } from './graph.ts';

/** What a task without a size is counted as, in ms. */
export const UNKNOWN_SIZE = 15 * 60_000;

/** A task with its expected agent time in ms; null when unknown. */
export interface Sized {
  readonly id: TaskId;
  readonly sizeMs: number | null;
}

/** A task as the planning functions see it. */
export type Planned = Sized & Needing;

/** The size to count with, in ms. */
export const countedSize = ({ sizeMs }: Sized): number => sizeMs ?? UNKNOWN_SIZE;

/** Agent time of all tasks together, in ms. */
export const totalSize = (tasks: readonly Sized[]): number =>
  tasks.reduce((sum, task) => sum + countedSize(task), 0);
