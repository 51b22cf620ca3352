import { quickDesk } from './desk.ts';
import { fateOf, pacedMs, unitsOf } from './draw.ts';
import type { Fate, Unit } from './draw.ts';
import { figuresOf } from './figures.ts';
import type { Figures, LandedUnit } from './figures.ts';
import type { Scenario } from './scenario.ts';
import { tokenLimit, tokensPerMinute } from './token-limit.ts';

/**
 * One parent that gives everything out at once and collects when all have ended, as in the study's
 * seqtk run: no deadline is told, so each agent takes the time it believes it has; nobody looks
 * before the last one is back; what does not merge or is red by then is left out. Where units need
 * others, there is one such wave after the other. No engine is involved.
 */
export const waitForAll = (scenario: Scenario, seed: number): Figures => {
  const units = unitsOf(scenario, seed);
  const end = Math.min(scenario.plan.wallMs ?? Infinity, scenario.untilMs);
  const desk = quickDesk(scenario);
  const landed: (LandedUnit & { readonly id: string })[] = [];
  let tokens = 0;
  let open: readonly Unit[] = units;
  for (let now = 0; now < end;) {
    const wave = open.filter(({ needs }) =>
      needs.every((need) => landed.some(({ id }) => id === need)),
    );
    if (wave.length === 0) break;
    const members = workOff(
      scenario,
      wave.map((unit) => memberOf(scenario, seed, unit, wave.length)),
      now,
    );
    const used = tokens + tokensOf(scenario, members, end);
    tokens = Math.min(used, tokenLimit(scenario));
    // Whoever reaches the limit is cut off, and nobody has looked yet.
    if (used > tokens) break;
    const back = Math.max(...members.map(({ endMs }) => endMs));
    now = back;
    for (const member of collectable(members)) {
      now += scenario.checks.time.median;
      const at = desk.through(now);
      if (at <= end) landed.push({ id: member.unit.id, at, tests: member.unit.tests });
    }
    open = open.filter((unit) => !wave.includes(unit));
  }
  return figuresOf(units, landed, tokens);
};

interface Member {
  readonly unit: Unit;
  readonly fate: Fate;
  readonly ms: number;
}

interface Placed extends Member {
  readonly startMs: number;
  readonly endMs: number;
}

const memberOf = (scenario: Scenario, seed: number, unit: Unit, count: number): Member => {
  const { agents, plan } = scenario;
  const fate = fateOf(scenario, seed, unit, 1);
  const atOnce = Math.min(plan.live, count);
  const slower = 1 + agents.slowdown * (atOnce - 1);
  const whole = pacedMs(scenario, fate, agents.believesMs) * slower;
  switch (fate.end) {
    case 'hang':
      // Waited for until it believes its own time to be over.
      return { unit, fate, ms: Math.max(whole, agents.believesMs) };
    case 'crash':
    case 'silent':
      return { unit, fate, ms: (fate.workMs * slower) / 2 };
    default:
      return { unit, fate, ms: whole };
  }
};

/** In the order of the plan, as many at once as the plan lets. */
const workOff = (
  { plan }: Scenario,
  members: readonly Member[],
  from: number,
): readonly Placed[] => {
  const free = Array.from({ length: plan.live }, () => from);
  return members.map((member) => {
    const startMs = Math.min(...free);
    const endMs = startMs + member.ms;
    free[free.indexOf(startMs)] = endMs;
    return { ...member, startMs, endMs };
  });
};

/** What is sound and merges: the first to write a shared file wins, the later ones conflict. */
const collectable = (members: readonly Placed[]): readonly Placed[] => {
  let central = false;
  let stray = false;
  return members.filter(({ unit, fate }) => {
    if (fate.end !== 'sound' || (unit.central && central) || (fate.strays && stray)) return false;
    central ||= unit.central;
    stray ||= fate.strays;
    return true;
  });
};

const tokensOf = (scenario: Scenario, members: readonly Placed[], end: number): number => {
  const worked = members.reduce(
    (sum, { startMs, endMs }) => sum + Math.max(0, Math.min(endMs, end) - startMs),
    0,
  );
  return (worked / 60_000) * tokensPerMinute(scenario);
};
