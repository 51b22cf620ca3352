import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_CLI, cleanEnv, fanin } from './built-cli.ts';
import type { CliEnd } from './built-cli.ts';
import { eventually } from './eventually.ts';
import type { TempRepo } from './git-repo.ts';

/** An attempt as `fanin status --json` has it. */
export interface SeenAttempt {
  readonly id: string;
  readonly task: string;
  readonly n: number;
  readonly phase: string;
  readonly outcome: string | null;
  readonly code: string | null;
  readonly pid: number | null;
  readonly workspace: string | null;
  readonly removed: boolean;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

/** As much of `fanin status --json` as these tests ask. */
export interface Seen {
  readonly run: { readonly id: string; readonly phase: string; readonly targetRef: string };
  readonly tasks: readonly {
    readonly id: string;
    readonly phase: string;
    readonly reason: string;
  }[];
  readonly attempts: readonly SeenAttempt[];
}

/** An engine at work in a process of its own. */
export interface LiveEngine {
  /** Kills it, as the kernel would. */
  kill(): Promise<void>;
  /** Its exit code, once it has come to its end; null where it was killed. */
  readonly ended: Promise<number | null>;
}

/** The built CLI in a repository, with engines that can be killed. */
export const liveCli = (repo: TempRepo) => {
  const at = { cwd: repo.path, env: cleanEnv(repo.home, repo.base) };
  const type = (...args: readonly string[]): Promise<CliEnd> => fanin(at, args);
  const seen = async (): Promise<Seen | null> => {
    const { exit, stdout } = await type('status', '--json');
    return exit === 0 ? (JSON.parse(stdout) as Seen) : null;
  };
  return {
    type,
    seen: async (): Promise<Seen> => {
      const found = await seen();
      if (found === null) throw new Error('nothing has run');
      return found;
    },
    /** Starts an engine: `run`, `run --resume` … */
    engine: (...args: readonly string[]): LiveEngine => {
      const child = spawn(process.execPath, [BUILT_CLI, ...args], { ...at, stdio: 'ignore' });
      const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
      const kill = async (): Promise<void> => {
        child.kill('SIGKILL');
        await ended;
      };
      return { kill, ended };
    },
    /** The newest attempt at a task, once `is` is true of it. */
    attempt: (task: string, is: (attempt: SeenAttempt) => boolean): Promise<SeenAttempt> =>
      eventually(
        `an attempt at ${task}`,
        async () => {
          const last = (await seen())?.attempts.findLast((each) => each.task === task);
          return last !== undefined && is(last) ? last : null;
        },
        FUSE_MS,
      ),
    /** Opens a `waitFor` of a scripted agent. */
    go: ({ id }: SeenAttempt, name: string): void => {
      const folder = join(repo.path, '.git/fanin/attempts', id);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `go-${name}`), '');
    },
  };
};

/** Each look is a process. */
const FUSE_MS = 30_000;
