import type { AgentInput } from '../domain/attempt/input.ts';
import type { Failure } from '../domain/failure.ts';
import type { Delegation, DelegationMode } from '../domain/plan/delegation.ts';
import type { AgentSpec } from '../domain/plan/plan.ts';
import type { AgentFact } from '../domain/receipt/agent-fact.ts';
import type { Result } from '../domain/result.ts';

export type { AgentInput } from '../domain/attempt/input.ts';
export type { AgentFact } from '../domain/receipt/agent-fact.ts';

/** What an agent can and cannot do; the engine asks these, never which agent it is. */
export interface AgentCapabilities {
  /**
   * How a message reaches it while it works: within its turn; by ending the turn and going on with
   * the same session; not at all.
   */
  readonly message: 'mid-turn' | 'resume' | 'none';
  /** It asks for permissions or clarifications, and waits for answers. */
  readonly asks: boolean;
  /** A session that has ended can be gone on with. */
  readonly resume: boolean;
  /** It asks a hook before each tool call, its sub-agents too. */
  readonly hooks: boolean;
  /** The hook is told which sub-agent asks. */
  readonly hooksNameSubAgents: boolean;
  /** What it can be held to; without `off`, nothing is promised about sub-agents. */
  readonly delegation: readonly DelegationMode[];
  /** What happens to a sub-agent above the cap; null: there is no cap. */
  readonly aboveCap: 'refused' | 'queued' | null;
  /** When tokens are known. */
  readonly usage: 'live' | 'at-end' | 'none';
  /** It names a cost of its own. */
  readonly cost: boolean;
  /**
   * What keeps it to its work where no boundary does: an allow-list or its own refusals, its own
   * sandbox, or nothing.
   */
  readonly heldBy: 'allow-list' | 'own-sandbox' | 'nothing';
  /** It can commit in a linked worktree; fanin commits what it leaves otherwise. */
  readonly commits: boolean;
  readonly needsTty: boolean;
  /** What it prints: records that the decoder reads, or text for people. */
  readonly output: 'records' | 'text';
}

/** What is known of an agent's program, as data. */
export interface AgentManifest {
  /** What people call it. */
  readonly title: string;
  readonly binary: string;
  /** Other words for the adapter in a config. */
  readonly aliases: readonly string[];
  /** Its npm package. */
  readonly package: string;
  /** Older versions are refused. */
  readonly minimalVersion: string;
  /** The version that the tests run. */
  readonly testedVersion: string;
  readonly installHint: string;
  readonly loginHint: string;
  /** Hosts that it must reach, without ports. */
  readonly endpoints: readonly string[];
  readonly inside: AgentInside;
}

/** What it needs of a person's own things where a boundary keeps everything else away. */
export interface AgentInside {
  readonly files: readonly AgentFile[];
  /** Variables that it is set up by; a `*` at the end stands for whatever follows. */
  readonly variables: readonly string[];
  /** Those of them whose value is the URL of a model service. */
  readonly baseUrls: readonly string[];
  /** Where its records of its own sessions lie. Where there is not room for all, earlier ones are kept first. */
  readonly sessions: readonly SessionPlace[];
}

/** Records of an agent's own sessions: a file, or a folder with all below it. */
export interface SessionPlace {
  readonly under: 'home' | 'scratch';
  /** Below HOME or `LaunchRequest.scratch`; a `*` stands for any part of one name. */
  readonly path: string;
}

/** A file or folder in a person's HOME that belongs to the agent. */
export interface AgentFile {
  /** Below HOME. */
  readonly path: string;
  /** Where it lies when a variable names the agent's folder: the path below that. */
  readonly moved: { readonly variable: string; readonly path: string } | null;
  /** `log-in`: it is kept fresh in place; `settings`: it is read, and a change stays inside. */
  readonly kind: 'log-in' | 'settings';
}

/** What was found on this machine. */
export interface Detection {
  readonly version: string;
  /** What will not work with it, and why; empty in the tested version. */
  readonly limits: readonly string[];
}

/** Whether it is logged in, in the agent's own words; never read from its credentials. */
export interface LoginState {
  readonly state: 'in' | 'out' | 'unknown';
  readonly text: string;
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
  /** A folder that agent and driver may write to; behind a boundary they only read the other one. */
  readonly scratch: string;
  readonly workspace: string;
  /** Whether a boundary holds the agent: without one, no permission bypass. */
  readonly boundary: boolean;
  /** One of the modes that the adapter's capabilities name. */
  readonly delegation: Delegation;
  /** How long a question of the agent waits for a person, in ms; 0: the default is given at once. */
  readonly questionMs: number;
  /** The guard's config for this attempt, a file; left out or null: no guard is asked. */
  readonly guard?: string | null;
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
  /**
   * What it holds equal whatever the delegation is: prompt, model, effort, tools less those for
   * delegation, binary. Its hash goes into the receipt; two arms of a pair must agree in it. Empty:
   * nothing is known of that.
   */
  readonly fixed: Readonly<Record<string, string>>;
}

/** Turns an agent's output, line by line, into facts. One decoder serves one attempt. */
export interface AgentDecoder {
  /** `line` is without its line end. Never throws. */
  feed(line: string): readonly AgentFact[];
}

/** One kind of agent. Everything in here is pure but `detect` and `login`. */
export interface Agent {
  /** The adapter's name: `claude-code`, `codex`, `command` … */
  readonly name: string;
  readonly capabilities: AgentCapabilities;
  /** Null for adapters that start whatever the config says. */
  readonly manifest: AgentManifest | null;
  /** What is installed. Codes: `agent-not-installed` (with how to install it), `agent-broken`, `agent-too-old`. */
  detect(spec: AgentSpec): Promise<Result<Detection, Failure>>;
  /** Asks the agent's own status command. */
  login(spec: AgentSpec): Promise<LoginState>;
  launch(request: LaunchRequest): Result<Launch, Failure>;
  decoder(): AgentDecoder;
  /** An input as the agent's standard input takes it, line end included; null when it takes none. */
  input(input: AgentInput): string | null;
}
