import { streamOf } from '../simulation/random.ts';
import type { Random } from '../simulation/random.ts';
import { drawFrom } from '../simulation/spread.ts';
import type { Spread } from '../simulation/spread.ts';
import type { Change, Checks, Workload } from './workload.ts';

/** Changes as a model. Times in ms, shares from 0 to 1. */
export interface Generator {
  readonly changes: number;
  /** Mean time between two arrivals; null: all are there at the start. */
  readonly everyMs: number | null;
  /** Of the changes: fail on their own. Of the pairs: red together. */
  readonly fails: number;
  readonly conflicts: number;
  readonly check: Spread;
  /** Null: nothing is known of a change beforehand. */
  readonly predictor: Predictor | null;
}

/** Somebody who marks changes as risky beforehand. */
export interface Predictor {
  /** Of those that fail: are marked. Of those that do not: are marked all the same. */
  readonly catches: number;
  readonly alarms: number;
}

/** A workload of the generator; the same seed gives the same one. */
export const generate = (generator: Generator, checks: Checks, seed: number): Workload => {
  const { changes: count, everyMs, fails } = generator;
  const arrivals = streamOf(seed, 'arrivals');
  let arrivesMs = 0;
  const changes = Array.from({ length: count }, (_, place) => {
    if (everyMs !== null) arrivesMs += -everyMs * Math.log(1 - arrivals.share());
    return changeOf(generator, place, { seed, arrivesMs });
  });
  const conflicts = pairsOf(generator, streamOf(seed, 'conflicts'));
  return { changes, conflicts, checks, fails };
};

/** Pairs of places, the first below the second. */
const pairsOf = (
  { changes, conflicts }: Generator,
  random: Random,
): readonly (readonly [number, number])[] => {
  if (conflicts === 0) return [];
  const pairs: (readonly [number, number])[] = [];
  for (let second = 1; second < changes; second += 1)
    for (let first = 0; first < second; first += 1)
      if (random.chance(conflicts)) pairs.push([first, second]);
  return pairs;
};

const changeOf = (
  { fails, check, predictor }: Generator,
  place: number,
  { seed, arrivesMs }: { readonly seed: number; readonly arrivesMs: number },
): Change => {
  const random = streamOf(seed, 'change', String(place));
  const sound = !random.chance(fails);
  return {
    id: `c${place + 1}`,
    arrivesMs,
    checkMs: drawFrom(check, random),
    sound,
    redRuns: 0,
    flaky: 0,
    risk: predictor === null ? null : foretold(predictor, { sound, fails }, random),
  };
};

/** What the mark of a predictor, or that there is none, says about a change. */
const foretold = (
  { catches, alarms }: Predictor,
  { sound, fails }: { readonly sound: boolean; readonly fails: number },
  random: Random,
): number => {
  const marked = random.chance(sound ? alarms : catches);
  const bad = fails * (marked ? catches : 1 - catches);
  const good = (1 - fails) * (marked ? alarms : 1 - alarms);
  return bad + good === 0 ? fails : bad / (bad + good);
};
