import type { Question } from './conversation.ts';
import type { CustomCall, HttpError, JsonObject, StepUsage, ToolCall } from './script.ts';

/** The APIs the server speaks. */
export type WireName = 'anthropic' | 'responses' | 'chat' | 'gemini';

/** An answer ready to be sent. */
export interface WireAnswer {
  /** Unique per server and request, as the services' are. */
  readonly id: string;
  readonly model: string;
  readonly reasoning: string | null;
  readonly text: string | null;
  readonly calls: readonly ((ToolCall | CustomCall) & { readonly id: string })[];
  readonly usage: StepUsage;
}

/** How one API asks and is answered. */
export interface Wire {
  readonly name: WireName;
  /** What its tool calls' ids start with. */
  readonly callPrefix: string;
  /** Reads a request; whatever is missing or broken in it reads as empty. */
  read(body: unknown, path: string): Question;
  /** Those kinds of tokens that the wire has a field for; the others are not told, and 0. */
  tells(usage: Required<StepUsage>): StepUsage;
  /** The answer as server-sent events, each with its closing blank line. */
  frames(answer: WireAnswer): readonly string[];
  /** The answer as one body. */
  whole(answer: WireAnswer): JsonObject;
  /** An error's body. */
  error(error: HttpError): JsonObject;
}

/** A server-sent event. */
export function frame(data: JsonObject | string, event?: string): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`;
}

/** A text in pieces, as streams spell it. */
export function pieces(text: string): string[] {
  return text.match(/[\s\S]{1,80}/g) ?? [];
}

/** What an error says. */
export function messageOf({ message, status }: HttpError): string {
  return message ?? `scripted ${status}`;
}

/** A call's input as text: JSON, but for tools that take text. */
export function inputText(call: ToolCall | CustomCall): string {
  return typeof call.input === 'string' ? call.input : JSON.stringify(call.input);
}
