import type { IsolationLevel } from '../attempt/attempt.ts';
import type { ConflictPolicy } from '../conflicts/live-conflict.ts';
import type { DuplicatePolicy } from '../duplicates/live-duplicate.ts';
import type { Delegation } from '../plan/delegation.ts';
import type { QueueMode } from '../merge-queue/queue.ts';
import type { ResolverName } from '../resolve/rules.ts';
import type { AdapterName } from './adapters.ts';

/**
 * `fanin.config.yaml` as it is written, read into types and nothing more: durations in ms, shares
 * from 0 to 1, no defaults, no reference resolved.
 */
export interface WrittenConfig {
  readonly setup?: WrittenCommand | undefined;
  readonly checks?: Readonly<Record<string, WrittenCommand>> | undefined;
  readonly agents?: Readonly<Record<string, WrittenAgent>> | undefined;
  readonly review?:
    | { readonly by?: 'human' | 'checks' | undefined; readonly limit?: number | undefined }
    | undefined;
  readonly queue?:
    | {
        readonly mode?: QueueMode | undefined;
        readonly slots?: number | 'auto' | undefined;
        readonly squash?: boolean | undefined;
      }
    | undefined;
  readonly isolation?: IsolationLevel | 'auto' | undefined;
  readonly sandbox?: WrittenSandbox | undefined;
  readonly defaults?: WrittenTaskValues | undefined;
  readonly serialBelow?: number | undefined;
  readonly workspaces?:
    | {
        readonly root?: string | undefined;
        readonly bring?: readonly string[] | undefined;
        /** Bytes. */
        readonly copyLimit?: number | undefined;
        /** Bytes. */
        readonly disk?: number | undefined;
      }
    | undefined;
  readonly landing?:
    | {
        readonly sign?: boolean | undefined;
        readonly hooks?: boolean | undefined;
        /** `origin/main` */
        readonly push?: string | undefined;
      }
    | undefined;
  readonly resolve?: WrittenResolve | undefined;
  readonly limits?: WrittenLimits | undefined;
  readonly target?: string | undefined;
  readonly conflicts?: ConflictPolicy | undefined;
  readonly duplicates?: DuplicatePolicy | undefined;
  readonly grace?: number | undefined;
  readonly questions?: number | undefined;
  readonly prices?: Readonly<Record<string, WrittenPrice>> | undefined;
}

/** Who settles shared kinds of file, as written in a config. */
export interface WrittenResolve {
  readonly resolvers?: 'off' | readonly ResolverName[] | undefined;
  readonly generated?:
    | readonly {
        readonly paths: readonly string[];
        readonly run: string;
        readonly timeout?: number | undefined;
      }[]
    | undefined;
}

/** The price of a model, in USD per million tokens. */
export interface WrittenPrice {
  readonly input: number;
  readonly output: number;
  readonly cache_read?: number | undefined;
  readonly cache_write?: number | undefined;
}

/** A shell command, alone or with a timeout in ms. */
export type WrittenCommand =
  | string
  | { readonly run: string; readonly timeout?: number | undefined };

/** An agent of the config. `use` names the adapter. */
export interface WrittenAgent {
  readonly use: AdapterName;
  readonly run?: string | undefined;
  readonly script?: string | undefined;
  readonly model?: string | undefined;
  readonly effort?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** What a run may use, as written in a config or a plan. */
export interface WrittenLimits {
  readonly live?: number | undefined;
  readonly wall?: number | undefined;
  readonly agent?: number | undefined;
  readonly tokens?: number | undefined;
  readonly usd?: number | undefined;
  readonly reserve?: number | undefined;
  readonly retries?: number | undefined;
}

/** What those behind a boundary get, as written in a config. */
export interface WrittenSandbox {
  readonly network?: 'none' | 'all' | readonly string[] | undefined;
  readonly read?: readonly string[] | undefined;
  readonly write?: readonly string[] | undefined;
  readonly env?: readonly string[] | undefined;
}

/** The values that `defaults` sets for every task, and that each task can set for itself. */
export interface WrittenTaskValues {
  readonly agent?: string | undefined;
  readonly model?: string | undefined;
  readonly effort?: string | undefined;
  readonly delegation?: Delegation | undefined;
  readonly isolation?: IsolationLevel | 'auto' | undefined;
  readonly deadline?: number | undefined;
  readonly checks?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}
