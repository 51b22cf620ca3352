import type { TokenUsage } from './token-usage.ts';

/** Something an agent asks of whoever runs it, and waits for. */
export interface Question {
  /** Unique within the attempt. */
  readonly id: string;
  /** `permission`: may it do this; `clarification`: what is meant. */
  readonly kind: 'permission' | 'clarification';
  readonly text: string;
  /** The answers it can take, each a short word; empty: any text. */
  readonly options: readonly string[];
  /** What it is told when nobody answers in time. */
  readonly default: string;
  /** Epoch ms at which the default is given. */
  readonly until: number;
}

/** What became of a message: taken within the turn, by ending the turn and going on, or it came too late. */
export type MessageWay = 'mid-turn' | 'resume' | 'too-late';

/** Tokens by the model that they were paid for. */
export interface ModelUsage {
  /** As the provider names it; null where the agent does not say. */
  readonly model: string | null;
  readonly usage: TokenUsage;
}

/**
 * Why an agent could not do its work, told apart from work that it did badly. Stable: they go into
 * the log and the receipt.
 */
export type TroubleCode =
  | 'agent-not-logged-in'
  | 'agent-first-run'
  | 'agent-needs-tty'
  | 'agent-rate-limited'
  | 'agent-context-overflow'
  | 'agent-server-error'
  | 'agent-stream-cut'
  | 'agent-unreachable'
  | 'agent-protocol-error'
  | 'agent-failed';

/** One thing an agent's output told, as the agent's decoder reads it. Unknown records are counted, never fatal. */
export type AgentFact =
  | {
      readonly kind: 'identity';
      readonly version: string | null;
      readonly model: string | null;
      readonly session: string | null;
    }
  /**
   * Totals so far, sub-agents included. `lowerBound`: there is more that the agent tells at its end
   * only. `sub`: the part of sub-agents. `models`: the same total by model.
   */
  | {
      readonly kind: 'usage';
      readonly usage: TokenUsage;
      readonly sub?: TokenUsage;
      readonly models?: readonly ModelUsage[];
      readonly lowerBound?: true;
    }
  /** One answered request of the model, told once. `sub`: a sub-agent's. */
  | ({ readonly kind: 'request'; readonly sub: boolean } & ModelUsage)
  | { readonly kind: 'tool'; readonly text: string }
  | { readonly kind: 'command'; readonly argv: string; readonly exit: number | null }
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'said'; readonly text: string }
  /** A native sub-agent. `refused`: it was asked for and not let. */
  | {
      readonly kind: 'sub-agent';
      readonly id: string;
      readonly phase: 'started' | 'ended' | 'refused';
      readonly name: string;
    }
  | {
      readonly kind: 'message';
      readonly id: string;
      readonly way: MessageWay;
    }
  | { readonly kind: 'question'; readonly question: Question }
  | {
      readonly kind: 'answered';
      readonly id: string;
      readonly choice: string;
      readonly by: 'person' | 'default';
    }
  /** `fatal`: the attempt ends of it; otherwise the agent goes on (it tries again, say). */
  | {
      readonly kind: 'trouble';
      readonly code: TroubleCode;
      readonly text: string;
      readonly fatal: boolean;
    }
  /** Where the agent's own record of the session lies. */
  | { readonly kind: 'transcript'; readonly path: string }
  | {
      readonly kind: 'result';
      readonly text: string;
      readonly failed: boolean;
      readonly costUsd: number | null;
    }
  | { readonly kind: 'unknown'; readonly what: string };
