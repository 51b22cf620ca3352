import { PACKAGES, VERSIONS } from './lock-packages.ts';
import type { Needs } from './lock-clients.ts';

/** Two changes to what a project needs, made at the same time. */
export interface LockPair {
  readonly ours: Needs;
  readonly theirs: Needs;
  /** What the project needs with both. */
  readonly both: Needs;
}

/** What the project needs before. */
export const PAIR_BASE: Needs = { bee: '1.0.0', dog: '1.0.0', fox: '1.0.0', hen: '1.0.0' };

/**
 * Pairs by their number, the same each time: each side adds, takes out or moves to another version one to three
 * packages; some additions are made by both. No package is changed in two different ways: that is a question for people.
 */
export const lockPair = (seed: number): LockPair => {
  const draw = drawing(seed);
  const packages = PACKAGES.toSorted(() => draw(2) - 0.5);
  const [mine, rest] = [packages.slice(0, 1 + draw(3)), packages.slice(3)];
  const other = rest.slice(0, 1 + draw(3));
  const shared = draw(3) === 0 ? rest.slice(3, 4).filter((name) => !(name in PAIR_BASE)) : [];
  const changes = new Map([...mine, ...other, ...shared].map((name) => [name, change(name, draw)]));
  const needs = (...names: readonly string[]): Needs =>
    Object.fromEntries(
      PACKAGES.flatMap((name) => {
        const version = names.includes(name) ? changes.get(name) : PAIR_BASE[name];
        return version === null || version === undefined ? [] : [[name, version]];
      }),
    );
  return {
    ours: needs(...mine, ...shared),
    theirs: needs(...other, ...shared),
    both: needs(...mine, ...other, ...shared),
  };
};

/** Another version of what is there, or none; some version of what is not. */
const change = (name: string, draw: (below: number) => number): string | null => {
  const before = PAIR_BASE[name];
  const others = VERSIONS.filter((version) => version !== before);
  const picked = others[draw(others.length)] ?? null;
  return before !== undefined && draw(3) === 0 ? null : picked;
};

/** Numbers below a bound, from a seed (mulberry32). */
const drawing = (seed: number): ((below: number) => number) => {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
};
