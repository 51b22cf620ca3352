import { lstatSync } from 'node:fs';
import { constants } from 'node:os';
import { spawnOwnGroup, watchGroup } from '../../process/own-group.ts';
import { signalGroup } from '../../process/proc.ts';
import { TAG_VARIABLE } from '../../process/sweep.ts';
import { quoted } from '../quoted.ts';
import { refusalLog } from '../refusal-log.ts';
import { loadRuntime } from './runtime.ts';
import { ENTRY_PREFIX, readSettings } from './settings.ts';
import type { EnterSettings } from './settings.ts';

// `enter-main <settings> <working folder> <number of variables> <command…>` starts one command behind
// Seatbelt, and stays while it runs: the runtime knows one policy a process, and its proxy lives in it.
// When this process goes, whatever ends it, so does the command with its group.

/** A polite signal is passed on; this process stays to see what comes of it. */
const PASSED_ON = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGQUIT'] as const;
/** macOS tells nobody that a parent has died. */
const LOOK_FOR_PARENT_MS = 200;

const [path = '', cwd = '/', count = '0', ...argv] = process.argv.slice(2);
const parent = process.ppid;

try {
  const settings = readSettings(path);
  const env = takeEnvironment(Number(count));
  const link = settings.nested.find(isLink);
  if (link !== undefined) stop(126, `${link} has become a link`);
  else await enter(settings, env);
} catch (error) {
  stop(126, error instanceof Error ? error.message : String(error));
}

/** Out of this process's own: nothing of the command's is asked by the runtime. */
function takeEnvironment(many: number): Readonly<Record<string, string>> {
  const names = Array.from({ length: many }, (_each, index) => `${ENTRY_PREFIX}${index}`);
  const entries = names.map((name) => {
    const [, key = '', value = ''] = /^([^=]*)=(.*)$/su.exec(process.env[name] ?? '') ?? [];
    delete process.env[name];
    return [key, value] as const;
  });
  // Nothing here ends with who started it but by being found: the tag goes in.
  const tag = process.env[TAG_VARIABLE];
  return { ...Object.fromEntries(entries), ...(tag === undefined ? {} : { [TAG_VARIABLE]: tag }) };
}

function isLink(each: string): boolean {
  return lstatSync(each, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

async function enter(
  settings: EnterSettings,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const { config, folder, refusals, temporary } = settings;
  process.chdir(folder);
  // The runtime's own names for it; its programs get it as TMPDIR.
  process.env['CLAUDE_CODE_TMPDIR'] = temporary;
  process.env['CLAUDE_TMPDIR'] = temporary;
  const runtime = await loadRuntime(settings.module);
  const log = refusalLog(refusals);
  await runtime.initialize(config, async ({ host, port }) => {
    log.count(host, port ?? null);
    return false;
  });
  const wrapped = await runtime.wrapWithSandboxArgv(lineFor(settings));
  const watch = watchGroup();
  // Before there is a command: one that comes meanwhile waits for its turn, and ends nobody here.
  for (const signal of PASSED_ON) process.on(signal, () => signalGroup(child.pid, signal));
  const child = spawnOwnGroup({ argv: wrapped.argv, cwd, env });
  const group = child.pid;
  if (group !== undefined) watch.of(group);
  const finish = (code: number): void => {
    signalGroup(group, 'SIGKILL');
    watch.callOff();
    log.flush();
    process.exit(code);
  };
  setInterval(() => {
    if (process.ppid !== parent) finish(137);
  }, LOOK_FOR_PARENT_MS);
  child.once('error', (error) => {
    watch.callOff();
    stop(126, error.message);
  });
  child.once('exit', (code, signal) =>
    finish(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
  );
}

/** With the runtime's variables for its proxy, but no host that would be asked past it. */
function lineFor({ config }: EnterSettings): string {
  const direct =
    config.network.allowedDomains.length === 0 ? [] : ['-u', 'NO_PROXY', '-u', 'no_proxy'];
  return ['exec', 'env', ...direct, 'NODE_USE_ENV_PROXY=1', ...argv].map(quoted).join(' ');
}

function stop(code: number, words: string): void {
  process.stderr.write(`fanin: ${words}\n`, () => process.exit(code));
}
