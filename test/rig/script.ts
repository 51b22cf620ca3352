/** Values that survive JSON. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Tokens of one answer, by kind. */
export interface StepUsage {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
}

/** A tool call as the model would make it. */
export interface ToolCall {
  readonly name: string;
  readonly input: JsonObject;
}

interface Common {
  /** The request waits here until the test calls `release` with the same name. */
  readonly hold?: string;
}

/** An answer: text, tool calls, or both. Without calls it ends the agent's turn. */
export interface AnswerStep extends Common {
  readonly text?: string;
  readonly calls?: readonly ToolCall[];
  /** Kinds left out get figures that differ from step to step. */
  readonly usage?: Partial<StepUsage>;
}

/** An HTTP error instead of an answer: `{ status: 529, error: 'overloaded_error' }`. */
export interface ErrorStep extends Common {
  readonly status: number;
  readonly error: string;
  readonly message?: string;
}

/** One request's answer. */
export type Step = AnswerStep | ErrorStep;

/**
 * What the model does in one conversation, request by request; plain data. In every string
 * `{{match:REGEX}}` stands for the first group of REGEX's last match in the conversation so far.
 */
export type Script = readonly Step[];

/** Scripts by name. A name has letters, digits and dashes. */
export type Scripts = Readonly<Record<string, Script>>;

/** Put into a prompt, this picks the script for the conversation that follows. */
export const marker = (script: string): string => `[[script:${script}]]`;

/** The folder that the Claude Code CLI says it works in, for use in a step's strings. */
export const WORKING_DIRECTORY = '{{match:[wW]orking directory: ([^\\n]+)}}';

/** The tokens of step `index`: what the script says, else figures of which no two steps' agree. */
export function stepUsage(index: number, given: Partial<StepUsage> = {}): StepUsage {
  return {
    input: 1000 + 7 * index,
    cacheRead: 200 + 3 * index,
    cacheWrite: 30 + index,
    output: 50 + 2 * index,
    ...given,
  };
}
