import type { Task } from './plan.ts';
import type { PastAttempt } from './past-attempt.ts';

/** Fewer say too little: instead of a figure it is told how many there are. */
export const LEAST_ATTEMPTS = 5;

/** What attempts of one agent and model took here; each list has an entry for every attempt that it is known of. */
export interface Samples {
  readonly agent: string;
  readonly model: string | null;
  /** Attempts that ended, and those of them that delivered: these alone are counted below. */
  readonly ended: number;
  readonly delivered: number;
  readonly tookMs: readonly number[];
  readonly tokens: readonly number[];
  readonly usd: readonly number[];
  /** The same for each ms of size, of attempts whose task had one: a ratio, tokens, USD. */
  readonly perSize: {
    readonly took: readonly number[];
    readonly tokens: readonly number[];
    readonly usd: readonly number[];
  };
  /** Attempts whose tokens are known and whose cost is not. */
  readonly unpriced: number;
}

/** The samples for each task's agent and model, by `sampleKey`. */
export const samplesFor = (
  tasks: readonly Task[],
  past: readonly PastAttempt[],
): ReadonlyMap<string, Samples> => {
  const all = new Map<string, Samples>();
  for (const { agent } of tasks) {
    const model = agent.model ?? null;
    const key = keyOf(agent.name, model);
    if (!all.has(key)) all.set(key, samplesOf(agent.name, model, past));
  }
  return all;
};

/** Under what the samples for a task are found. */
export const sampleKey = ({ agent }: Pick<Task, 'agent'>): string =>
  keyOf(agent.name, agent.model ?? null);

const keyOf = (agent: string, model: string | null): string => `${agent}\n${model ?? ''}`;

const samplesOf = (agent: string, model: string | null, past: readonly PastAttempt[]): Samples => {
  const own = past.filter((each) => each.agent === agent && each.model === model);
  const good = own.filter(({ delivered }) => delivered);
  const sized = good.flatMap(({ sizeMs, ...rest }) =>
    sizeMs === null || sizeMs <= 0 ? [] : [{ ...rest, sizeMs }],
  );
  return {
    agent,
    model,
    ended: own.length,
    delivered: good.length,
    tookMs: good.map(({ tookMs }) => tookMs),
    tokens: good.flatMap(({ tokens }) => tokens ?? []),
    usd: good.flatMap(({ usd }) => usd ?? []),
    perSize: {
      took: sized.map(({ tookMs, sizeMs }) => tookMs / sizeMs),
      tokens: sized.flatMap(({ tokens, sizeMs }) => (tokens === null ? [] : [tokens / sizeMs])),
      usd: sized.flatMap(({ usd, sizeMs }) => (usd === null ? [] : [usd / sizeMs])),
    },
    unpriced: good.filter(({ tokens, usd }) => tokens !== null && usd === null).length,
  };
};
