import type { Plan } from '../../src/domain/plan/plan.ts';
import type { RunId } from '../../src/domain/ids.ts';
import { targetRef } from '../../src/domain/ids.ts';
import { startEngine } from '../../src/engine/engine.ts';
import type { Letter } from '../../src/engine/letter.ts';
import { turn } from '../../src/adapters/simulated/clock.ts';
import { crashHost } from './agents.ts';
import { generation } from './generation.ts';
import type { Generation, Troubles } from './generation.ts';
import { livePerson } from './person.ts';
import { seeded } from '../../src/domain/simulation/random.ts';
import { endRules } from './end-rules.ts';
import { earlierPlan, mainPlan, MOST_TASKS } from './plans.ts';
import { newWorld } from './world.ts';
import type { Fault, World } from './world.ts';

const MAIN = 'r2';
/** A run that was there before, with deliveries that wait for a person. */
const EARLIER = 'r1';
const MOST_GENERATIONS = 80;
/** An engine that takes longer than this hangs. */
const FUSE_MS = 30 * 60_000;
const DAY_MS = 24 * 3_600_000;

/** How a play went. */
export interface Outcome {
  readonly broken: readonly string[];
  readonly crashes: number;
  readonly generations: number;
  /** Moves of a target, and those of them to a red tree. */
  readonly landings: number;
  readonly redTargets: number;
  /** Landings with files in them that resolvers have settled. */
  readonly resolved: number;
  /** Before or after which call engines died in the middle of a landing. */
  readonly landingDeaths: readonly string[];
  /** Types of all events of both runs, for the test that the plays see enough. */
  readonly seen: ReadonlySet<string>;
}

/** A play made smaller: fewer faults, fewer tasks. */
export interface Knobs {
  readonly without: ReadonlySet<Fault>;
  /** Tasks of the main run at most. */
  readonly tasks: number;
  /** Engines die in the middle of landings, not just anywhere. */
  readonly crashLandings?: boolean;
}

/** All that can go wrong does. */
export const FULL: Knobs = { without: new Set(), tasks: MOST_TASKS };

/** The same, and most engines die between two steps of a landing. */
export const CRASHED_LANDINGS: Knobs = { ...FULL, crashLandings: true };

/** Plays one seed to its end: two runs, engines that die, agents and people that misbehave, until all is landed or dropped. */
export const play = async (seed: number, knobs: Knobs = FULL): Promise<Outcome> => {
  const random = seeded(seed);
  const world = newWorld(random, knobs.without);
  const plans: ReadonlyMap<RunId, Plan> = new Map([
    [EARLIER, earlierPlan(random)],
    [MAIN, mainPlan(random, knobs.tasks)],
  ]);
  badWeather(world);
  let over = false;
  const person = livePerson(world, () => over);
  let generations = 0;
  let crashes = 0;
  while (!allDone(world, plans) && generations < MOST_GENERATIONS) {
    generations += 1;
    const run = random.pick([...plans.keys()].filter((id) => !isDone(world, id)));
    const troubles = troublesOf(world, knobs);
    if (await carryOn(world, { run, plan: plans.get(run), troubles })) crashes += 1;
    await untilSettled(world, world.sleep(random.below(3000)));
    if (world.may('person-away', 0.04)) world.jump((1 + random.below(3)) * DAY_MS);
    if (world.broken.length > 0) break;
  }
  over = true;
  for (const made of world.halted) made.kill();
  await untilSettled(world, person);
  const left =
    world.broken.length > 0 || allDone(world, plans)
      ? []
      : [`after ${generations} engines: ${stateText(world, plans)}`];
  const seen = new Set(world.store.log().map(({ event }) => event.type));
  return {
    broken: [...world.broken, ...left, ...endRules(world, plans)],
    crashes,
    generations,
    landings: world.landings.length,
    redTargets: world.landings.filter(({ isRed }) => isRed).length,
    resolved: world.resolved.size,
    landingDeaths: world.landingDeaths,
    seen,
  };
};

/** One engine from its start until it ends or dies; true when it died. */
const carryOn = async (
  world: World,
  {
    run,
    plan,
    troubles,
  }: { readonly run: RunId; readonly plan: Plan | undefined; readonly troubles: Troubles },
): Promise<boolean> => {
  const { random, time } = world;
  const made = generation(world, run, troubles);
  const started = world.run(run) !== null;
  const drain = started && random.chance(0.2);
  const items = drain ? (await world.store.store.inbox()).filter((item) => item.run === run) : [];
  const first: Letter =
    started || plan === undefined
      ? { command: { type: 'resume' }, inbox: null }
      : {
          command: { type: 'start', run, plan, base: world.base, targetRef: targetRef(run) },
          inbox: null,
        };
  const engine = startEngine(made.deps, {
    run,
    mode: drain ? 'drain' : 'run',
    wait: random.chance(0.3),
    first: [first, ...items.map(({ id, command }): Letter => ({ command, inbox: id }))],
  });
  interrupt(world, engine);
  if (world.may('host-crash', 0.06))
    time.clock.schedule(random.below(10_000), () => {
      if (watch.ended || made.died()) return;
      made.kill();
      crashHost(world);
    });
  const watch = { ended: false };
  void engine.ended
    .catch((thrown: unknown) => world.broken.push(`the engine threw: ${String(thrown)}`))
    .finally(() => {
      watch.ended = true;
      if (!made.died() && made.running() > 0)
        world.broken.push('an engine ended and left commands running');
      // It may have been halted, and have ended beside another one.
      if (!made.died()) made.close();
    });
  const start = time.clock.now() - world.jumped();
  for (;;) {
    await turn();
    if (watch.ended || made.died() || world.broken.length > 0) break;
    if (made.halt.isHalted()) {
      letGoOn(world, made, watch);
      return false;
    }
    if (time.clock.now() - world.jumped() - start > FUSE_MS || !time.step()) {
      world.broken.push(
        `the engine hangs: ${world.run(run)?.phase ?? 'no run'} ${pendingText(world, run)}`,
      );
      break;
    }
  }
  if (world.broken.length > 0) made.kill();
  return made.died();
};

/** A halted engine goes on later, beside the one that has taken over meanwhile, and must soon have ended. */
const letGoOn = (world: World, made: Generation, watch: { readonly ended: boolean }): void => {
  const { clock } = world.time;
  world.halted.push(made);
  clock.schedule(world.random.below(6000), () => {
    made.halt.goOn();
    const look = (): void => {
      if (watch.ended || made.died()) return;
      if (!made.superseded()) clock.schedule(SOON_MS, look);
      else
        clock.schedule(SOON_MS, () => {
          if (!watch.ended && !made.died())
            world.broken.push('an engine that was superseded goes on');
        });
    };
    look();
  });
};

/** An engine looks at its store several times in this time. */
const SOON_MS = 2_000;

/** Signals of the terminal, at some time or other. */
const interrupt = (world: World, engine: ReturnType<typeof startEngine>): void => {
  const { random, time } = world;
  if (!world.may('signals', 0.4)) {
    if (world.calm) time.clock.schedule(60_000, () => engine.leave());
    return;
  }
  const at = random.below(8000);
  time.clock.schedule(at, () => engine.post({ type: 'stop-run', mode: 'wrap-up', by: 'SIGINT' }));
  if (random.chance(0.5))
    time.clock.schedule(at + random.below(1500), () =>
      engine.post({ type: 'stop-run', mode: 'now', by: 'SIGINT' }),
    );
};

/** A landing has fewer steps than this. */
const LANDING_STEPS = 40;

const troublesOf = (world: World, { crashLandings = false }: Knobs): Troubles => {
  const { random, calm, without } = world;
  const killed = random.chance(calm ? 0.2 : 0.6) && !without.has('engine-killed');
  return {
    crashAt: killed ? 1 + random.below(random.chance(0.5) ? 60 : 400) : 0,
    crashLanding: crashLandings && random.chance(0.6) ? 1 + random.below(LANDING_STEPS) : 0,
    haltAt: world.may('engine-halted', 0.15) ? 1 + random.below(random.chance(0.5) ? 60 : 400) : 0,
    failing: random.chance(0.3) ? 0.04 : 0,
    throwing: random.chance(0.2) ? 0.02 : 0,
    badReporter: random.chance(0.2) && !without.has('screen-gone'),
  };
};

/** Git's locks, the disk and the clock, at some time or other. */
const badWeather = (world: World): void => {
  const { random, time, weather } = world;
  const once = (fault: Fault, p: number, happen: (ms: number) => void): void => {
    if (!world.may(fault, p)) return;
    const ms = 200 + random.below(8000);
    time.clock.schedule(random.below(30_000), () => happen(ms));
  };
  once('git-locked', 0.25, (ms) => (weather.gitLocked = time.clock.now() + ms));
  once('disk-full', 0.15, (ms) => (weather.diskFull = time.clock.now() + ms));
  once('clock-jump', 0.2, (ms) => world.jump(ms));
  once('clock-jump', 0.1, (ms) => world.jump(ms * 1000));
};

const untilSettled = async (world: World, promise: Promise<unknown>): Promise<void> => {
  let settled = false;
  const done = promise.then(() => (settled = true));
  for (;;) {
    await turn();
    if (settled) break;
    world.time.step();
  }
  await done;
};

const isDone = (world: World, id: RunId): boolean => {
  const run = world.run(id);
  return run !== null && run.phase === 'ended' && run.ended?.end === 'landed';
};

const allDone = (world: World, plans: ReadonlyMap<RunId, Plan>): boolean =>
  [...plans.keys()].every((id) => isDone(world, id));

const pendingText = (world: World, id: RunId): string =>
  [
    ...Object.values(world.run(id)?.pending ?? {}).map(({ kind }) => kind),
    ...Object.values(world.run(id)?.attempts ?? {}).map(
      (attempt) => `${attempt.id}:${attempt.phase}`,
    ),
  ].join(' ');

const stateText = (world: World, plans: ReadonlyMap<RunId, Plan>): string =>
  [...plans.keys()]
    .map((id) => {
      const run = world.run(id);
      const tasks = Object.values(run?.tasks ?? {}).map((task) => `${task.id}:${task.phase}`);
      const deliveries = Object.values(run?.deliveries ?? {}).map(
        (delivery) =>
          `${delivery.id}:${delivery.phase}${'reason' in delivery ? `(${delivery.reason})` : ''}`,
      );
      return `${id} ${run?.phase ?? '-'} ${run?.ended?.end ?? ''} ${tasks.join(' ')} ${deliveries.join(' ')}`;
    })
    .join('; ');
