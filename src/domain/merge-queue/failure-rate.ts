/**
 * What the queue believes of how much worse (or better) things come out than their risks say: weights
 * of the factors in `FACTORS`, by which an item's hazard is multiplied. They add up to one.
 */
export type RateBelief = readonly number[];

/** From an eighth of what the risks say to sixteen times, in steps of the square root of two. */
const FACTORS: readonly number[] = Array.from({ length: 15 }, (_, step) => 2 ** ((step - 6) / 2));

const normalised = (weights: readonly number[]): RateBelief => {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
};

/**
 * Before anything was seen: the risks are taken as they are, by a factor of four or so. Wide, since few
 * tests must be enough to tell a repository where one in fifty fails from one where a third does.
 */
const PRIOR: RateBelief = normalised(
  FACTORS.map((factor) => Math.exp(-((Math.log2(factor) + 0.3) ** 2) / 9)),
);

/** The belief of a queue that has seen nothing. */
export const freshBelief = (): RateBelief => PRIOR;

/** How much each verdict takes from what was seen before: a repository changes. */
const KEPT = 0.98;

/** `-ln(1 - risk)`: hazards of a group add up, and its chance to be green is `exp(-hazard)`. */
export const hazardOf = (risk: number): number => -Math.log1p(-Math.min(risk, HIGHEST));

/** Nothing is lost for certain before it was tested. */
const HIGHEST = 0.95;

/** The probability that an item of this hazard fails, by what is believed. */
export const chanceOfFailing = (belief: RateBelief, hazard: number): number =>
  belief.reduce((sum, weight, at) => sum - weight * Math.expm1(-hazard * factor(at)), 0);

const factor = (at: number): number => FACTORS[at] ?? 1;

/** A verdict on a group, as far as it tells about the rate. */
export interface Observation {
  readonly outcome: 'green' | 'red';
  /** Of those members of which nobody knew that they were good. */
  readonly hazard: number;
  /** Of the suspects that all of these are part of; null: they were not suspected. */
  readonly among: number | null;
  /** How often a good tree is found red. */
  readonly flakes: number;
}

/** The belief after a verdict, by Bayes' rule. */
export const observe = (belief: RateBelief, seen: Observation): RateBelief =>
  normalised(
    belief.map((weight, at) => {
      const faded = weight ** KEPT * (PRIOR[at] ?? 0) ** (1 - KEPT);
      return faded * Math.max(likelihood(seen, factor(at)), 1e-9);
    }),
  );

const likelihood = ({ outcome, hazard, among, flakes }: Observation, times: number): number => {
  const green = Math.exp(-hazard * times);
  if (among === null) return outcome === 'green' ? green * (1 - flakes) : 1 - green * (1 - flakes);
  const allGreen = Math.exp(-among * times);
  const red = Math.max(1 - allGreen, 1e-9);
  return outcome === 'green' ? Math.max(green - allGreen, 0) / red : (1 - green) / red;
};
