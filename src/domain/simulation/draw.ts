import { streamOf } from './random.ts';
import { drawFrom } from './spread.ts';
import type { Scenario, TaskGroup } from './scenario.ts';

/** One task of a scenario, as it is for one seed: the same whatever policy meets it. */
export interface Unit {
  readonly id: string;
  readonly needs: readonly string[];
  /** Agent time that it needs at least, in ms. */
  readonly workMs: number;
  /** What the plan says; null: nothing. */
  readonly sizeMs: number | null;
  readonly central: boolean;
  readonly tests: number;
}

/** How one attempt goes, decided by scenario, seed, task and number of the attempt alone. */
export interface Fate {
  readonly end: 'sound' | 'red' | 'crash' | 'hang' | 'silent';
  readonly obeys: boolean;
  readonly lies: boolean;
  readonly strays: boolean;
  /** Work of this attempt in ms: no two attempts take the same. */
  readonly workMs: number;
}

/** The file that units write which are `central`. */
export const CENTRAL_FILE = 'registry.txt';

/** All tasks of a scenario for one seed, in the order of the plan. */
export const unitsOf = (scenario: Scenario, seed: number): readonly Unit[] =>
  scenario.groups.flatMap((group) =>
    Array.from({ length: group.count }, (_, index) => unitOf(scenario, group, index, seed)),
  );

const unitOf = (scenario: Scenario, group: TaskGroup, index: number, seed: number): Unit => {
  const id = unitId(group, index);
  const random = streamOf(seed, 'unit', id);
  const workMs = Math.round(drawFrom(group.work, random));
  const before = scenario.groups.filter(({ name }) => group.needs.includes(name));
  const needs = before.flatMap((other) =>
    Array.from({ length: other.count }, (_, each) => unitId(other, each)),
  );
  return {
    id,
    needs: group.chain && index > 0 ? [...needs, unitId(group, index - 1)] : needs,
    workMs,
    sizeMs: { exact: workMs, median: group.work.median, unknown: null }[group.told],
    central: random.chance(group.central),
    tests: group.tests,
  };
};

const unitId = ({ name, count }: TaskGroup, index: number): string =>
  count === 1 ? name : `${name}-${index + 1}`;

/** How much the time of two attempts at the same task differs. */
const ATTEMPT_FACTOR = 1.15;

/** What comes of the n-th attempt (from 1) at a task. */
export const fateOf = ({ agents }: Scenario, seed: number, unit: Unit, n: number): Fate => {
  const random = streamOf(seed, 'attempt', unit.id, String(n));
  const lot = random.share();
  const { crashes, hangs, silent, red } = agents;
  const ends = [
    ['crash', crashes],
    ['hang', hangs],
    ['silent', silent],
    ['red', red],
  ] as const;
  let sum = 0;
  const hit = ends.find(([, share]) => lot < (sum += share));
  return {
    end: hit?.[0] ?? 'sound',
    obeys: random.chance(agents.obeys),
    lies: random.chance(agents.lies),
    strays: random.chance(agents.strays),
    workMs: Math.round(drawFrom({ median: unit.workMs, factor: ATTEMPT_FACTOR }, random)),
  };
};

/** How long an agent is at it that takes itself to have `hasMs`: its work, then polishing. */
export const pacedMs = ({ agents }: Scenario, { workMs }: Fate, hasMs: number): number =>
  Math.max(workMs, Math.min(hasMs * agents.fills, workMs * MOST_POLISH));

/** Nobody polishes longer than this many times the work itself. */
const MOST_POLISH = 6;
