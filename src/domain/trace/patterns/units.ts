import type { WorkUnit } from '../trace.ts';
import { once } from './once.ts';
import { matchesGlob } from './scope-glob.ts';
import type { SessionView, Timed } from './session-view.ts';

/** A unit of the plan as a key. */
export const inUnit = (id: string): string => `unit:${id}`;

/** Writes of what belongs to a unit. */
export const unitWrites = (view: SessionView, unit: WorkUnit): readonly Timed<'write'>[] =>
  byUnit(view).get(unit) ?? [];

const byUnit = once((view) => {
  const units = view.trace.units ?? [];
  const unitsOf = new Map<string, readonly WorkUnit[]>();
  const by = new Map<WorkUnit, Timed<'write'>[]>(units.map((unit) => [unit, []]));
  for (const write of view.events('write')) {
    const { path } = write.path;
    const of = unitsOf.get(path) ?? units.filter(({ paths }) => isInAny(path, paths));
    unitsOf.set(path, of);
    for (const unit of of) by.get(unit)?.push(write);
  }
  return by;
});

/** The units that some paths belong to. */
export const unitsOf = (
  { trace }: Pick<SessionView, 'trace'>,
  paths: readonly string[],
): readonly WorkUnit[] =>
  (trace.units ?? []).filter((unit) => paths.some((path) => isInAny(path, unit.paths)));

const isInAny = (path: string, globs: readonly string[]): boolean =>
  globs.some((glob) => matchesGlob(path, glob));

/** The longest chain of units that need each other, from its first. */
export function longestPath(units: readonly WorkUnit[]): readonly WorkUnit[] {
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  const chains = new Map<string, readonly WorkUnit[]>();
  const chainTo = (unit: WorkUnit, above: ReadonlySet<string>): readonly WorkUnit[] => {
    const known = chains.get(unit.id);
    if (known !== undefined) return known;
    const before = unit.needs
      .flatMap((id) => (above.has(id) ? [] : (byId.get(id) ?? [])))
      .map((need) => chainTo(need, new Set([...above, unit.id])));
    const chain = [...longest(before), unit];
    chains.set(unit.id, chain);
    return chain;
  };
  return longest(units.map((unit) => chainTo(unit, new Set([unit.id]))));
}

const longest = (chains: readonly (readonly WorkUnit[])[]): readonly WorkUnit[] =>
  chains.reduce<readonly WorkUnit[]>((best, each) => (each.length > best.length ? each : best), []);
