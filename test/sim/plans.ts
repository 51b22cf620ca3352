import type { ConflictPolicy } from '../../src/domain/conflicts/live-conflict.ts';
import type { Plan, Task } from '../../src/domain/plan/plan.ts';
import { NO_RESOLVERS } from '../../src/domain/resolve/rules.ts';
import type { ResolveRules } from '../../src/domain/resolve/rules.ts';
import type { Random } from '../../src/domain/simulation/random.ts';
import { NO_BUDGET, planOf, scopeOf, taskOf } from '../support/plans.ts';
import { REMAKE } from './commands.ts';
import { LONGEST_DEADLINE_MS } from './world.ts';

/** Tasks of a played run at most. */
export const MOST_TASKS = 7;

const setup = { name: 'setup', run: 'set up', timeoutMs: 60_000 };

/** Everything that a world's agents share is settled. */
const RESOLVED: ResolveRules = {
  resolvers: ['additive', 'migrations', 'generated'],
  generated: [{ paths: ['gen.txt'], run: REMAKE, timeoutMs: 60_000 }],
};

/** Of the run that was there before. */
export const earlierPlan = (random: Random): Plan => {
  const earlier = (id: string, needs: readonly string[]): Task =>
    simTask(random, { id, needs, isSized: false, isApart: false });
  return planOf([earlier('x', []), ...(random.chance(0.5) ? [earlier('yy', ['x'])] : [])], {
    review: { by: 'human', limit: 2 },
    graceMs: 1000,
  });
};

/** Of the run that is played; `most`: tasks at most. */
export const mainPlan = (random: Random, most: number): Plan => {
  // Everything at once, so that several deliveries wait for the target together.
  const busy = random.chance(0.3);
  const many = busy || random.chance(0.2) ? MOST_TASKS : 4;
  const count = Math.min(most, (busy ? 3 : 1) + random.below(many - (busy ? 2 : 0)));
  const ids = ['a', 'bb', 'c', 'dd', 'e', 'ff', 'g'].slice(0, count);
  const retries = random.below(3);
  const wallMs = !busy && random.chance(0.25) ? 15_000 + random.below(40_000) : null;
  const agentMs = !busy && random.chance(0.25) ? 2_000 + random.below(12_000) : null;
  // An attempt uses 500 to 3,000.
  const tokens =
    !busy && random.chance(0.4) ? 800 + random.below(random.chance(0.5) ? 2_500 : 20_000) : null;
  return planOf(
    ids.map((id, index) => {
      const needs = ids.slice(0, index).filter(() => !busy && random.chance(0.25));
      return simTask(random, { id, needs, isSized: agentMs !== null, isApart: busy });
    }),
    {
      limits: {
        ...NO_BUDGET,
        wallMs,
        agentMs,
        live: busy ? MOST_TASKS : 1 + random.below(3),
        reserve: 0.2,
        tokens,
        retries,
      },
      conflicts: random.pick<ConflictPolicy>(['warn', 'hold-later', 'stop-later']),
      review: {
        by: random.chance(0.5) ? 'human' : 'checks',
        limit: busy ? MOST_TASKS : 1 + random.below(3),
      },
      queue: {
        mode: random.chance(0.8) ? 'tip-green' : 'every-commit-green',
        slots: random.pick([1, 1, 1, 2, 3, 'auto']),
        squash: random.chance(0.2),
      },
      resolve: random.chance(0.7) ? RESOLVED : NO_RESOLVERS,
      concurrency: busy || random.chance(0.5) ? 'on' : 'auto',
      admission: {
        mode: !busy && random.chance(0.2) ? 'serial' : 'concurrent',
        reason: 'for the simulation',
      },
      setup: random.chance(0.3) ? setup : null,
      graceMs: 1000,
    },
  );
};

/** Where agent time is limited every task has a size: without one it counts as a quarter of an hour. */
const simTask = (
  random: Random,
  of: {
    readonly id: string;
    readonly needs: readonly string[];
    readonly isSized: boolean;
    /** It clashes with no other. */
    readonly isApart: boolean;
  },
): Task => {
  const { id, needs, isSized, isApart } = of;
  const size = 1_000 + random.below(4_000);
  return taskOf(id, {
    needs,
    writes:
      !isApart && random.chance(0.1)
        ? null
        : scopeOf(`${id}/**`, ...(!isApart && random.chance(0.2) ? ['common/**'] : [])),
    locks: !isApart && random.chance(0.2) ? ['db'] : [],
    sizeMs: random.chance(0.5) || isSized ? size : null,
    deadlineMs: 3000 + random.below(LONGEST_DEADLINE_MS - 3000),
  });
};
