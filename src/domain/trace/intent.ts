import type { Trace, WorkUnit } from './trace.ts';

/** What a session was to do, by a plan or by flags: of this its own records say nothing. */
export interface Intent {
  /** The wall time it was allowed, in ms; null: not said. */
  readonly wallMs: number | null;
  /** Paths it was to leave behind; null: not said. */
  readonly deliverables: readonly string[] | null;
  /** The parts of the work; null: not said. */
  readonly units: readonly WorkUnit[] | null;
  /** Path globs of sub-agents, by name, kind or id. */
  readonly scopes: ReadonlyMap<string, readonly string[]>;
}

/** Nothing is said. */
export const NO_INTENT: Intent = {
  wallMs: null,
  deliverables: null,
  units: null,
  scopes: new Map(),
};

/** A trace with what it was to do. What is said stands above what the records tell. */
export function withIntent(trace: Trace, intent: Intent): Trace {
  const { wallMs, deliverables, units, scopes } = intent;
  const unitIds = new Set(units?.map(({ id }) => id));
  return {
    ...trace,
    budget: wallMs === null ? trace.budget : { ...trace.budget, wallMs },
    deliverables: deliverables ?? trace.deliverables,
    units: units ?? trace.units,
    agents: trace.agents.map((agent) => {
      const names = [agent.id, agent.name, agent.type].filter((each) => each !== null);
      const scope = names.map((name) => scopes.get(name)).find((each) => each !== undefined);
      const unit = names.find((name) => unitIds.has(name));
      return { ...agent, scope: scope ?? agent.scope, unit: unit ?? agent.unit };
    }),
  };
}
