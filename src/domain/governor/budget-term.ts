import type { RunState } from '../run/state.ts';
import type { Task } from '../plan/plan.ts';
import { countedSize } from '../plan/size.ts';
import { liveCount } from './live-count.ts';
import { amount, budgetLeft, CURRENCIES, expectedSpend, spendingOf } from './spending.ts';
import type { Currency } from './spending.ts';
import type { Term } from './term.ts';
import { workedBy, workLeft } from './work-time.ts';

/**
 * Budget: an attempt starts only if what it is expected to use fits what is left after the reserve
 * and after what live attempts are still expected to use. As long as no attempt has told what it
 * used, one runs alone. With a money limit and a model of unknown price nothing more starts: the
 * limit could not be kept. Agent time is known ahead: it is what sizes are in.
 */
export const budgetTerm = (run: RunState, now: number): Term => {
  const spendable = CURRENCIES.flatMap((currency) => {
    const limit = run.plan.limits[currency];
    return limit === null ? [] : [ofCurrency(run, currency, limit)];
  });
  const words = [...spendable, ...ofWork(run, now)];
  const [first] = words;
  if (first === undefined)
    return {
      name: 'budget',
      may: Infinity,
      text: 'no limit of tokens, money or agent time',
      change: 'limits.tokens, limits.usd, limits.agent in the plan',
    };
  const tightest = words.reduce((least, each) => (each.may < least.may ? each : least), first);
  return { name: 'budget', ...tightest };
};

/** The currency whose limit the run has reached; null: none. */
export const budgetReached = (run: RunState): Currency | null =>
  CURRENCIES.find((currency) => {
    const limit = run.plan.limits[currency];
    return limit !== null && spendingOf(run, currency).total >= limit;
  }) ?? null;

const ofCurrency = (run: RunState, currency: Currency, limit: number): Omit<Term, 'name'> => {
  const { total, unknown } = spendingOf(run, currency);
  const change = `a higher limits.${currency}, or smaller tasks`;
  const spent = `${amount(currency, total)} of ${amount(currency, limit)} used`;
  if (unknown.length > 0)
    return {
      may: 0,
      text: `${spent}, and nobody knows what ${unknown.length === 1 ? 'an attempt' : `${unknown.length} attempts`} cost`,
      change: 'prices for its model in the config',
    };
  const left = budgetLeft(run, currency) ?? Infinity;
  const open = openTasks(run);
  const expected = open.map((task) => expectedSpend(run, task, currency));
  const known = expected.filter((each) => each !== null);
  if (known.length < expected.length)
    return {
      may: left > 0 ? 1 - liveCount(run) : 0,
      text: `${spent}; one alone, until it is known what an attempt uses`,
      change,
    };
  const may = howManyFit(known, left);
  return {
    may: open.length === 0 && left > 0 ? Infinity : may,
    text: `${spent}; ${may} of ${open.length} open tasks fit before the reserve`,
    change,
  };
};

const ofWork = (run: RunState, now: number): readonly Omit<Term, 'name'>[] => {
  const { agentMs } = run.plan.limits;
  const left = workLeft(run, now);
  if (agentMs === null || left === null) return [];
  const open = openTasks(run);
  const may = howManyFit(open.map(countedSize), left);
  return [
    {
      may: open.length === 0 && left > 0 ? Infinity : may,
      text: `${minutes(workedBy(run, now))} of ${minutes(agentMs)} agent time used; ${may} of ${open.length} open tasks fit before the reserve`,
      change: 'a longer limits.agent, or smaller tasks',
    },
  ];
};

const minutes = (ms: number): string => `${Math.round(ms / 60_000)}m`;

const openTasks = (run: RunState): readonly Task[] =>
  run.plan.tasks.filter(({ id }) => {
    const phase = run.tasks[id]?.phase;
    return phase === 'ready' || phase === 'waiting';
  });

/** The smallest first: how many of them fit at all. */
const howManyFit = (expected: readonly number[], left: number): number => {
  let rest = left;
  let count = 0;
  for (const each of expected.toSorted((a, b) => a - b)) {
    rest -= each;
    if (rest < 0) return count;
    count += 1;
  }
  return count;
};
