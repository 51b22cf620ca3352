import type { TroubleCode } from '../../../domain/receipt/agent-fact.ts';
import type { TokenUsage } from '../../../domain/receipt/token-usage.ts';

/** One thing a scripted agent does. Paths are relative to its workspace. */
export type Step =
  | { readonly write: { readonly path: string; readonly text: string } }
  /** `ack`: once it is on the disk, the same text goes to `acks.log` in the attempt's folder. */
  | { readonly append: { readonly path: string; readonly text: string; readonly ack?: boolean } }
  | { readonly edit: { readonly path: string; readonly find: string; readonly replace: string } }
  | { readonly delete: string }
  /** A shell command. */
  | { readonly run: string }
  /** Everything in the workspace, with this message. */
  | { readonly commit: string }
  /** A shell command in a session of its own, left running. */
  | { readonly detach: string }
  | { readonly say: string }
  | { readonly tool: string }
  /** Tokens used since the last step of this kind. */
  | { readonly usage: Partial<TokenUsage> }
  /** Text without form on the output, `bytes` long. */
  | { readonly output: { readonly bytes: number; readonly newline?: boolean } }
  | { readonly claim: string }
  | { readonly skipped: { readonly check: string; readonly reason: string } }
  | { readonly risk: string }
  /** Ends at once with this exit code, handing in nothing. */
  | { readonly crash: number }
  /** Waits until it is told to stop. */
  | { readonly hang: true }
  | { readonly pause: number }
  /** Waits for `go` of this name, or for a file `go-<name>` in the attempt's folder. */
  | { readonly waitFor: string }
  /** Asks, and goes on with the answer or, after `waitMs`, with its default; says which it was. */
  | {
      readonly ask: {
        readonly id: string;
        readonly text: string;
        readonly options?: readonly string[];
        readonly default: string;
        readonly waitMs: number;
      };
    }
  /** A sub-agent starts, ends, or is refused. */
  | { readonly subAgent: { readonly id: string; readonly phase: 'started' | 'ended' | 'refused' } }
  /** Something kept it from its work; it goes on to its end. */
  | { readonly trouble: { readonly code: TroubleCode; readonly text: string } }
  | { readonly ignoreSigterm: true }
  | { readonly ignoreMessages: true };

/** What scripted agents do, by task (`core`) or attempt (`core#2`); the attempt's goes first. */
export interface Script {
  readonly tasks: Readonly<Record<string, readonly Step[]>>;
  readonly default?: readonly Step[];
}

/** The steps of an attempt, or null when the script has none for it. */
export function stepsOf(script: Script, task: string, n: string): readonly Step[] | null {
  return script.tasks[`${task}#${n}`] ?? script.tasks[task] ?? script.default ?? null;
}

/** What a test tells a scripted agent over the steering socket, one JSON a line. */
export type SteerCommand =
  | { readonly step: Step }
  | { readonly go: string }
  | { readonly exit: number };

/** What a scripted agent tells the test. */
export type SteerNews =
  | {
      readonly attempt: string;
      readonly task: string;
      readonly n: number;
      readonly pid: number;
      readonly workspace: string;
    }
  /** A step that came over the socket is done; they are counted from 1. */
  | { readonly done: number }
  /** It has come to a `waitFor`. */
  | { readonly waiting: string }
  /** The engine's message has arrived. */
  | { readonly message: string };
