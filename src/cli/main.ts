import { COMMANDS } from './command-list.ts';
import { outlet } from './app/outlet.ts';

// This file is loaded by every command: it imports next to nothing.

/** Runs one command line; the value is the exit code (see exit-codes.ts). */
export async function main(argv: readonly string[]): Promise<number> {
  process.once('uncaughtException', (error) => process.exit(fault(error)));
  try {
    return await dispatch(argv);
  } catch (error) {
    return fault(error);
  }
}

async function dispatch(argv: readonly string[]): Promise<number> {
  const { before, name, after } = split(argv);
  if (name === undefined && before.some((flag) => flag === '--version' || flag === '-V'))
    return version();
  if (name === undefined && (before.length === 0 || before.some(isHelp))) return help();
  if (name === 'help') return after.length === 0 ? help() : dispatch([...after, '--help']);
  if (name === 'version') return version();
  const hot = name === 'status' ? await hotStatus(withFlags(after, before)) : null;
  if (hot !== null) return hot;
  const command = COMMANDS.find((each) => each.name === name);
  if (command === undefined)
    return (await import('./app/unknown-command.ts')).unknownCommand(name, argv);
  const { runRoute } = await import('./app/run-route.ts');
  return runRoute({
    name: command.name,
    route: await command.load(),
    args: withFlags(after, before),
  });
}

const isHelp = (flag: string): boolean => flag === '--help' || flag === '-h';

/** Null where the command line is none of the usual forms. */
async function hotStatus(args: readonly string[]): Promise<number | null> {
  const { plainStatus } = await import('./hot/plain-args.ts');
  const plain = plainStatus(args);
  if (plain === null) return null;
  const { runHotStatus } = await import('./hot/run-hot-status.ts');
  return runHotStatus(plain);
}

/** Flags may stand before the command as well: `fanin -C app status`. */
function split(argv: readonly string[]) {
  let at = 0;
  while (at < argv.length && argv[at]?.startsWith('-') === true) {
    at += VALUED.has(argv[at] ?? '') ? 2 : 1;
  }
  return { before: argv.slice(0, at), name: argv[at], after: argv.slice(at + 1) };
}

/** What follows `--` stays behind the flags. */
function withFlags(args: readonly string[], flags: readonly string[]): readonly string[] {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  return args.toSpliced(end, 0, ...flags);
}

const VALUED: ReadonlySet<string> = new Set(['-C', '--cwd', '--run']);

async function help(): Promise<number> {
  const { helpLines } = await import('./screens/help.ts');
  outlet(1).lines(helpLines(COMMANDS));
  return 0;
}

function version(): number {
  const manifest: unknown = JSON.parse(
    process
      .getBuiltinModule('node:fs')
      .readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  const known = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  outlet(1).lines([`fanin ${known ? String(manifest.version) : 'of an unknown version'}`]);
  return 0;
}

/** What nobody expected: a fault of fanin. The one place that prints a stack. */
function fault(error: unknown): number {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  outlet(2).lines(['fanin: this is a fault of fanin, not of yours. Agents that run go on.', text]);
  return 70;
}
