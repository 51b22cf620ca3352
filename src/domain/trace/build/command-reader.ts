import type { Parse } from '../../guard/shell.ts';
import type { ReadingDepth } from '../reading-depth.ts';
import { readCommandLine, type CommandReading } from '../shell/command-line.ts';
import { readGitCommand } from '../shell/git-command.ts';
import { readTest } from '../shell/test-command.ts';

/** Reads a command line that ran in a folder. */
export type ReadCommand = (command: string, cwd: string | null) => CommandReading;

/** Readings that are remembered: an agent says one command line often, and each is asked about twice. */
const MOST_REMEMBERED = 500;

/** A reader that remembers what it read last. */
export function makeCommandReader(parse: Parse): ReadCommand {
  const known = new Map<string, CommandReading>();
  return (command, cwd) => {
    const key = `${cwd ?? ''}\0${command}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const reading = readCommandLine(command, cwd, parse);
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(key, reading);
    return reading;
  };
}

/**
 * Whether what a command printed is wanted though it went well. Of patterns: where it tells more than that, the verdict of
 * tests or the name of a commit.
 */
export function isWanted(depth: ReadingDepth | undefined, read: () => CommandReading): boolean {
  return depth === 'patterns' ? tellsMore(read()) : depth !== 'measures';
}

const tellsMore = ({ programs }: CommandReading): boolean =>
  programs.some(
    (program) => readTest(program) !== null || readGitCommand(program)?.op === 'commit',
  );
