import type { ConflictPolicy } from '../conflicts/live-conflict.ts';
import type { DuplicatePolicy } from '../duplicates/live-duplicate.ts';
import type { WrittenLimits, WrittenTaskValues } from '../config/written-config.ts';

/**
 * A plan as it is written, read into types and nothing more: durations in ms, shares from 0 to 1,
 * no defaults, no reference resolved.
 */
export interface WrittenPlan {
  readonly goal?: string | undefined;
  readonly limits?: WrittenLimits | undefined;
  readonly concurrency?: 'auto' | 'on' | 'off' | undefined;
  readonly undeclared?: 'exclusive' | undefined;
  /** A task, or `integrator`. */
  readonly assemble?: string | undefined;
  readonly target?: string | undefined;
  readonly conflicts?: ConflictPolicy | undefined;
  readonly duplicates?: DuplicatePolicy | undefined;
  readonly base?: string | undefined;
  readonly tasks: Readonly<Record<string, WrittenTask>>;
}

/** A task of a written plan. */
export interface WrittenTask extends WrittenTaskValues {
  readonly prompt?: string | undefined;
  /** Path of a file with the prompt, seen from the plan's folder. */
  readonly prompt_file?: string | undefined;
  readonly needs?: readonly string[] | undefined;
  readonly writes?: readonly string[] | undefined;
  readonly size?: number | undefined;
  readonly deliverables?: readonly string[] | undefined;
  readonly locks?: readonly string[] | undefined;
}
