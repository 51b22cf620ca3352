import type { Launch } from '../../../../src/ports/agent.ts';
import type { Conversation } from '../../../rig/conversation.ts';
import type { AnswerStep, CustomCall, ToolCall } from '../../../rig/script.ts';
import type { AgentCliName } from '../../agent-cli.ts';
import type { Step } from '../scenario.ts';
import type { Player } from './scenario.ts';

/** Where a program plays. */
export interface Place {
  readonly home: string;
  readonly workspace: string;
  /** Of the model server. */
  readonly url: string;
  readonly prompt: string;
}

/** What an answer's calls are made from. */
export interface Scene {
  readonly asked: Conversation;
  readonly workspace: string;
  /** What a sub-agent is told, with the mark by which the model knows it. */
  readonly brief: (child: string, text: string) => string;
  /** Sub-agents that were started beside their parent, in their order. */
  readonly beside: readonly string[];
  /** A command, with the times of its scenario in real seconds. */
  readonly command: (text: string) => string;
}

/** A call of a tool. */
export type Call = ToolCall | CustomCall;

/** A real program, and how what happens in a scenario is said in its tools. */
export interface Stage {
  readonly player: Player;
  readonly cli: AgentCliName;
  /** How it is started, without a person and with a fake key. */
  readonly launch: (place: Place) => Pick<Launch, 'argv' | 'env' | 'files'>;
  readonly call: (step: Step, scene: Scene) => Call;
  /** Calls of one answer that the program has a single one for. */
  readonly join?: (steps: readonly Step[], scene: Scene) => Call | null;
  /** What must be said first, in an answer of its own; null: nothing. */
  readonly before?: (steps: readonly Step[], scene: Scene) => AnswerStep | null;
  /** With this an agent waits until it is told something. */
  readonly rest: AnswerStep;
  /** Whether a parent must wait by itself for sub-agents that it did not start beside it. */
  readonly waitsByCall: boolean;
  /** Whether an agent has been told of the end of another. */
  readonly hasHeard: (child: string, scene: Scene) => boolean;
  /** How an agent gets what another has handed in, where it is only told that it has. */
  readonly fetch?: (child: string, scene: Scene) => AnswerStep;
  /** The folder in its home that holds its records, and what it is called in the corpus. */
  readonly records: readonly [from: string, to: string];
  /** Which of the files below are records. */
  readonly isRecord: (path: string) => boolean;
  /** The id of the agent that a file of records is of. */
  readonly agentOf: (path: string, text: string) => string;
}

/** The folder that an agent works in, as its program told it. */
export const folderOf = ({ asked, workspace }: Scene): string =>
  [...asked.text.matchAll(/[wW]orking directory: ([^\n]+)/g)].at(-1)?.[1]?.trim() ?? workspace;
