import type { Random } from '../../domain/simulation/random.ts';
import type { ModelChecks } from '../../domain/simulation/scenario.ts';
import { drawFrom } from '../../domain/simulation/spread.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CommandOutcome, Commands, TaggedCommand } from '../../ports/commands.ts';

/** What checks are made of. */
export interface CheckWorld {
  readonly model: ModelChecks;
  readonly clock: Clock;
  readonly random: Random;
  /** Whether what lies in this folder works. */
  readonly isSound: (folder: string) => boolean;
}

/** Commands whose outcome follows from the tree, but for the flaky ones; nothing runs yet. */
export const modelledChecks = (world: CheckWorld): Commands => {
  const running = new Map<() => void, string>();
  return {
    run: (command) => run(world, running, command),
    sweep: async (tag) => {
      const ended = [...running].filter(([, carried]) => carried === tag);
      for (const [kill] of ended) kill();
      return ended.length;
    },
    abandon: async () => {
      for (const kill of running.keys()) kill();
    },
  };
};

const KILLED: CommandOutcome = { exit: null, signal: 'SIGKILL', timedOut: false, ms: 1 };

const run = (
  { model, clock, random, isSound }: CheckWorld,
  running: Map<() => void, string>,
  { command, tag, timeoutMs }: TaggedCommand,
): Promise<CommandOutcome> =>
  new Promise((resolve) => {
    const ms = Math.min(timeoutMs, Math.round(drawFrom(model.time, random)));
    const green = isSound(command.cwd) && !random.chance(model.flaky);
    const finish = (outcome: CommandOutcome): void => {
      cancel();
      running.delete(kill);
      resolve(outcome);
    };
    const kill = (): void => finish(KILLED);
    const cancel = clock.schedule(ms, () =>
      finish({ exit: green ? 0 : 1, signal: null, timedOut: false, ms }),
    );
    running.set(kill, tag);
  });
