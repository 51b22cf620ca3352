import { appendFileSync, readFileSync } from 'node:fs';
import { readGuardConfig, groundOf, type GuardConfig } from '../../domain/guard/guard-config.ts';
import { judgeCall } from '../../domain/guard/judge-call.ts';
import { readHook } from '../../domain/guard/payload/read-hook.ts';
import type { HookCall } from '../../domain/guard/payload/tool-call.ts';
import { answer, type Objection, type Verdict } from '../../domain/guard/verdict.ts';
import type { ShellParser } from '../../ports/shell-parser.ts';
import { diskWorld } from './world.ts';

/** What a hook is asked, and with what. */
export interface HookQuestion {
  /** The adapter's name of the agent. */
  readonly agent: string;
  /** The path of the attempt's guard config. */
  readonly config: string;
  /** What stood on standard input. */
  readonly input: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: number;
}

/** `refusal`: null lets the call go on, as far as the guard is concerned. */
export interface HookAnswer {
  readonly refusal: string | null;
}

/**
 * The guard's answer to one call. Whatever keeps it from judging is a refusal: a call that was not
 * looked at must not run.
 */
export function answerHook(question: HookQuestion, parser: ShellParser): HookAnswer {
  try {
    return judged(question, parser);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { refusal: `fanin's guard could not judge this call, so it is refused: ${why}` };
  }
}

function judged(question: HookQuestion, parser: ShellParser): HookAnswer {
  const config = readGuardConfig(JSON.parse(readFileSync(question.config, 'utf8')));
  if (config === null) throw new Error(`${question.config} is no guard config`);
  const ground = groundOf(config);
  if (ground === null) throw new Error(`the scope in ${question.config} cannot be read`);
  const call = readHook(question.agent, JSON.parse(question.input));
  if (call === null) throw new Error(`the call is not as ${question.agent} makes them`);
  const world = diskWorld(question.env, config.gitDir);
  const verdict = judgeCall(call.call, { ground, world, parse: parser.parse });
  const what = answer(verdict, config.boundary);
  if (what === 'run' || verdict.verdict === 'allow') return { refusal: null };
  note(config, question, { call, verdict, refused: what === 'refuse' });
  return { refusal: what === 'refuse' ? refusalText(verdict) : null };
}

/** What the agent reads. */
const refusalText = ({ rule, reason, instead }: Objection): string =>
  `fanin's guard refuses this (${rule}). ${reason} Instead: ${instead}`;

interface Noted {
  readonly call: HookCall;
  readonly verdict: Exclude<Verdict, { verdict: 'allow' }>;
  readonly refused: boolean;
}

/** A line in the first log that can be written; without one the call is answered all the same. */
function note(
  config: GuardConfig,
  { agent, now }: HookQuestion,
  { call, verdict, refused }: Noted,
): void {
  const { verdict: kind, rule, reason, instead } = verdict;
  const line = `${JSON.stringify({ at: now, agent, subAgent: call.subAgent, text: call.text, verdict: kind, rule, reason, instead, refused })}\n`;
  for (const log of config.logs) {
    try {
      appendFileSync(log, line, { mode: 0o600 });
      return;
    } catch {
      // Behind a boundary the attempt's folder may be read-only.
    }
  }
}

/** The answer in the agent's own hook protocol: what to print, and the exit code. */
export function inProtocol(
  agent: string,
  { refusal }: HookAnswer,
): { readonly stdout: string; readonly stderr: string; readonly exit: number } {
  if (refusal === null) return { stdout: '', stderr: '', exit: 0 };
  if (agent === 'gemini')
    return {
      stdout: `${JSON.stringify({ decision: 'deny', reason: refusal })}\n`,
      stderr: '',
      exit: 0,
    };
  return {
    stdout: `${JSON.stringify({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: refusal,
      },
    })}\n`,
    stderr: '',
    exit: 0,
  };
}
