import type { Failure } from '../domain/failure.ts';
import type { AgentSpec } from '../domain/plan/plan.ts';
import type { AgentFact } from '../domain/receipt/summarise-output.ts';
import type { Result } from '../domain/result.ts';

export type { AgentFact } from '../domain/receipt/summarise-output.ts';

/** What an agent can and cannot do; the engine asks these, never which agent it is. */
export interface AgentCapabilities {
  /** Takes a message while it works. */
  readonly message: 'mid-turn' | 'none';
  /** Tokens and cost are known. */
  readonly usage: 'live' | 'at-end' | 'none';
  /** Its native sub-agents can be switched off. */
  readonly delegationOff: boolean;
  readonly needsTty: boolean;
  /** What it prints: records that the decoder reads, or text for people. */
  readonly output: 'records' | 'text';
}

/** Everything an adapter needs to say what to start. Paths are absolute. */
export interface LaunchRequest {
  readonly attempt: string;
  readonly task: string;
  readonly n: number;
  readonly spec: AgentSpec;
  readonly brief: string;
  /** The brief as a file, and the file the agent hands its claims in by. */
  readonly briefFile: string;
  readonly handoffFile: string;
  /** The attempt's own folder for helper files. */
  readonly folder: string;
  readonly workspace: string;
  /** Whether a boundary holds the agent: without one, no permission bypass. */
  readonly boundary: boolean;
  /** The commands of the task's checks: an agent that runs by an allow-list may run these. */
  readonly checks?: readonly string[];
}

/** What to start, as data: the workspace wraps it, the process adapter starts it. */
export interface Launch {
  readonly argv: readonly string[];
  /** Added to fanin's own environment; an undefined value removes a variable. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Written below the attempt's folder before the start. */
  readonly files: readonly { readonly name: string; readonly content: string }[];
  /** Written to the agent's standard input at the start. */
  readonly stdin: string;
  /** Whether the input stays open for messages afterwards. */
  readonly keepOpen: boolean;
}

/** Turns an agent's output, line by line, into facts. One decoder serves one attempt. */
export interface AgentDecoder {
  /** `line` is without its line end. Never throws. */
  feed(line: string): readonly AgentFact[];
}

/** One kind of agent. Everything in here is pure but `detect`. */
export interface Agent {
  /** The adapter's name: `claude-code`, `command`, `scripted`. */
  readonly name: string;
  readonly capabilities: AgentCapabilities;
  /** The installed version, or `agent-not-installed` with how to install it. */
  detect(spec: AgentSpec): Promise<Result<string, Failure>>;
  launch(request: LaunchRequest): Result<Launch, Failure>;
  decoder(): AgentDecoder;
  /** A message as the agent's input takes it, line end included; null when it takes none. */
  message(text: string): string | null;
}
