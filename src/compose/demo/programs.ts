import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The shell command for the library's tests, by the very Node that fanin runs on: another one on PATH may
 * know no test runner. One process for all files, where Node can do that: they are small and many run.
 */
export function testCommand(env: Environment): string {
  const flag = ['--test-isolation', '--experimental-test-isolation'].find((name) =>
    process.allowedNodeEnvironmentFlags.has(name),
  );
  return [nodeCommand(env), '--test', ...(flag === undefined ? [] : [`${flag}=none`])].join(' ');
}

/** What defines `fanin` for a shell in which it is not on PATH; null where typing `fanin` runs this very program. */
export function faninAlias(env: Environment): string | null {
  const program = fileURLToPath(new URL('../../../bin/fanin.mjs', import.meta.url));
  const found = onPath('fanin', env);
  if (found !== null && isSame(found, program)) return null;
  return `alias fanin=${quoted(`${nodeCommand(env)} ${quoted(program)}`)}`;
}

const nodeCommand = (env: Environment): string => {
  const found = onPath('node', env);
  return found !== null && isSame(found, process.execPath) ? 'node' : quoted(process.execPath);
};

function onPath(name: string, env: Environment): string | null {
  const folders = (env['PATH'] ?? '').split(delimiter).filter(isAbsolute);
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

const isSame = (one: string, two: string): boolean =>
  existsSync(two) && realpathSync(one) === realpathSync(two);

/** As one word of a POSIX shell. */
const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
