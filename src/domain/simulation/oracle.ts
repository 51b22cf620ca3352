import { quickDesk } from './desk.ts';
import { fateOf, unitsOf } from './draw.ts';
import type { Unit } from './draw.ts';
import { figuresOf } from './figures.ts';
import type { Figures, LandedUnit } from './figures.ts';
import type { Scenario } from './scenario.ts';
import { tokenLimit, tokensPerMinute } from './token-limit.ts';

/**
 * What somebody could do who knows everything in advance, under the same limits: list scheduling
 * with the true durations, the best of four orders. Agents do not polish and do not slow each
 * other down; an attempt that will come to nothing is not started; a landing takes one check of
 * median length and a reviewer's median time. A yardstick that no policy can count on reaching.
 */
export const oracle = (scenario: Scenario, seed: number): Figures => {
  const known = unitsOf(scenario, seed).map((unit) => ({
    unit,
    ms: soundMs(scenario, seed, unit),
  }));
  const all = ORDERS.map((order) => listed(scenario, order(known)));
  const best = all.reduce((one, other) => (isBetter(other, one) ? other : one));
  const used = known.filter(({ unit }) => best.some(({ id }) => id === unit.id));
  const minutes = used.reduce((sum, { ms }) => sum + ms / 60_000, 0);
  return figuresOf(
    known.map(({ unit }) => unit),
    best,
    minutes * tokensPerMinute(scenario),
  );
};

interface Known {
  readonly unit: Unit;
  readonly ms: number;
}

type Landed = LandedUnit & { readonly id: string };

/** The time of the first attempt that does what it should. */
const soundMs = (scenario: Scenario, seed: number, unit: Unit): number => {
  for (let n = 1; n <= MOST_TRIES; n += 1) {
    const fate = fateOf(scenario, seed, unit, n);
    if (fate.end === 'sound' && !fate.strays) return fate.workMs;
  }
  return unit.workMs;
};

const MOST_TRIES = 8;

const ORDERS: readonly ((known: readonly Known[]) => readonly Known[])[] = [
  (known) => known,
  (known) => known.toSorted((a, b) => a.ms - b.ms),
  (known) => known.toSorted((a, b) => b.ms - a.ms),
  (known) => {
    const chain = chains(known);
    return known.toSorted((a, b) => (chain.get(b.unit.id) ?? 0) - (chain.get(a.unit.id) ?? 0));
  },
];

/** The longest way from each unit's start to the end of everything that needs it. Needs come before what needs them. */
const chains = (known: readonly Known[]): ReadonlyMap<string, number> => {
  const after = new Map<string, number>();
  const whole = new Map<string, number>();
  for (const { unit, ms } of known.toReversed()) {
    const length = ms + (after.get(unit.id) ?? 0);
    whole.set(unit.id, length);
    for (const need of unit.needs) after.set(need, Math.max(after.get(need) ?? 0, length));
  }
  return whole;
};

const isBetter = (one: readonly Landed[], other: readonly Landed[]): boolean =>
  one.length === other.length ? endOf(one) < endOf(other) : one.length > other.length;

const endOf = (landed: readonly Landed[]): number => Math.max(0, ...landed.map(({ at }) => at));

/** Whenever a slot is free, the first of `queue` that may start does, if it can still land in time. */
const listed = (scenario: Scenario, queue: readonly Known[]): readonly Landed[] => {
  const { wallMs, live } = scenario.plan;
  const check = scenario.checks.time.median;
  const end = Math.min(
    scenario.untilMs,
    scenario.reviewer === null ? (wallMs ?? Infinity) : Infinity,
  );
  const desk = quickDesk(scenario);
  const affordable = affordableMs(scenario);
  const landed: Landed[] = [];
  let flying: readonly Flight[] = [];
  let waiting = queue;
  for (let now = 0; ;) {
    for (const each of waiting) {
      const busy = flying.filter(({ endMs }) => endMs > now).length;
      const used = flying.reduce((sum, { ms }) => sum + ms, 0);
      if (used + each.ms > affordable) continue;
      if (busy < live && mayStart(each.unit, { now, end, flying, landed, need: each.ms + check }))
        flying = [...flying, { ...each, endMs: now + each.ms, landsMs: null }];
    }
    waiting = waiting.filter(({ unit }) => !flying.some((flight) => flight.unit.id === unit.id));
    const next = flying
      .flatMap(({ endMs, landsMs }) => [endMs, landsMs ?? Infinity])
      .filter((at) => at > now);
    if (next.length === 0) return landed.filter(({ at }) => at <= end);
    now = Math.min(...next);
    flying = flying.map((flight) =>
      flight.landsMs === null && flight.endMs <= now
        ? { ...flight, landsMs: desk.through(flight.endMs + check) }
        : flight,
    );
    for (const { unit, landsMs } of flying)
      if (landsMs !== null && landsMs <= now && !landed.some(({ id }) => id === unit.id))
        landed.push({ id: unit.id, at: landsMs, tests: unit.tests });
  }
};

/** Agent time that the limits of tokens and money let be used, in ms. */
const affordableMs = (scenario: Scenario): number =>
  (tokenLimit(scenario) / tokensPerMinute(scenario)) * 60_000;

interface Flight extends Known {
  readonly endMs: number;
  readonly landsMs: number | null;
}

const mayStart = (
  unit: Unit,
  at: {
    readonly now: number;
    readonly end: number;
    readonly need: number;
    readonly flying: readonly Flight[];
    readonly landed: readonly Landed[];
  },
): boolean => {
  const done = (id: string): boolean => at.landed.some((each) => each.id === id);
  return (
    at.now + at.need <= at.end &&
    unit.needs.every(done) &&
    !at.flying.some((flight) => flight.unit.id === unit.id) &&
    !(unit.central && at.flying.some((flight) => flight.unit.central && !done(flight.unit.id)))
  );
};
