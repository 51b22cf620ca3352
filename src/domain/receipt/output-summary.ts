import type { MessageWay, ModelUsage, Question } from './agent-fact.ts';
import type { TokenUsage } from './token-usage.ts';
import type { Trouble } from './trouble.ts';

/** Tokens of one attempt. */
export interface UsageSummary {
  /** Sub-agents included. */
  readonly total: TokenUsage;
  /** The part of sub-agents; null where the agent does not tell them apart. */
  readonly sub: TokenUsage | null;
  /** The total by model; null where the agent does not say. */
  readonly models: readonly ModelUsage[] | null;
  /** Request by request, when the agent tells each of them: they add up to the total. */
  readonly requests: readonly ModelUsage[] | null;
  /** There was more than was told: the agent tells the rest at its end only, and had none. */
  readonly lowerBound: boolean;
}

/** What is known of native sub-agents. */
export interface SubAgentSummary {
  readonly started: number;
  readonly ended: number;
  /** Asked for and not let. */
  readonly refused: number;
  readonly mostAtOnce: number;
}

/** A question of the agent with the answer that it got; null while it waits. */
export interface AskedQuestion {
  readonly question: Question;
  readonly answer: { readonly choice: string; readonly by: 'person' | 'default' } | null;
}

/** A command that was run, and by whom. */
export interface CommandRun {
  readonly argv: string;
  readonly exit: number | null;
  readonly source: 'agent' | 'fanin';
}

/** What the agent's own output told, summed up. */
export interface OutputSummary {
  readonly version: string | null;
  readonly model: string | null;
  readonly session: string | null;
  readonly usage: UsageSummary | null;
  readonly costUsd: number | null;
  readonly commands: readonly CommandRun[];
  readonly refused: readonly string[];
  readonly subAgents: SubAgentSummary;
  readonly messages: readonly {
    readonly id: string;
    readonly way: MessageWay;
  }[];
  readonly questions: readonly AskedQuestion[];
  /** The last fatal one; where there is none, the last one. */
  readonly trouble: Trouble | null;
  readonly transcripts: readonly string[];
  readonly finalText: string;
  /** The agent's last word was that it failed. */
  readonly saysFailed: boolean;
  readonly toolCalls: number;
  readonly unknownRecords: number;
}

/** What is known before the first fact. */
export const emptySummary: OutputSummary = {
  version: null,
  model: null,
  session: null,
  usage: null,
  costUsd: null,
  commands: [],
  refused: [],
  subAgents: { started: 0, ended: 0, refused: 0, mostAtOnce: 0 },
  messages: [],
  questions: [],
  trouble: null,
  transcripts: [],
  finalText: '',
  saysFailed: false,
  toolCalls: 0,
  unknownRecords: 0,
};
