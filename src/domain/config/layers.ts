import type { IsolationLevel } from '../attempt/attempt.ts';
import type { ConflictPolicy } from '../conflicts/live-conflict.ts';
import type { DuplicatePolicy } from '../duplicates/live-duplicate.ts';
import { NO_DELEGATION } from '../plan/delegation.ts';
import type { Delegation } from '../plan/delegation.ts';
import type { QueueMode } from '../merge-queue/queue.ts';

/**
 * Every value that more than one place may set, by its key in the written files.
 * Durations in ms, shares from 0 to 1; null: not set, with the meaning that the key's reader gives it.
 */
export interface LayeredValues {
  readonly concurrency: 'auto' | 'on' | 'off';
  readonly undeclared: 'exclusive';
  /** What becomes of the later of two attempts that do not merge. */
  readonly conflicts: ConflictPolicy;
  readonly duplicates: DuplicatePolicy;
  /** Who puts the whole together: a task, or `integrator`. */
  readonly assemble: string;
  readonly target: string | null;
  readonly base: string | null;
  readonly serialBelow: number;
  readonly grace: number;
  /** How long a question of an agent waits for a person; 0: its default is given at once. */
  readonly questions: number;
  /** `auto`: the strongest that the host proves. */
  readonly isolation: IsolationLevel | 'auto';
  readonly 'limits.live': number;
  readonly 'limits.wall': number | null;
  readonly 'limits.agent': number | null;
  readonly 'limits.tokens': number | null;
  readonly 'limits.usd': number | null;
  readonly 'limits.reserve': number;
  readonly 'limits.retries': number;
  readonly 'review.by': 'human' | 'checks';
  readonly 'review.limit': number;
  readonly 'queue.mode': QueueMode;
  readonly 'queue.slots': number | 'auto';
  readonly 'queue.squash': boolean;
  readonly 'defaults.agent': string;
  readonly 'defaults.model': string | null;
  readonly 'defaults.effort': string | null;
  readonly 'defaults.delegation': Delegation;
  readonly 'defaults.deadline': number;
  /** Names of checks; null: all of the config's. */
  readonly 'defaults.checks': readonly string[] | null;
}

export type LayeredKey = keyof LayeredValues;

/** Where a value can come from, from the weakest to the strongest. */
export type LayerName = 'default' | 'config' | 'plan' | 'flag';

/** What one place sets. An undefined value sets nothing. */
export type LayerValues = { readonly [K in LayeredKey]?: LayeredValues[K] | undefined };

/** All values, and for each the strongest place that set it; a key that is in no origin has its default. */
export interface Layered {
  readonly values: LayeredValues;
  readonly origins: Readonly<Partial<Record<LayeredKey, LayerName>>>;
}

/** What holds where nothing is written. */
export const DEFAULT_VALUES: LayeredValues = {
  concurrency: 'auto',
  undeclared: 'exclusive',
  conflicts: 'warn',
  duplicates: 'tell',
  assemble: 'integrator',
  target: null,
  base: null,
  serialBelow: 30 * 60_000,
  grace: 60_000,
  questions: 60_000,
  isolation: 'auto',
  'limits.live': 4,
  'limits.wall': null,
  'limits.agent': null,
  'limits.tokens': null,
  'limits.usd': null,
  'limits.reserve': 0.2,
  'limits.retries': 1,
  'review.by': 'human',
  'review.limit': 3,
  'queue.mode': 'tip-green',
  'queue.slots': 'auto',
  'queue.squash': false,
  'defaults.agent': 'claude',
  'defaults.model': null,
  'defaults.effort': null,
  'defaults.delegation': NO_DELEGATION,
  'defaults.deadline': 60 * 60_000,
  'defaults.checks': null,
};

/** Every key, in the order people read them. */
export const LAYERED_KEYS: readonly LayeredKey[] = [
  'concurrency',
  'serialBelow',
  'undeclared',
  'conflicts',
  'duplicates',
  'assemble',
  'target',
  'base',
  'isolation',
  'limits.live',
  'limits.wall',
  'limits.agent',
  'limits.tokens',
  'limits.usd',
  'limits.reserve',
  'limits.retries',
  'review.by',
  'review.limit',
  'queue.mode',
  'queue.slots',
  'queue.squash',
  'grace',
  'questions',
  'defaults.agent',
  'defaults.model',
  'defaults.effort',
  'defaults.delegation',
  'defaults.deadline',
  'defaults.checks',
];

/** The defaults alone. */
export const defaultLayer = (): Layered => ({ values: DEFAULT_VALUES, origins: {} });

/** `below` with what `layer` sets laid over it. */
export const overlay = (below: Layered, name: LayerName, layer: LayerValues): Layered => {
  const set = Object.fromEntries(Object.entries(layer).filter(([, value]) => value !== undefined));
  const origins = Object.fromEntries(Object.keys(set).map((key) => [key, name]));
  return {
    values: { ...below.values, ...set },
    origins: { ...below.origins, ...origins },
  };
};

/** The flags that set a value; a key without a flag cannot be set from the command line. */
export const FLAG_OF: Readonly<Partial<Record<LayeredKey, string>>> = {
  concurrency: '--concurrency',
  target: '--target',
  base: '--base',
  serialBelow: '--serial-below',
  grace: '--grace',
  questions: '--questions',
  isolation: '--isolation',
  'limits.live': '--live',
  'limits.wall': '--wall',
  'limits.agent': '--agent-time',
  'limits.tokens': '--tokens',
  'limits.usd': '--usd',
  'limits.reserve': '--reserve',
  'limits.retries': '--retries',
  'review.by': '--review',
  'review.limit': '--review-limit',
  'defaults.agent': '--agent',
  'defaults.model': '--model',
  'defaults.effort': '--effort',
  'defaults.delegation': '--delegation',
  'defaults.deadline': '--deadline',
  'defaults.checks': '--checks',
};
