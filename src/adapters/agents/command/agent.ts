import { failure } from '../../../domain/failure.ts';
import type { Failure } from '../../../domain/failure.ts';
import type { AgentSpec } from '../../../domain/plan/plan.ts';
import { err, ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import type { Agent, AgentDecoder } from '../../../ports/agent.ts';
import { commonEnv } from '../common-env.ts';

/** One environment entry may have 128 KiB on Linux; a longer brief is in its file alone. */
const MAX_PROMPT_BYTES = 100_000;
/** What one line of output can say. */
const MAX_SAID = 2_000;

/**
 * Any shell command as an agent: it finds the task in `FANIN_BRIEF` (a file) and, when short
 * enough, in `FANIN_PROMPT`, works in its current folder, and may hand in claims by
 * `FANIN_HANDOFF`. Arguments of the config reach it as `"$@"`.
 */
export function commandAgent(): Agent {
  return {
    name: 'command',
    capabilities: {
      message: 'none',
      asks: false,
      resume: false,
      guarded: 'never',
      hooksNameSubAgents: false,
      delegation: [],
      aboveCap: null,
      usage: 'none',
      cost: false,
      heldBy: 'nothing',
      commits: true,
      needsTty: false,
      output: 'text',
    },
    manifest: null,
    // What the command runs is its own affair: it has no version that could be asked for.
    detect: (spec) =>
      Promise.resolve(mapOk(shellCommand(spec), () => ({ version: 'unknown', limits: [] }))),
    login: () => Promise.resolve({ state: 'unknown', text: 'a command of your own' }),
    launch: (request) =>
      mapOk(shellCommand(request.spec), (run) => ({
        argv: ['sh', '-c', run, 'sh', ...request.spec.args],
        env: { FANIN_PROMPT: shortEnough(request.brief), ...commonEnv(request) },
        files: [],
        stdin: '',
        keepOpen: false,
        fixed: {},
      })),
    decoder: linesAsSaid,
    input: () => null,
  };
}

function shellCommand(spec: AgentSpec): Result<string, Failure> {
  if (spec.run !== undefined && spec.run.trim() !== '') return ok(spec.run);
  return err(
    failure('agent-command-missing', `agent "${spec.name}" has no command`, {
      hint: 'Give it `run`, the shell command that does a task.',
    }),
  );
}

function shortEnough(brief: string): string | undefined {
  return Buffer.byteLength(brief) <= MAX_PROMPT_BYTES && !brief.includes('\0') ? brief : undefined;
}

function linesAsSaid(): AgentDecoder {
  return {
    feed: (line) => {
      const text = line.trim().slice(0, MAX_SAID);
      return text === '' ? [] : [{ kind: 'said', text }];
    },
  };
}

function mapOk<T, U>(result: Result<T, Failure>, change: (value: T) => U): Result<U, Failure> {
  return result.ok ? ok(change(result.value)) : result;
}
