import type { TaskId } from '../ids.ts';
import { streamOf } from '../simulation/random.ts';
import type { PastAttempt } from './past-attempt.ts';
import type { Hands } from './placing.ts';
import type { Limits, Task } from './plan.ts';
import { quantiles } from './quantiles.ts';
import type { Quantiles } from './quantiles.ts';
import { LEAST_ATTEMPTS, sampleKey, samplesFor } from './samples.ts';
import type { Samples } from './samples.ts';
import { playOut } from './schedule.ts';
import type { Pair } from './schedule.ts';
import { countedSize } from './size.ts';

/** An expected amount with its spread, or why there is none. */
export type Amount =
  | {
      readonly kind: 'known';
      readonly spread: Quantiles;
      /** The limit before the reserve, and the share of draws that stay within it; null: there is no limit. */
      readonly limit: number | null;
      readonly within: number | null;
    }
  | { readonly kind: 'unknown'; readonly why: readonly Lack[] };

/** What is missing for tasks of one agent and model. */
export interface Lack {
  readonly agent: string;
  readonly model: string | null;
  readonly tasks: readonly TaskId[];
  /** Whether only attempts count whose task had a size. */
  readonly sized: boolean;
  /** Attempts that tell it so far. */
  readonly attempts: number;
  /** Attempts whose price nobody knows; only of cost. */
  readonly unpriced: number;
}

/** What a plan is expected to take by what attempts have taken in this repository. */
export interface Expectation {
  /**
   * What the plan takes, in ms. Tasks in `timeLacks` count as their size without spread; unknown when all do.
   */
  readonly time: Amount;
  readonly timeLacks: readonly Lack[];
  readonly tokens: Amount;
  readonly usd: Amount;
  /** What it is drawn from, by agent and model. */
  readonly basis: readonly Basis[];
}

/** The attempts of an agent and model that ended here; those that delivered are what is drawn from. */
export interface Basis extends Pick<
  Samples,
  'agent' | 'model' | 'ended' | 'delivered' | 'unpriced'
> {
  /** Of these, the attempts whose task had a size, and what they took of it, as a ratio; null: none. */
  readonly sized: number;
  readonly ofSize: Quantiles | null;
}

/** What is drawn for, and what it is drawn from. */
export interface ExpectationInput {
  readonly tasks: readonly Task[];
  readonly past: readonly PastAttempt[];
  readonly hands: Hands;
  readonly excluded: readonly Pair[];
  readonly limits: Pick<Limits, 'tokens' | 'usd' | 'reserve'>;
}

/**
 * Draws every task's time, tokens and cost again and again from what attempts of its agent and model took here,
 * by size where the plan gives one, and plays each draw through the scheduler. The same input gives the same
 * figures. An amount is known only when it is known of every task; of time those without are taken as they are.
 */
export function expectation(input: ExpectationInput): Expectation {
  const { tasks, past, limits } = input;
  const samples = samplesFor(tasks, past);
  const of = (task: Task): Samples => {
    const found = samples.get(sampleKey(task));
    if (found === undefined) throw new Error(`Internal error: no samples for ${task.id}`);
    return found;
  };
  const rounds = Array.from({ length: roundsFor(tasks.length) }, (_, round) => round);
  const before = (limit: number | null): number | null =>
    limit === null ? null : limit * (1 - limits.reserve);
  return {
    ...expectedTime(input, of, rounds),
    tokens: summed('tokens', tasks, { of, rounds, limit: before(limits.tokens) }),
    usd: summed('usd', tasks, { of, rounds, limit: before(limits.usd) }),
    basis: [...samples.values()].map(basisOf),
  };
}

const basisOf = ({ agent, model, ended, delivered, unpriced, perSize }: Samples): Basis => {
  const { took } = perSize;
  const ofSize = took.length === 0 ? null : quantiles(took);
  return { agent, model, ended, delivered, unpriced, sized: took.length, ofSize };
};

/** Two hundred rounds tell quantiles well enough; large plans are played fewer times, since each costs more. */
const roundsFor = (tasks: number): number =>
  Math.max(40, Math.min(200, Math.floor(20_000 / Math.max(1, tasks))));

/** What one task's amount is drawn from: a sample times `scale`. */
interface Source {
  readonly values: readonly number[];
  readonly scale: number;
}

type SamplesOf = (task: Task) => Samples;

const timeSources = (tasks: readonly Task[], of: SamplesOf): ReadonlyMap<TaskId, Source> =>
  new Map(
    tasks.flatMap((task): readonly (readonly [TaskId, Source])[] => {
      const { perSize, tookMs } = of(task);
      const source =
        task.sizeMs === null || task.sizeFrom === 'history'
          ? { values: tookMs, scale: 1 }
          : { values: perSize.took, scale: task.sizeMs };
      return source.values.length < LEAST_ATTEMPTS ? [] : [[task.id, source]];
    }),
  );

const expectedTime = (
  { tasks, hands, excluded }: ExpectationInput,
  of: SamplesOf,
  rounds: readonly number[],
): Pick<Expectation, 'time' | 'timeLacks'> => {
  const sources = timeSources(tasks, of);
  const timeLacks = lacksOf(
    tasks.filter(({ id }) => !sources.has(id)),
    (task) => {
      const { perSize, tookMs } = of(task);
      const sized = task.sizeFrom === 'plan';
      return { sized, attempts: (sized ? perSize.took : tookMs).length, unpriced: 0 };
    },
  );
  if (sources.size === 0) return { time: { kind: 'unknown', why: timeLacks }, timeLacks };
  const play = playOut(tasks, hands, excluded);
  const draws = rounds.map((round) =>
    play((task) => {
      const source = sources.get(task.id);
      return source === undefined ? countedSize(task) : draw(source, round, `time ${task.id}`);
    }),
  );
  return { time: known(draws, hands.usableMs), timeLacks };
};

const summed = (
  kind: 'tokens' | 'usd',
  tasks: readonly Task[],
  {
    of,
    rounds,
    limit,
  }: {
    readonly of: SamplesOf;
    readonly rounds: readonly number[];
    readonly limit: number | null;
  },
): Amount => {
  const sources = tasks.map((task) => ({ task, source: amountSource(kind, task, of(task)) }));
  const lacking = sources.filter(({ source }) => source === null).map(({ task }) => task);
  if (lacking.length > 0) {
    const why = lacksOf(lacking, (task) => {
      const samples = of(task);
      const unpriced = kind === 'usd' ? samples.unpriced : 0;
      return { sized: false, attempts: samples[kind].length, unpriced };
    });
    return { kind: 'unknown', why };
  }
  const draws = rounds.map((round) =>
    sources.reduce(
      (sum, { task, source }) =>
        source === null ? sum : sum + draw(source, round, `${kind} ${task.id}`),
      0,
    ),
  );
  return known(draws, limit);
};

/** By size where the task has one and enough attempts had; else by attempt. A price that is not known is never 0. */
const amountSource = (kind: 'tokens' | 'usd', task: Task, samples: Samples): Source | null => {
  if (kind === 'usd' && samples.unpriced > 0) return null;
  const bySize = samples.perSize[kind];
  if (task.sizeMs !== null && task.sizeFrom === 'plan' && bySize.length >= LEAST_ATTEMPTS)
    return { values: bySize, scale: task.sizeMs };
  const values = samples[kind];
  return values.length < LEAST_ATTEMPTS ? null : { values, scale: 1 };
};

const draw = ({ values, scale }: Source, round: number, name: string): number =>
  streamOf(round, name).pick(values) * scale;

const known = (draws: readonly number[], limit: number | null): Amount => ({
  kind: 'known',
  spread: quantiles(draws),
  limit,
  within:
    limit === null
      ? null
      : draws.filter((each) => each <= limit).length / Math.max(1, draws.length),
});

/** One for each agent and model and what counts, in the order of the plan. */
const lacksOf = (
  tasks: readonly Task[],
  told: (task: Task) => Pick<Lack, 'sized' | 'attempts' | 'unpriced'>,
): readonly Lack[] => {
  const groups = new Map<string, Task[]>();
  for (const task of tasks) {
    const key = `${sampleKey(task)}\n${told(task).sized}`;
    groups.set(key, [...(groups.get(key) ?? []), task]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { agent } = first;
    const ids = group.map(({ id }) => id);
    return [{ agent: agent.name, model: agent.model ?? null, tasks: ids, ...told(first) }];
  });
};
