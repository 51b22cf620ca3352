import { streamOf } from '../simulation/random.ts';
import type { ReplayOutcome } from './outcome.ts';

/** By what two policies are held against each other: checks for each change that landed, turnaround. */
export type Compared = 'checks' | 'mean' | 'p95';

/** A figure of one policy to that of another, and within which bounds it lies in 95 of 100 cases. */
export interface PairedRatio {
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Both policies have met the same seeds, so that what one seed makes hard for both does not count. The
 * bounds are percentiles of bootstrap samples of the seeds. Null where one of them landed nothing.
 */
export const pairedRatio = (
  own: readonly ReplayOutcome[],
  other: readonly ReplayOutcome[],
  compared: Compared,
): PairedRatio | null => {
  if (![own, other].every(landsAnything)) return null;
  const [a, b] = [figureOf(own, compared), figureOf(other, compared)];
  const ratioOf = (times: readonly number[]): number => a(times) / b(times);
  const ratio = ratioOf(own.map(() => 1));
  const random = streamOf(own.length, 'bootstrap');
  const samples = Array.from({ length: SAMPLES }, () => {
    const times = own.map(() => 0);
    for (const _ of own) {
      const seed = random.below(own.length);
      times[seed] = (times[seed] ?? 0) + 1;
    }
    return ratioOf(times);
  }).toSorted((x, y) => x - y);
  const at = (share: number): number => samples[Math.floor(share * (SAMPLES - 1))] ?? ratio;
  return { ratio, low: at(0.025), high: at(0.975) };
};

const SAMPLES = 400;

const landsAnything = (outcomes: readonly ReplayOutcome[]): boolean =>
  outcomes.some(({ turnaroundsMs }) => turnaroundsMs.length > 0);

/** The figure, each replay counted so many times. */
const figureOf = (
  outcomes: readonly ReplayOutcome[],
  compared: Compared,
): ((times: readonly number[]) => number) => {
  const total =
    (value: (outcome: ReplayOutcome) => number) =>
    (times: readonly number[]): number =>
      outcomes.reduce((sum, outcome, seed) => sum + (times[seed] ?? 0) * value(outcome), 0);
  const landed = total(({ turnaroundsMs }) => turnaroundsMs.length);
  if (compared === 'p95') return p95Of(outcomes, landed);
  const sums = outcomes.map(({ checks, turnaroundsMs }) =>
    compared === 'checks' ? checks : turnaroundsMs.reduce((sum, ms) => sum + ms, 0),
  );
  return (times) =>
    sums.reduce((sum, each, seed) => sum + (times[seed] ?? 0) * each, 0) / landed(times);
};

const p95Of = (
  outcomes: readonly ReplayOutcome[],
  landed: (times: readonly number[]) => number,
): ((times: readonly number[]) => number) => {
  const longest = outcomes
    .flatMap(({ turnaroundsMs }, seed) => turnaroundsMs.map((ms) => ({ ms, seed })))
    .toSorted((x, y) => y.ms - x.ms);
  return (times) => {
    const all = landed(times);
    let above = all - Math.ceil(0.95 * all);
    for (const { ms, seed } of longest) {
      above -= times[seed] ?? 0;
      if (above < 0) return ms;
    }
    return Number.NaN;
  };
};
