import type { IsolationLevel } from '../attempt/attempt.ts';
import type { WrittenCommand, WrittenLimits } from '../config/written-config.ts';

/** `fanin.policy.yaml` as it is written: durations in ms, shares from 0 to 1, nothing resolved. */
export interface WrittenPolicy {
  /** Names of the config's checks, or checks of its own by name. */
  readonly checks?: readonly string[] | Readonly<Record<string, WrittenCommand>> | undefined;
  /** Path patterns. */
  readonly park?: readonly string[] | undefined;
  readonly limits?: WrittenLimits | undefined;
  readonly review?:
    | { readonly by?: 'human' | undefined; readonly limit?: number | undefined }
    | undefined;
  readonly isolation?: IsolationLevel | undefined;
}
