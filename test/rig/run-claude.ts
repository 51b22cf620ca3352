import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentFact, AgentDecoder, Launch } from '../../src/ports/agent.ts';

/** How a launch is carried out in a test: no supervisor, a clean environment, a fake key. */
export interface ClaudeRun {
  readonly launch: Launch;
  readonly workspace: string;
  /** The session's HOME; made if missing. */
  readonly home: string;
  /** The model server's URL. */
  readonly url: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A session that was started. */
export interface ClaudeSession {
  /** Sends a signal to the CLI alone. */
  signal(signal: NodeJS.Signals): void;
  readonly ended: Promise<ClaudeEnd>;
}

/** How a session ended, and all it printed. */
export interface ClaudeEnd {
  readonly exit: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Standard output, line by line. */
  readonly lines: readonly string[];
  readonly stderr: string;
}

/** Starts the real CLI against a scripted model. */
export async function startClaude(run: ClaudeRun): Promise<ClaudeSession> {
  const temp = join(run.home, 'tmp');
  await mkdir(temp, { recursive: true });
  const [file = '', ...args] = run.launch.argv;
  const child = spawn(file, args, {
    cwd: run.workspace,
    env: {
      PATH: process.env['PATH'],
      HOME: run.home,
      TMPDIR: temp,
      GIT_CONFIG_NOSYSTEM: '1',
      ANTHROPIC_BASE_URL: run.url,
      ANTHROPIC_API_KEY: 'sk-fake-local',
      // Nothing but the scripted model is talked to.
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      ...run.env,
      ...run.launch.env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.on('error', () => undefined);
  child.stdin.end(run.launch.stdin);
  const ended = new Promise<ClaudeEnd>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exit, signal) => {
      resolve({ exit, signal, lines: stdout.split('\n').filter((line) => line !== ''), stderr });
    });
  });
  return { signal: (signal) => child.kill(signal), ended };
}

/** Everything the lines tell. */
export function decodeAll(decoder: AgentDecoder, lines: readonly string[]): AgentFact[] {
  return lines.flatMap((line) => [...decoder.feed(line)]);
}
