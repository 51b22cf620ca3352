import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import type { AgentDecoder, AgentFact, Launch } from '../../src/ports/agent.ts';

/** How a launch is carried out in a test: no supervisor, and nothing of the person's environment. */
export interface AgentRun {
  readonly launch: Launch;
  readonly workspace: string;
  /** The session's HOME, which holds its temporary folder and its XDG folders too; made if missing. */
  readonly home: string;
  /** The attempt's folder, for the launch's files; the HOME when left out. */
  readonly folder?: string;
  /** What the agent needs to find the scripted model; the launch's own environment comes after it. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A session that was started. */
export interface AgentSession {
  /** Its process, which leads a process group of its own. */
  readonly pid: number;
  /** Sends a signal to the CLI's first process alone. */
  signal(signal: NodeJS.Signals): void;
  /** Ends it with all that is still in its process group; also after its end. */
  kill(): void;
  /** Writes to a standard input that was kept open. */
  send(text: string): void;
  closeInput(): void;
  /** Resolves when it is gone and nothing holds its output any more. */
  readonly ended: Promise<AgentEnd>;
}

/** How a session ended, and all it printed. */
export interface AgentEnd {
  readonly exit: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Standard output, line by line. */
  readonly lines: readonly string[];
  readonly stderr: string;
}

/** Starts a real CLI. */
export async function startAgent(run: AgentRun): Promise<AgentSession> {
  const { launch, workspace, home, folder = home } = run;
  const own = cleanEnvironment(home);
  for (const made of [folder, own.TMPDIR]) await mkdir(made, { recursive: true });
  for (const { name, content } of launch.files) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  const [file = '', ...args] = launch.argv;
  const child = spawn(file, args, {
    cwd: workspace,
    env: { ...own, ...run.env, ...launch.env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  // An agent that does not read its input is no failure of the test's.
  child.stdin.on('error', () => undefined);
  child.stdin.write(launch.stdin);
  if (!launch.keepOpen) child.stdin.end();
  const ended = new Promise<AgentEnd>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exit, signal) => {
      resolve({ exit, signal, lines: stdout.split('\n').filter((line) => line !== ''), stderr });
    });
  });
  return {
    pid: child.pid ?? 0,
    signal: (signal) => child.kill(signal),
    kill: () => killGroup(child.pid),
    send: (text) => child.stdin.write(text),
    closeInput: () => child.stdin.end(),
    ended,
  };
}

/** Runs a real CLI to its end. */
export async function runAgent(run: AgentRun): Promise<AgentEnd> {
  return (await startAgent(run)).ended;
}

/** Everything the lines tell. */
export function decodeAll(decoder: AgentDecoder, lines: readonly string[]): AgentFact[] {
  return lines.flatMap((line) => [...decoder.feed(line)]);
}

function cleanEnvironment(home: string) {
  return {
    // The Node that runs the tests is new enough for every CLI that is a Node program.
    PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
    HOME: home,
    // Beside the agents' folders, never above them: some refuse to work inside a temporary folder.
    TMPDIR: join(home, 'tmp'),
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    XDG_CACHE_HOME: join(home, '.cache'),
    GIT_CONFIG_NOSYSTEM: '1',
    LANG: 'C.UTF-8',
  };
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody is left in the group.
  }
}
