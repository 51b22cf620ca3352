import { spawn } from 'node:child_process';
import type { KillRepo } from './kill-repo.ts';

/** What `fanin status --json` says of the newest run, as far as the rig looks at it. */
export interface Told {
  readonly run: { readonly id: string; readonly end: string | null };
  readonly tasks: readonly { readonly id: string; readonly phase: string }[];
  readonly attempts: readonly {
    readonly id: string;
    readonly task: string;
    readonly n: number;
    readonly outcome: string | null;
    readonly reason: string;
    readonly workspace: string | null;
    readonly removed: boolean;
    readonly kept: string | null;
  }[];
}

/** What a command of fanin came to. */
interface Said {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of fanin in the repository, to its end. */
export const fanin = (repo: KillRepo, argv: readonly string[]): Promise<Said> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [...argv], { cwd: repo.repo, env: repo.env });
    const said = { stdout: '', stderr: '' };
    child.stdout.on('data', (bytes: Buffer) => (said.stdout += bytes.toString('utf8')));
    child.stderr.on('data', (bytes: Buffer) => (said.stderr += bytes.toString('utf8')));
    child.once('close', (status) => resolve({ status, ...said }));
  });

/** What fanin says of the run; a sentence where it says nothing. */
export const told = async (repo: KillRepo, binary: string): Promise<Told | string> => {
  const { status, stdout, stderr } = await fanin(repo, [binary, 'status', '--json']);
  return status === 0
    ? (JSON.parse(stdout) as Told)
    : `status ended with exit code ${status}: ${stderr}`;
};

/** The end of the run, and its tasks that wait for a person's `retry`; null where there is no run yet. */
export const openTasks = async (
  repo: KillRepo,
  binary: string,
): Promise<{ readonly end: string | null; readonly failed: readonly string[] } | null> => {
  const run = await told(repo, binary);
  if (typeof run === 'string') return null;
  const failed = run.tasks.filter(({ phase }) => phase === 'failed' || phase === 'parked');
  return { end: run.run.end, failed: failed.map(({ id }) => id) };
};
