/** A part of a conversation, the same for all wires. */
export interface Turn {
  /** `tool`: what a tool gave back. `system`: told by the agent itself, not typed by anybody. */
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  /** Its text; of a user's turn only what was typed, since tool results may quote markers. */
  readonly text: string;
  /** Ids of the tool calls it makes. */
  readonly calls: readonly string[];
}

/** A request, read from its wire. */
export interface Question {
  readonly model: string;
  readonly stream: boolean;
  /** Names of the tools the agent offers; `namespace.name` where they come in groups. */
  readonly tools: readonly string[];
  readonly turns: readonly Turn[];
}

/** What the server needs to know of a request for an answer. */
export interface Conversation {
  readonly model: string;
  readonly stream: boolean;
  /** Names of the tools the agent offers; `namespace.name` where they come in groups. */
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
 * What is asked for. The step follows from the conversation alone, so any number of agents can talk
 * to one server at once, each following the marker in its own prompt, and a request that is sent
 * again gets the same answer again.
 */
export function conversationOf({ turns, ...question }: Question): Conversation {
  let script: string | null = null;
  let start = 0;
  for (const [index, { role, text }] of turns.entries()) {
    const named = role === 'user' ? [...text.matchAll(MARKER)].at(-1)?.[1] : undefined;
    if (named === undefined) continue;
    script = named;
    start = index + 1;
  }
  return {
    ...question,
    // Agents ask for titles and the like beside the work itself, and offer no tools then.
    script: question.tools.length === 0 ? null : script,
    step: answersIn(turns.slice(start)),
    text: turns.map(({ text }) => text).join('\n'),
  };
}

const CALL_ID = /_([0-9]+x[0-9]+)_[0-9]+$/;

/** The id of an answer's call; `answer` is unique per server and request, as the services' are. */
export const callId = (prefix: string, answer: string, index: number): string =>
  `${prefix}_${answer}_${index}`;

/**
 * How many answers of this server the turns hold. A wire may give an answer back in several turns,
 * and an agent may put the results of its calls between them: the ids of the calls tell which turns
 * are of one answer; where they tell nothing, turns in a row are.
 */
function answersIn(turns: readonly Turn[]): number {
  const seen = new Set<string>();
  let count = 0;
  let current: string | undefined;
  let goesOn = false;
  for (const { role, calls } of turns) {
    if (role !== 'assistant') {
      goesOn = false;
      continue;
    }
    const answer = calls.map((id) => CALL_ID.exec(id)?.[1]).find((id) => id !== undefined);
    const isKnown = answer !== undefined && seen.has(answer);
    const joins = goesOn && (answer === undefined || current === undefined || answer === current);
    if (!isKnown && !joins) count += 1;
    if (answer !== undefined) seen.add(answer);
    current = joins ? (answer ?? current) : answer;
    goesOn = true;
  }
  return count;
}
