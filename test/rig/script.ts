/** Values that survive JSON. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/**
 * Tokens of one answer, by kind, in the one form that all wires are converted from. `input` is
 * without what came from or went to the cache. `output` includes `reasoning`, which says how much
 * of it was reasoning: as on OpenAI's wires. Gemini tells the two apart, and each wire tells totals
 * of its own, so an adapter's figures are compared with these and not with the wire's.
 */
export interface StepUsage {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
  /** A part of `output`. Left out where the wire has no field for it (Anthropic's). */
  readonly reasoning?: number;
}

/** A tool call as the model would make it. */
export interface ToolCall {
  readonly name: string;
  readonly input: JsonObject;
  /** The group the tool is in, on the Responses wire: `multi_agent_v1`, `collaboration`. */
  readonly namespace?: string;
}

/** A call of a tool that takes text (on the Responses wire): Codex's `exec` takes JavaScript. */
export interface CustomCall {
  readonly name: string;
  readonly custom: true;
  readonly input: string;
  readonly namespace?: string;
}

interface Common {
  /** The request waits here, unanswered, until the test calls `release` with the same name. */
  readonly hold?: string;
  /** The answer comes so much later; only where a hold cannot do it. */
  readonly delayMs?: number;
  /** What the first requests for this step get instead, one each: what a retry then gets past. */
  readonly faultsFirst?: readonly Fault[];
}

/** What goes wrong with an answer on its way. A faulty answer counts as not served. */
export interface Damage {
  /** The connection breaks in the middle of the answer. */
  readonly cut?: 'mid-stream';
  /** An event in the middle of the stream (or the body) is no JSON, and nothing follows it. */
  readonly garble?: true;
  /** The answer stops in its middle until the test calls `release` with this name, then goes on. */
  readonly hang?: string;
}

/** An HTTP error. */
export interface HttpError {
  readonly status: number;
  /** The kind, as the wire names it: `overloaded_error`, `rate_limit_exceeded`, `UNAVAILABLE`. */
  readonly error: string;
  readonly message?: string;
  /** Seconds, as a `retry-after` header. */
  readonly retryAfter?: number;
}

/** Something that may go wrong with a request before the step's own answer comes. */
export type Fault = HttpError | Damage;

/** An answer: text, tool calls, or both. Without calls it ends the agent's turn. */
export interface AnswerStep extends Common, Damage {
  readonly text?: string;
  /** What the model thinks first, as text that the agent may show. */
  readonly reasoning?: string;
  readonly calls?: readonly (ToolCall | CustomCall)[];
  /** Kinds left out get figures that differ from step to step. */
  readonly usage?: Partial<StepUsage>;
}

/** An HTTP error instead of an answer, each time: `{ status: 529, error: 'overloaded_error' }`. */
export interface ErrorStep extends Common, HttpError {}

/** One request's answer. */
export type Step = AnswerStep | ErrorStep;

/**
 * What the model does in one conversation, request by request; plain data. In every string
 * `{{match:REGEX}}` stands for the first group of REGEX's last match in the conversation so far,
 * and `{{match@N:REGEX}}` for that of its match number N, from 0.
 */
export type Script = readonly Step[];

/** Scripts by name. A name has letters, digits and dashes. */
export type Scripts = Readonly<Record<string, Script>>;

/** Put into a prompt, this picks the script for the conversation that follows. */
export const marker = (script: string): string => `[[script:${script}]]`;

/** The folder that an agent's system prompt says it works in, for use in a step's strings. */
export const WORKING_DIRECTORY = '{{match:[wW]orking directory: ([^\\n]+)}}';

/** The tokens of step `index`: what the script says, else figures of which no two steps' agree. */
export function stepUsage(index: number, given: Partial<StepUsage> = {}): Required<StepUsage> {
  return {
    input: 1000 + 7 * index,
    cacheRead: 200 + 3 * index,
    cacheWrite: 30 + index,
    output: 50 + 2 * index,
    // Never more than the output that it is a part of, whatever the script says of that.
    reasoning: Math.min(5 + index, given.output ?? Infinity),
    ...given,
  };
}
