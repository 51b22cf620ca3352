import { turn } from '../../adapters/simulated/clock.ts';
import { targetRef } from '../../domain/ids.ts';
import type { Plan } from '../../domain/plan/plan.ts';
import { streamOf } from '../../domain/simulation/random.ts';
import type { Random } from '../../domain/simulation/random.ts';
import type { ModelFaults } from '../../domain/simulation/scenario.ts';
import { startEngine } from '../../engine/engine.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Letter } from '../../engine/letter.ts';
import { RUN, START } from './simulated-world.ts';
import type { SimulatedWorld } from './simulated-world.ts';
import { troubledDeps } from './troubled-deps.ts';
import type { TroubledDeps } from './troubled-deps.ts';

/** How far a world is driven, and what goes wrong with its engines. */
export interface Journey {
  readonly plan: Plan;
  readonly seed: number;
  readonly faults: ModelFaults;
  /** Epoch ms at which nothing is looked at any more. */
  readonly until: number;
  /** Told of what must not happen. */
  readonly broken: (text: string) => void;
}

/**
 * Starts the run and carries it on, engine after engine, until it has ended and nobody is going to
 * move it on, or until the end of the time that is looked at.
 */
export const drive = async (world: SimulatedWorld, journey: Journey): Promise<void> => {
  const random = streamOf(journey.seed, 'faults');
  let first: readonly Letter[] = [startLetter(world, journey.plan)];
  while (first.length > 0) {
    const died = await oneEngine(world, journey, { first, random });
    if (world.time.clock.now() >= journey.until) return;
    first = died ? [await again(world, journey)] : await nextLetters(world, journey);
  }
};

const startLetter = ({ base }: SimulatedWorld, plan: Plan): Letter => ({
  command: { type: 'start', run: RUN, plan, base, targetRef: targetRef(RUN) },
  inbox: null,
});

/** An engine that died is started again after a moment; one that died before its first append starts the run. */
const again = async (world: SimulatedWorld, { plan, until }: Journey): Promise<Letter> => {
  let over = false;
  world.hostClock.schedule(RESTART_MS, () => (over = true));
  await stepWhile(world, () => !over && world.time.clock.now() < until);
  return world.run() === null
    ? startLetter(world, plan)
    : { command: { type: 'resume' }, inbox: null };
};

const RESTART_MS = 10_000;

/** What people have asked of a run that has ended; waits for it as long as anybody may. */
const nextLetters = async (
  world: SimulatedWorld,
  { until }: Journey,
): Promise<readonly Letter[]> => {
  if (world.run()?.ended?.end === 'landed') return [];
  let items = await world.desk.inbox();
  while (items.length === 0 && world.time.clock.now() < until && world.time.step()) {
    await turn();
    items = await world.desk.inbox();
  }
  return items.map(({ id, command }) => ({ command, inbox: id }));
};

interface EngineStart {
  readonly first: readonly Letter[];
  readonly random: Random;
}

/** One engine from its start to its end; true when it died. */
const oneEngine = async (
  world: SimulatedWorld,
  journey: Journey,
  { first, random }: EngineStart,
): Promise<boolean> => {
  const made = troubled(world, journey, random);
  const engine = startEngine(made.deps, { run: RUN, mode: 'run', wait: false, first });
  let ended = false;
  void endOf(engine, made, journey).finally(() => (ended = true));
  const going = (): boolean => !ended && !made.died() && world.time.clock.now() < journey.until;
  if (!(await stepWhile(world, going))) journey.broken('the engine hangs');
  if (!ended) made.kill();
  return made.died();
};

const endOf = async (engine: Engine, made: TroubledDeps, journey: Journey): Promise<void> => {
  try {
    const result = await engine.ended;
    if (result.ok) return;
    // A store that fails ends the engine; whoever runs it starts it again.
    if (journey.faults.calls === 0) journey.broken(`the engine gave up: ${result.error.message}`);
    made.kill();
  } catch (thrown) {
    journey.broken(`the engine threw: ${String(thrown)}`);
  }
};

/** Lets time pass while `going`; false when there is nothing left to wait for. */
const stepWhile = async ({ time }: SimulatedWorld, going: () => boolean): Promise<boolean> => {
  for (;;) {
    await turn();
    if (!going()) return true;
    if (!time.step()) return false;
  }
};

const troubled = (world: SimulatedWorld, journey: Journey, random: Random): TroubledDeps => {
  const { engineDiesEveryMs, calls } = journey.faults;
  const made = troubledDeps(world.deps, {
    dies: () => false,
    fails: (call) => (calls > 0 && random.chance(calls) ? (FAILURES[call] ?? 'io') : null),
    throws: () => false,
    pause: async () => undefined,
    afterEnd: (call) => journey.broken(`an engine that has ended went on: ${call}`),
  });
  if (engineDiesEveryMs !== null)
    world.hostClock.schedule(-Math.log(1 - random.share()) * engineDiesEveryMs, made.kill);
  return made;
};

/** How calls fail here, where it is not just the disk. */
const FAILURES: Readonly<Record<string, string>> = {
  append: 'store-full',
  land: 'ref-locked',
  'create ref': 'ref-locked',
  commit: 'disk-full',
};

/** Ms from the start of the simulation. */
export const sinceStart = (at: number): number => at - START;
