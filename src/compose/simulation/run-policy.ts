import { unitsOf } from '../../domain/simulation/draw.ts';
import { figuresOf } from '../../domain/simulation/figures.ts';
import type { Figures, LandedUnit } from '../../domain/simulation/figures.ts';
import { oracle } from '../../domain/simulation/oracle.ts';
import { planFor } from '../../domain/simulation/policy.ts';
import type { EnginePolicy, Policy } from '../../domain/simulation/policy.ts';
import { resolveModelPlan } from '../../domain/simulation/resolve-model-plan.ts';
import type { Scenario } from '../../domain/simulation/scenario.ts';
import { waitForAll } from '../../domain/simulation/wait-for-all.ts';
import { drive, sinceStart } from './drive.ts';
import type { SeenEvent } from './log-watch.ts';
import { modelledReviewer } from './reviewer.ts';
import type { Reviewer } from './reviewer.ts';
import { RUN, simulatedWorld, START } from './simulated-world.ts';

/** Simulates one scenario for one seed under one policy. Throws where the engine does what it must not. */
export const runPolicy = async (
  scenario: Scenario,
  seed: number,
  policy: Policy,
): Promise<Figures> => {
  if (policy === 'oracle') return oracle(scenario, seed);
  if (policy === 'wait-for-all') return waitForAll(scenario, seed);
  return runEngine(scenario, seed, policy, () => undefined);
};

/** The same for those that the engine carries out; `watch` is told of every event. */
export const runEngine = async (
  scenario: Scenario,
  seed: number,
  policy: EnginePolicy,
  watch: (seen: SeenEvent) => void,
): Promise<Figures> => {
  const units = unitsOf(scenario, seed);
  const landed: LandedUnit[] = [];
  let reviewer: Reviewer | null = null;
  const world = simulatedWorld(
    { scenario, seed, units },
    {
      seen: (seen) => {
        watch(seen);
        const { event, at, after } = seen;
        if (event.type !== 'delivery.landed') return;
        const task = after.deliveries[event.delivery]?.task;
        const unit = units.find(({ id }) => id === task);
        landed.push({ at: sinceStart(at), tests: unit?.tests ?? 0 });
      },
      written: () => reviewer?.look(),
    },
  );
  // Whoever looks at work uses the host it is on.
  const clock = world.hostClock;
  if (scenario.reviewer !== null)
    reviewer = modelledReviewer({
      model: scenario.reviewer,
      seed,
      clock,
      start: START,
      run: world.run,
      submit: (command) => void world.desk.submit(RUN, command, clock.now()),
    });
  const broken: string[] = [];
  await drive(world, {
    plan: resolveModelPlan(planFor(scenario, policy), units, scenario.agents.usdPerMillion),
    seed,
    faults: scenario.faults,
    until: START + scenario.untilMs,
    broken: (text) => broken.push(text),
  });
  if (broken.length > 0)
    throw new Error(`${scenario.name}, seed ${seed}, ${policy}: ${broken.join('; ')}`);
  return figuresOf(units, landed, world.agents.tokens());
};
