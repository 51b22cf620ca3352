/** What the server needs to know of a Messages request. */
export interface Conversation {
  readonly model: string;
  readonly stream: boolean;
  /** Names of the tools the agent offers. */
  readonly tools: readonly string[];
  /** The script that the newest marker in a user's text names; null without one, or without tools. */
  readonly script: string | null;
  /** Which step is due, from 0: answers given since that marker. */
  readonly step: number;
  /** System prompt and all messages as text, tool results included. */
  readonly text: string;
}

const MARKER = /\[\[script:([A-Za-z0-9-]+)\]\]/g;

/**
 * Reads a request's body. The step follows from the conversation alone, so any number of agents can
 * talk to one server at once, and a request that is sent again gets the same answer again.
 */
export function readConversation(body: unknown): Conversation {
  const request = record(body);
  const messages = list(request['messages']).map((message) => ({
    role: record(message)['role'],
    content: record(message)['content'],
  }));
  const tools = list(request['tools']).map((tool) => string(record(tool)['name']));
  let script: string | null = null;
  let step = 0;
  for (const { role, content } of messages) {
    const named =
      role === 'user' ? [...typedText(content).matchAll(MARKER)].at(-1)?.[1] : undefined;
    if (named !== undefined) {
      script = named;
      step = 0;
    } else if (role === 'assistant') step += 1;
  }
  return {
    model: string(request['model']),
    stream: request['stream'] === true,
    tools,
    // Agents ask for titles and the like beside the work itself, and offer no tools then.
    script: tools.length === 0 ? null : script,
    step,
    text: [request['system'], ...messages.map(({ content }) => content)].map(allText).join('\n'),
  };
}

/** A value as an object; empty when it is none. */
export function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** The text a person (or an agent in their place) typed: no tool results, which may quote markers. */
function typedText(content: unknown): string {
  if (typeof content === 'string') return content;
  return list(content)
    .map((block) => string(record(block)['text']))
    .join('\n');
}

function allText(content: unknown): string {
  if (typeof content === 'string') return content;
  return list(content)
    .map((block) => `${string(record(block)['text'])}${allText(record(block)['content'])}`)
    .join('\n');
}

/** A value as a list; empty when it is none. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function string(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
