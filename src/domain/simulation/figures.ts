/** What one simulated run of one policy came to. Times in ms from its start. */
export interface Figures {
  readonly units: number;
  /** Tasks that landed inside the limits. */
  readonly landed: number;
  readonly tests: number;
  /** Tests that those tasks bring. */
  readonly passed: number;
  /** What all agents used, sub-agents included, whether anything came of it or not. */
  readonly tokens: number;
  /** Null: nothing landed. */
  readonly firstLandingMs: number | null;
  /** When the last thing landed; null: nothing did. */
  readonly lastLandingMs: number | null;
}

/** The middle of many values, and the range of the middle half. Null where there is no value. */
export interface Middle {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** Many runs of one policy. */
export interface Summary {
  readonly runs: number;
  readonly units: Middle;
  readonly landed: Middle;
  readonly landedMean: number;
  readonly tests: Middle;
  readonly passed: Middle;
  readonly tokens: Middle;
  /** Of the runs in which anything landed. */
  readonly firstLandingMs: Middle | null;
  /** Of the runs in which nothing landed. */
  readonly nothingLanded: number;
}

/** Sums up the runs of one policy; there must be one at least. */
export const summaryOf = (all: readonly Figures[]): Summary => {
  const first = all.flatMap(({ firstLandingMs }) => firstLandingMs ?? []);
  const of = (value: (figures: Figures) => number): Middle => middleOf(all.map(value));
  return {
    runs: all.length,
    units: of(({ units }) => units),
    landed: of(({ landed }) => landed),
    landedMean: all.reduce((sum, { landed }) => sum + landed, 0) / all.length,
    tests: of(({ tests }) => tests),
    passed: of(({ passed }) => passed),
    tokens: of(({ tokens }) => tokens),
    firstLandingMs: first.length === 0 ? null : middleOf(first),
    nothingLanded: all.length - first.length,
  };
};

/** Median and quartiles; `values` must not be empty. */
export const middleOf = (values: readonly number[]): Middle => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => {
    const place = share * (sorted.length - 1);
    const below = sorted[Math.floor(place)] ?? 0;
    const above = sorted[Math.ceil(place)] ?? below;
    return below + (above - below) * (place - Math.floor(place));
  };
  return { median: at(0.5), low: at(0.25), high: at(0.75) };
};

/** A landing of a unit with its tests. */
export interface LandedUnit {
  readonly at: number;
  readonly tests: number;
}

/** Figures from what landed. */
export const figuresOf = (
  units: readonly { readonly tests: number }[],
  landed: readonly LandedUnit[],
  tokens: number,
): Figures => {
  const times = landed.map(({ at }) => at);
  return {
    units: units.length,
    landed: landed.length,
    tests: sum(units),
    passed: sum(landed),
    tokens: Math.round(tokens),
    firstLandingMs: times.length === 0 ? null : Math.min(...times),
    lastLandingMs: times.length === 0 ? null : Math.max(...times),
  };
};

const sum = (all: readonly { readonly tests: number }[]): number =>
  all.reduce((total, { tests }) => total + tests, 0);
