import type { AgentId } from '../agent.ts';
import type { CallOutcome, ErrorClass, ToolKind } from '../event.ts';
import type { Evidence } from '../evidence.ts';

/** One replacement in a file. */
export interface Replacement {
  readonly before: string;
  readonly after: string;
  readonly all: boolean;
}

/** What a file of a patch becomes. */
export interface PatchedFile {
  readonly path: string;
  readonly op: 'create' | 'edit' | 'delete' | 'move';
  readonly added: string;
  readonly removed: string;
}

/** What a call does, in one form for all agents. Paths are as the call has them. */
export type ToolUse =
  | { readonly kind: 'read'; readonly paths: readonly string[] }
  | { readonly kind: 'write'; readonly path: string; readonly content: string | null }
  | { readonly kind: 'edit'; readonly path: string; readonly edits: readonly Replacement[] }
  | { readonly kind: 'patch'; readonly files: readonly PatchedFile[] }
  | { readonly kind: 'shell'; readonly command: string }
  | { readonly kind: 'delegate'; readonly brief: string | null; readonly name: string | null }
  | {
      readonly kind: 'wait';
      /** Null: whichever ends first. */
      readonly targets: readonly AgentId[] | null;
      readonly timeoutMs: number | null;
    }
  | { readonly kind: 'stop'; readonly target: AgentId | null; readonly reason: string | null }
  | { readonly kind: 'message'; readonly to: AgentId | null; readonly text: string | null }
  | {
      readonly kind: Exclude<
        ToolKind,
        'read' | 'write' | 'shell' | 'delegate' | 'wait' | 'stop' | 'message'
      >;
    };

/** A call of a tool as its record tells it. */
export interface CallStart {
  /** By the agent's program: unique among the calls of one agent. */
  readonly id: string;
  readonly agent: AgentId;
  readonly at: number | null;
  readonly name: string;
  readonly use: ToolUse;
  /** Where it was made; null: unknown. */
  readonly cwd: string | null;
  readonly evidence: Evidence;
}

/** The result of a call as its record tells it. */
export interface CallResult {
  readonly id: string;
  readonly agent: AgentId;
  readonly at: number | null;
  readonly outcome: CallOutcome;
  /** Of a command; null: unknown. */
  readonly exit: number | null;
  /** The result's text as far as it is needed here; what is kept of it is cut. */
  readonly text: string;
  /** Characters that the model got; null: unknown. */
  readonly length: number | null;
  /** Whether the program cut it. */
  readonly cut: boolean;
  /** Where the class is known better than by the text. */
  readonly error?: ErrorClass;
  /** The file as it was before a write or an edit, where the record holds it; null: there was none. */
  readonly original?: string | null;
  /** Whether a wait ended by its time; absent: unknown. */
  readonly timedOut?: boolean;
}

/** What kind of tool a use is. */
export function toolKindOf(use: ToolUse): ToolKind {
  switch (use.kind) {
    case 'edit':
    case 'patch':
      return 'write';
    default:
      return use.kind;
  }
}
