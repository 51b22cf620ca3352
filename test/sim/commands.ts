import type { CommandOutcome, Commands } from '../../src/ports/commands.ts';
import type { World } from './world.ts';

const KILLED: CommandOutcome = { exit: null, signal: 'SIGKILL', timedOut: false, ms: 1 };

/** The commands of one engine. */
export interface TreeCommands {
  readonly commands: Commands;
  /** How many of its own run now. */
  readonly running: () => number;
}

/** Set-up and checks: what a check says follows from the tree that it runs on. */
export const treeCommands = (world: World): TreeCommands => {
  const own = new Set<() => void>();
  const run: Commands['run'] = ({ command, tag, logFile }) =>
    new Promise((resolve) => {
      // While a group is tested, others come and go.
      const slow = tag.startsWith('land:') && world.may('slow-landings', 0.7);
      const ms = 10 + world.random.below(slow ? 15_000 : 300);
      const finish = (outcome: CommandOutcome): void => {
        cancel();
        world.running.delete(kill);
        own.delete(kill);
        resolve(outcome);
      };
      const kill = (): void => finish(KILLED);
      const cancel = world.time.clock.schedule(ms, () =>
        finish({ exit: exitOf(world, command, logFile), signal: null, timedOut: false, ms }),
      );
      world.running.set(kill, tag);
      own.add(kill);
    });
  const sweep: Commands['sweep'] = async (tag) => {
    const ended = [...world.running].filter(([, carried]) => carried === tag);
    for (const [kill] of ended) kill();
    return ended.length;
  };
  const abandon: Commands['abandon'] = async () => {
    for (const kill of own) kill();
  };
  return { commands: { run, sweep, abandon }, running: () => own.size };
};

/** Makes generated files anew. */
export const REMAKE = 'remake gen';

interface Told {
  readonly argv: readonly string[];
  readonly cwd: string;
}

const exitOf = (world: World, command: Told, logFile: string): number => {
  const script = command.argv.at(-1) ?? '';
  if (script.includes(REMAKE)) return world.may('remake-fails', 0.1) ? 1 : 0;
  const mark = /^printf '%s\\n' (\S+)-begin && cat -- 'gen\.txt'/u.exec(script)?.[1];
  if (mark === undefined) return verdictOn(world, command);
  const made = `made of ${world.workspaces.files(command.cwd).size} files\n`;
  world.files.content.set(logFile, `${mark}-begin\n${made}\n${mark}-end\n`);
  return 0;
};

/** Red where somebody left a bug, or where two pieces of work do not go together. */
const verdictOn = (world: World, command: Told): number => {
  if (command.argv.includes('set up')) return world.may('set-up-fails', 0.05) ? 1 : 0;
  const files = world.workspaces.files(command.cwd);
  const texts = [...files.values()];
  const mixed = texts.filter((text) => text.includes('MIX')).length;
  if (texts.some((text) => text.includes('RED')) || mixed > 1) return 1;
  if (world.may('flaky-checks', 0.03)) return 1;
  world.green.add(world.repo.putTree(files));
  return 0;
};
