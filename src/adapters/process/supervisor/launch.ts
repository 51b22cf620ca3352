import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { SLEPT_MS } from '../../../domain/run/host-clock.ts';
import type { SupervisedLaunch } from '../../../ports/supervision.ts';
import type { DetachedLog, DetachedStarter } from '../detached-starter.ts';
import { place } from '../place.ts';
import { makeGroup } from '../agent-group.ts';
import { forkCount } from '../proc.ts';
import { FILES, replaceText } from '../records.ts';
import { TAG_VARIABLE } from '../sweep.ts';
import { taggedEnv } from '../tag.ts';
import { carryEnvironment } from './environment.ts';
import { supervisorTag } from './own-tag.ts';
import { findProgram } from './program.ts';
import { SUPERVISOR_SCRIPT } from './script.ts';

/** What starting a supervisor needs from outside. */
export interface SupervisorDeps {
  readonly stateFolder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The shell that runs supervisors, as the head of a command line. Default: `/bin/sh`. */
  readonly shell?: readonly string[];
}

/** Where the supervisor's tools are looked for first, whatever fanin was started with. */
const SYSTEM_PATH = '/usr/bin:/bin:/usr/sbin:/sbin';
const PATTERN_SPECIALS = /[.*+?^${}()|[\]\\]/g;

type TaggedDeps = SupervisorDeps & { readonly tag: string };
type AgentEnvironment = Readonly<Record<string, string>>;

/**
 * Starts the supervisor of a launch, whose agent gets `env` and nothing else. Rejects with what the
 * file system throws, and with what the system says of a process that it cannot start (`E2BIG`, a
 * NUL in an argument).
 */
export async function startSupervisor(
  launch: SupervisedLaunch,
  env: AgentEnvironment,
  deps: TaggedDeps & { readonly starter: DetachedStarter },
): Promise<void> {
  const { folder, stdin } = launch;
  // Made here, they are for nobody else to read, and the agent keeps its umask.
  for (const name of [FILES.output, FILES.errors]) {
    closeSync(openSync(`${folder}/${name}`, 'a', 0o600));
  }
  if (stdin !== '') replaceText(folder, FILES.stdin, stdin);
  makeGroup(folder, deps.tag);
  await deps.starter.start(supervisorProcess(launch, env, deps));
}

/** What all supervisors of these deps start from; each adds its own. */
export function supervisorBase({ env }: Pick<SupervisorDeps, 'env'>): Record<string, string> {
  const outer = env[TAG_VARIABLE];
  return {
    PATH: supervisorPath(env),
    LC_ALL: 'C',
    ...(outer === undefined ? {} : { [TAG_VARIABLE]: outer }),
  };
}

const supervisorPath = (env: SupervisorDeps['env']): string =>
  `${SYSTEM_PATH}:${env['PATH'] ?? ''}`;

/** The process that supervises a launch; the script is there afterwards. */
export function supervisorProcess(
  launch: SupervisedLaunch,
  env: AgentEnvironment,
  deps: TaggedDeps,
): DetachedLog {
  const { folder, command, stdin, keepOpen } = launch;
  const path = supervisorPath(deps.env);
  const carried = carryEnvironment(env);
  const settings = [
    launcher(path),
    command.cwd,
    `^${TAG_VARIABLE}=(.*,)?${deps.tag.replace(PATTERN_SPECIALS, '\\$&')}(,.*)?$`,
    Date.now(),
    Math.ceil(launch.deadlineAt),
    Math.ceil(launch.killAfterMs),
    keepOpen ? 'open' : stdin === '' ? 'none' : 'text',
    pidTurn() ?? '',
    carried.entries,
    carried.others,
    SLEPT_MS,
    place(),
  ];
  const shell = deps.shell ?? ['/bin/sh'];
  return {
    argv: [...shell, scriptFile(deps.stateFolder), ...settings.map(String), ...command.argv],
    cwd: folder,
    env: {
      ...carried.variables,
      PATH: path,
      LC_ALL: 'C',
      ...taggedEnv({ [TAG_VARIABLE]: deps.env[TAG_VARIABLE] }, supervisorTag(deps.tag)),
    },
    logFile: `${folder}/${FILES.supervisorLog}`,
  };
}

/**
 * Twice the forks that this host has seen, plus its highest pid: processes started from now on have
 * pids in order until twice the forks, plus the first of these pids, come to that.
 */
function pidTurn(): number | null {
  const forks = forkCount();
  try {
    const highest = Number(readFileSync('/proc/sys/kernel/pid_max', 'utf8'));
    return forks === null ? null : 2 * forks + highest;
  } catch {
    return null;
  }
}

/** What gives the agent a session of its own: setsid(1), or perl where there is none (macOS). */
function launcher(path: string): string {
  const found = findProgram('setsid', '/', path).path ?? findProgram('perl', '/', path).path;
  if (found === null) throw new Error('neither setsid nor perl is installed');
  return found;
}

/** The script's name has its hash, and its text is looked at: no stale one is ever run. */
function scriptFile(stateFolder: string): string {
  const name = `supervisor-${createHash('sha256').update(SUPERVISOR_SCRIPT).digest('hex').slice(0, 12)}.sh`;
  const path = `${stateFolder}/${name}`;
  try {
    if (readFileSync(path, 'utf8') === SUPERVISOR_SCRIPT) return path;
  } catch {
    // Not there yet.
  }
  mkdirSync(stateFolder, { recursive: true, mode: 0o700 });
  replaceText(stateFolder, name, SUPERVISOR_SCRIPT);
  return path;
}
