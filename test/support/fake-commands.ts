import type { CommandOutcome, Commands, TaggedCommand } from '../../src/ports/commands.ts';

/** What a faked command does: it ends with this, or runs until it is timed out or swept. */
export type FakeEnding = Partial<CommandOutcome> | 'endless';

/** Commands without processes. */
export interface FakeCommands {
  readonly commands: Commands;
  /** Every command in the order of its start. */
  readonly runs: readonly TaggedCommand[];
  /** Tags that were swept, in order. */
  readonly swept: readonly string[];
  /** The endless commands that carry the tag. */
  running(tag: string): number;
  /** The endless commands of the tag come to their time limit. */
  timeOut(tag: string): void;
}

/** `act` says how each command ends; it passes when left out. */
export function fakeCommands(
  act: (command: TaggedCommand) => FakeEnding | Promise<FakeEnding> = () => ({}),
): FakeCommands {
  const runs: TaggedCommand[] = [];
  const swept: string[] = [];
  const endless = new Map<(outcome: CommandOutcome) => void, string>();
  const end = (tag: string, outcome: CommandOutcome): number => {
    const ended = [...endless].filter(([, carried]) => carried === tag);
    for (const [resolve] of ended) {
      endless.delete(resolve);
      resolve(outcome);
    }
    return ended.length;
  };
  return {
    commands: {
      run: async (command) => {
        runs.push(command);
        const ending = await act(command);
        if (ending !== 'endless')
          return { exit: 0, signal: null, timedOut: false, ms: 1, ...ending };
        return new Promise((resolve) => endless.set(resolve, command.tag));
      },
      sweep: (tag) => {
        swept.push(tag);
        const killed = { exit: null, signal: 'SIGKILL', timedOut: false, ms: 1 };
        return Promise.resolve(end(tag, killed));
      },
      abandon: () => {
        const killed = { exit: null, signal: 'SIGKILL', timedOut: false, ms: 1 };
        for (const tag of endless.values()) end(tag, killed);
        return Promise.resolve();
      },
    },
    runs,
    swept,
    running: (tag) => [...endless.values()].filter((carried) => carried === tag).length,
    timeOut: (tag) => void end(tag, { exit: null, signal: 'SIGTERM', timedOut: true, ms: 1 }),
  };
}
