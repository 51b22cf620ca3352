import type { PricedTokens } from '../cost/tokens.ts';
import type { AgentId } from './agent.ts';
import type { LineDigest } from './line-digest.ts';
import type { Evidence } from './evidence.ts';
import type { PlacedPath } from './place.ts';

/** What all events have. Events of a trace are in the order of time; `at` null stands where it stood in its file. */
export interface EventBase {
  /** Unique in the trace, rising with the order of events. */
  readonly order: number;
  readonly agent: AgentId;
  /** Epoch ms; null: the record has no time. */
  readonly at: number | null;
  readonly evidence: Evidence;
}

/** What a tool does, whatever an agent calls it. `look`: asks how sub-agents fare, without waiting. */
export type ToolKind =
  | 'read'
  | 'search'
  | 'write'
  | 'shell'
  | 'delegate'
  | 'wait'
  | 'look'
  | 'stop'
  | 'message'
  | 'plan'
  | 'web'
  | 'report'
  | 'other';

/** How a call ended. `refused`: it was not let run. `running`: no result is recorded. */
export type CallOutcome = 'ok' | 'error' | 'refused' | 'interrupted' | 'running';

/** Classes of errors. `unknown` is one that no rule knows. */
export type ErrorClass =
  | 'rate-limit'
  | 'context-overflow'
  | 'api'
  | 'network'
  | 'permission'
  | 'stale-edit'
  | 'not-found'
  | 'timeout'
  | 'interrupted'
  | 'concurrency-limit'
  | 'command-failed'
  | 'tool-unavailable'
  | 'bad-arguments'
  | 'unknown';

/** One call of a tool, with its result. What it did to files, tests, git and agents are events of their own. */
export interface ToolCall extends EventBase {
  readonly kind: 'tool';
  /** Unique in the trace. Other events name it as `call`. */
  readonly id: string;
  /** The agent's own name of the tool. */
  readonly name: string;
  readonly tool: ToolKind;
  /** Epoch ms of its result; null: none is recorded, or it has no time. */
  readonly until: number | null;
  readonly outcome: CallOutcome;
  /** Of a command; null: unknown, or no command. */
  readonly exit: number | null;
  /** Null unless the outcome is none of `ok` and `running`. */
  readonly error: ErrorClass | null;
  /** Characters of the result as the model got it; null: unknown. */
  readonly resultLength: number | null;
  /** Whether the program says that it cut the result. */
  readonly resultCut: boolean;
}

/** An agent took in a file. */
export interface FileRead extends EventBase {
  readonly kind: 'read';
  readonly call: string;
  readonly path: PlacedPath;
  /** `run`: the file was carried out as a program or script. */
  readonly how: 'tool' | 'shell' | 'run';
}

/** An agent changed a file, or tried to and was told that it had. */
export interface FileWrite extends EventBase {
  readonly kind: 'write';
  readonly call: string;
  readonly path: PlacedPath;
  /** `replace`: all of it, whatever was there. `revert`: back to what git has. */
  readonly op: 'create' | 'replace' | 'edit' | 'append' | 'delete' | 'move' | 'revert' | 'unknown';
  readonly how: 'tool' | 'shell';
  /** SHA-256 of the content before and after, in hex; null: unknown. Of a file that was not there: `absent`. */
  readonly preHash: string | null;
  readonly postHash: string | null;
  /** All lines after the write, where its whole content is known. */
  readonly content: LineDigest | null;
  /** Lines that the write put in and took out, where that is known. */
  readonly added: LineDigest | null;
  readonly removed: LineDigest | null;
  /** Names it defines for others (exports, routes, tables), from what was written; empty where nothing is known. */
  readonly defines: readonly string[];
  /** Modules and files that what was written names as its imports. */
  readonly imports: readonly string[];
  /** Values that were written out: numbers, and short texts in quotes; at most `LIMITS.names`. */
  readonly literals: readonly string[];
  /** Names that what was written uses or gives: members, keys, constants; at most `LIMITS.used`. */
  readonly names: readonly string[];
  /** `key=value` where what was written gives a name a value; at most `LIMITS.names`. */
  readonly settings: readonly string[];
}

/** A command line. What it touches is certain only where its text says so: else null, which is not "nothing". */
export interface Command extends EventBase {
  readonly kind: 'command';
  readonly call: string;
  /** Cut to `LIMITS.command` characters. */
  readonly text: string;
  readonly cwd: string | null;
  readonly until: number | null;
  readonly exit: number | null;
  /** Names of the programs it runs, each once. */
  readonly programs: readonly string[];
  /** Every path it may change; null: its text does not say. Each has its own `write` event too. */
  readonly writes: readonly PlacedPath[] | null;
  /** Ports that its text names. */
  readonly ports: readonly number[];
  /** Of one that failed: what it said of that, in its own words, cut to `LIMITS.reason` characters; else empty. */
  readonly failures: string;
}

/** A run of tests, a type check, a build or a lint, and what it said. */
export interface TestRun extends EventBase {
  readonly kind: 'test';
  readonly call: string;
  readonly what: 'test' | 'build' | 'types' | 'lint';
  /** The program: `npm test`, `pytest`, `cargo test`. */
  readonly runner: string;
  /** Paths it was narrowed to; empty: all. */
  readonly scope: readonly string[];
  readonly until: number | null;
  readonly verdict: 'passed' | 'failed' | 'unknown';
  /** Tests by its own count; null: it does not say, or in no way that is known. */
  readonly passed: number | null;
  readonly failed: number | null;
  /** What failed, in its own words, cut to `LIMITS.excerpt` characters; empty when nothing did. */
  readonly failures: string;
  /** The work copy it ran in. */
  readonly workspace: string | null;
}

/** An agent waited for others and did nothing else. A foreground sub-agent is waited for by its `delegate` call. */
export interface Wait extends EventBase {
  readonly kind: 'wait';
  readonly call: string;
  /** Null: whichever ends first, or unknown. */
  readonly targets: readonly AgentId[] | null;
  /** The longest it would have waited; null: no limit, or unknown. */
  readonly timeoutMs: number | null;
  readonly until: number | null;
  readonly outcome: 'done' | 'timeout' | 'interrupted' | 'unknown';
}

/** Who a message came from or went to: an agent, the person, or the agent's own program. */
export type Party =
  | { readonly kind: 'agent'; readonly id: AgentId }
  | { readonly kind: 'person' }
  | { readonly kind: 'program' };

/**
 * Text that passed between agents or people. `prompt`: a person's. `brief`: a parent's at the start of a sub-agent.
 * `result`: what a sub-agent handed back. `notice`: the program's word that one has ended. `note`: anything else
 * between agents. `final`: the root's last answer of a turn. `said`: what an agent says beside its work.
 */
export interface Message extends EventBase {
  readonly kind: 'message';
  readonly what: 'prompt' | 'brief' | 'result' | 'notice' | 'note' | 'final' | 'said';
  readonly from: Party;
  readonly to: Party;
  /** Cut to `LIMITS.message` characters. */
  readonly text: string;
  /** Characters of the whole text; null: unknown (encrypted). */
  readonly length: number | null;
  /** The call by which it came or went; null: none. */
  readonly call: string | null;
}

/** What a git command does to a work copy or to what all of them share. */
export type GitOp =
  | 'commit'
  | 'stash'
  | 'stash-pop'
  | 'checkout-paths'
  | 'switch'
  | 'reset'
  | 'clean'
  | 'restore'
  | 'merge'
  | 'rebase'
  | 'cherry-pick'
  | 'apply'
  | 'add'
  | 'rm'
  | 'mv'
  | 'worktree'
  | 'branch'
  | 'tag'
  | 'push'
  | 'pull'
  | 'update-ref'
  | 'look'
  | 'other';

/** One git command. */
export interface GitCommand extends EventBase {
  readonly kind: 'git';
  readonly call: string;
  readonly op: GitOp;
  /** The paths it names; `whole`: it covers the work copy whatever is in it. Null: its text does not say. */
  readonly paths: readonly PlacedPath[] | 'whole' | null;
  /** Whether it takes away what is uncommitted there, or all that is there (`--hard`, `-f`, a path checkout). */
  readonly destroys: boolean;
  readonly workspace: string | null;
  readonly outcome: CallOutcome;
  /** A commit its output names; null: none. */
  readonly commit: string | null;
}

/** One answered request of the model. */
export interface ModelRequest extends EventBase {
  readonly kind: 'request';
  readonly model: string | null;
  readonly usage: PricedTokens;
  /** Whether the records tell of this request alone, or of a sum of several whose sizes are not known. */
  readonly of: 'request' | 'total';
  readonly stop: 'end' | 'tools' | 'length' | 'interrupted' | 'unknown';
}

/** The conversation was shortened to fit. */
export interface Compaction extends EventBase {
  readonly kind: 'compaction';
  readonly trigger: 'auto' | 'manual' | 'unknown';
  readonly tokensBefore: number | null;
}

/** Something failed outside a call: the API, the network, the program. */
export interface TraceError extends EventBase {
  readonly kind: 'error';
  readonly error: ErrorClass;
  readonly text: string;
}

/** A sub-agent was asked for. One that started is an agent of the trace as well. */
export interface Spawn extends EventBase {
  readonly kind: 'spawn';
  readonly call: string | null;
  /** Null: it was refused, or which one it became is not told. */
  readonly child: AgentId | null;
  readonly outcome: 'started' | 'refused' | 'unknown';
  /** Why it was refused. */
  readonly reason: string | null;
  readonly briefHash: string | null;
}

/** A sub-agent was told to stop. */
export interface Stop extends EventBase {
  readonly kind: 'stop';
  readonly call: string | null;
  readonly target: AgentId | null;
  readonly reason: string | null;
}

/** Everything that can happen in a trace. */
export type TraceEvent =
  | ToolCall
  | FileRead
  | FileWrite
  | Command
  | TestRun
  | Wait
  | Message
  | GitCommand
  | ModelRequest
  | Compaction
  | TraceError
  | Spawn
  | Stop;
