import type { Workspace } from '../domain/attempt/attempt.ts';

/** Tells what attempts take on the disk. */
export interface DiskMeter {
  /** Most bytes for one attempt, with everything that belongs to it. */
  readonly most: number;
  /**
   * Bytes of a workspace, and of what belongs to it and lies beside it. Counting ends early, with what there is by
   * then, once `enough` says so.
   */
  use(workspace: Workspace, enough: (bytes: number) => boolean): Promise<number>;
}
