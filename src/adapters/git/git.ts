import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { createNursery } from '../process/nursery.ts';
import type { NurseryCommand } from '../process/nursery.ts';
import type { RunOutcome } from '../process/run.ts';
import { commonEnvironment, environmentStamp, gitVariables } from './environment.ts';
import type { ConfigEntry } from './environment.ts';

/** How one git command is run. */
export interface GitOptions {
  /** It only looks: takes no optional lock, so that it never gets in another git's way. */
  readonly readOnly?: boolean;
  readonly input?: string | Uint8Array;
  /** Set on top of the scrubbed environment: `GIT_DIR`, `GIT_INDEX_FILE` … */
  readonly env?: Readonly<Record<string, string>>;
  /** Configuration for this command alone; wins over every file. */
  readonly config?: readonly ConfigEntry[];
  /** Exit codes that are answers, not failures. Default: 0 alone. */
  readonly exits?: readonly number[];
}

/** What a git command that counts as done has said. */
export interface GitOutput {
  readonly exit: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** A run asks git hundreds of things; see the nursery for what that would cost from here. */
const nursery = createNursery({
  env: () => commonEnvironment(process.env),
  stamp: () => environmentStamp(process.env),
});

/** One command's output may be this long: a listing of a million paths fits. */
const MAX_OUTPUT = 256 * 1024 * 1024;

/**
 * Runs git in `cwd`, with hooks, fsmonitor, pagers, prompts and signing off and without the
 * caller's repository variables.
 * Codes: `git-missing`, `git-failed`, `disk-full`, `git-readonly`, `ref-locked`, `unsafe-directory`, `branch-in-the-way`.
 */
export const git = (
  cwd: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<Result<GitOutput, Failure>> => runGit({ cwd, args, options });

/** A command, to be run alone or among others. */
export interface GitCommand {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly options?: GitOptions;
}

/** Runs one command. Codes: as for `git`. */
export const runGit = async (command: GitCommand): Promise<Result<GitOutput, Failure>> => {
  const [outcome] = await outcomesOf([command]);
  return outputOf(command, outcome);
};

/** As many outputs as commands. */
export type GitOutputs<T extends readonly GitCommand[]> = {
  readonly [K in keyof T]: GitOutput;
};

/**
 * Runs commands one after the other, each after the one before it has counted as done. To ask
 * several things at once costs this process little more than to ask one. Codes: as for `git`.
 */
export const gitAll = async <const T extends readonly GitCommand[]>(
  commands: T,
): Promise<Result<GitOutputs<T>, Failure>> => {
  const outcomes = await outcomesOf(commands);
  const outputs: GitOutput[] = [];
  for (const [index, command] of commands.entries()) {
    const output = outputOf(command, outcomes[index]);
    if (!output.ok) return output;
    outputs.push(output.value);
  }
  return ok(outputs as GitOutputs<T>);
};

/** While one git makes a work copy, another that lists them can find its books half written, and dies of that. */
const FLEETING = /failed to read \S+\/worktrees\/[^/]+\/commondir/;
const FLEETING_TRIES = 40;
const FLEETING_MS = 5;

/** The outcomes up to the first command that did not count as done. */
const outcomesOf = async (commands: readonly GitCommand[]): Promise<readonly RunOutcome[]> => {
  const outcomes: RunOutcome[] = [];
  for (let tries = 1; ; tries += 1) {
    outcomes.push(...(await nursery.run(commands.slice(outcomes.length).map(nurseryCommand))));
    const last = outcomes.at(-1);
    const command = commands[outcomes.length - 1];
    const again = command?.options?.readOnly === true && FLEETING.test(String(last?.stderr));
    if (!again || tries === FLEETING_TRIES) return outcomes;
    outcomes.pop();
    await pause(FLEETING_MS);
  }
};

/**
 * `submodule.<name>.ignore`, in a config or in what somebody committed as `.gitmodules`, would hide where submodules point
 * to; no setting wins over it.
 */
const withSubmodules = ([name = '', ...rest]: readonly string[]): readonly string[] =>
  name === 'diff-tree' ? [name, '--ignore-submodules=none', ...rest] : [name, ...rest];

const nurseryCommand = ({ cwd, args, options = {} }: GitCommand): NurseryCommand => ({
  argv: ['git', ...withSubmodules(args)],
  cwd,
  env: gitVariables(process.env, options),
  maxBytes: MAX_OUTPUT,
  ...(options.input === undefined ? {} : { input: options.input }),
  ...(options.exits === undefined ? {} : { goOn: options.exits }),
});

const outputOf = (
  { cwd, args, options }: GitCommand,
  outcome: RunOutcome | undefined,
): Result<GitOutput, Failure> => {
  if (outcome === undefined) throw new Error('Internal error: a command was skipped unseen');
  const { exit, stdout } = outcome;
  if (exit === null || outcome.truncated || !(options?.exits ?? [0]).includes(exit))
    return err(explain(cwd, args, outcome));
  return ok({ exit, stdout, stderr: outcome.stderr.toString('utf8') });
};

/** The same for a command whose answer is one line of text. */
export const gitLine = async (
  cwd: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<Result<string, Failure>> => {
  const output = await git(cwd, args, options);
  return output.ok ? ok(output.value.stdout.toString('utf8').replace(/\n$/, '')) : output;
};

const explain = (cwd: string, args: readonly string[], outcome: RunOutcome): Failure => {
  const command = `git ${args.join(' ')}`;
  const stderr = outcome.stderr.toString('utf8').trim();
  if (outcome.failure === 'not-found') return notFound(command, cwd);
  if (outcome.truncated) {
    return failure('git-failed', `${command} in ${cwd} said more than ${MAX_OUTPUT} bytes.`);
  }
  const said = stderr === '' ? ending(outcome) : stderr;
  const known = KNOWN.find((entry) => entry.says.test(stderr));
  const text = `${command} failed in ${cwd}: ${said}`;
  return known === undefined
    ? failure('git-failed', text)
    : failure(known.code, text, { hint: known.hint });
};

/** The system has one word for both: no such program, no such working folder. */
const notFound = (command: string, cwd: string): Failure =>
  existsSync(cwd)
    ? failure('git-missing', 'git is not installed, or not on PATH.', {
        hint: 'Install git 2.39 or newer.',
      })
    : failure('git-failed', `${command} could not run: the folder ${cwd} is gone.`);

const ending = (outcome: RunOutcome): string =>
  outcome.signal === null ? `exit code ${String(outcome.exit)}` : `ended by ${outcome.signal}`;

/** What git says when the cause is outside it. The language is set to C, so the words are stable. */
const KNOWN: readonly { readonly says: RegExp; readonly code: string; readonly hint: string }[] = [
  {
    says: /[Nn]o space left on device|Disk quota exceeded/,
    code: 'disk-full',
    hint: 'Free some space (fanin clean shows what workspaces use), then repeat the command.',
  },
  {
    says: /dubious ownership/,
    code: 'unsafe-directory',
    hint: "The folder belongs to somebody else. If you trust it: git config --global --add safe.directory '<folder>'",
  },
  {
    says: /' exists; cannot create '/,
    code: 'branch-in-the-way',
    hint: 'git cannot hold a branch and another one below its name: rename the one that exists (git branch -m).',
  },
  {
    says: /\.lock': File exists/,
    code: 'ref-locked',
    hint: 'Another git command is at work there. If none is, a dead one left the lock file behind: remove it.',
  },
  {
    says: /Read-only file system|Permission denied|insufficient permission/,
    code: 'git-readonly',
    hint: 'fanin must be able to write to the repository’s .git folder.',
  },
];
