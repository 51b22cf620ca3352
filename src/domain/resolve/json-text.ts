/** A value in a JSON text, by where it stands. Of all but objects nothing more is known. */
export type JsonNode = JsonObject | ({ readonly kind: 'plain' } & Span);

/** From the first character to the one behind the last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface JsonObject extends Span {
  readonly kind: 'object';
  readonly members: readonly JsonMember[];
}

/** `start` is where the key's quote stands, `end` is the value's. */
export interface JsonMember extends Span {
  readonly key: string;
  readonly value: JsonNode;
}

/** Nobody nests deeper by hand; a text that does would take the stack. */
const MOST_DEPTH = 200;

/**
 * A JSON text whose top is an object; null for every other text, where a key stands twice in one object, and where
 * values are nested endlessly.
 */
export const parseJsonText = (text: string): JsonObject | null => {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  const node = readValue(text, skipSpace(text, 0), MOST_DEPTH);
  return node?.kind === 'object' ? node : null;
};

/** The text is valid JSON, so that this need not look twice. Null: a key stands twice, or it is too deep. */
const readValue = (text: string, start: number, depth: number): JsonNode | null => {
  const first = text[start];
  if (depth === 0) return null;
  if (first === '{') return readObject(text, start, depth - 1);
  if (first === '[') return readArray(text, start, depth - 1);
  if (first === '"') return { kind: 'plain', start, end: endOfString(text, start) };
  let end = start;
  while (end < text.length && !/[\s,\]}]/u.test(text[end] ?? '')) end += 1;
  return { kind: 'plain', start, end };
};

const readObject = (text: string, start: number, depth: number): JsonObject | null => {
  const members: JsonMember[] = [];
  const keys = new Set<string>();
  let at = skipSpace(text, start + 1);
  while (text[at] !== '}') {
    const keyEnd = endOfString(text, at);
    const key = String(JSON.parse(text.slice(at, keyEnd)));
    if (keys.has(key)) return null;
    keys.add(key);
    const colon = skipSpace(text, keyEnd);
    const value = readValue(text, skipSpace(text, colon + 1), depth);
    if (value === null) return null;
    members.push({ key, start: at, end: value.end, value });
    at = afterComma(text, value.end);
  }
  return { kind: 'object', start, end: at + 1, members };
};

const readArray = (text: string, start: number, depth: number): JsonNode | null => {
  let at = skipSpace(text, start + 1);
  while (text[at] !== ']') {
    const value = readValue(text, at, depth);
    if (value === null) return null;
    at = afterComma(text, value.end);
  }
  return { kind: 'plain', start, end: at + 1 };
};

const afterComma = (text: string, end: number): number => {
  const at = skipSpace(text, end);
  return text[at] === ',' ? skipSpace(text, at + 1) : at;
};

const skipSpace = (text: string, from: number): number => {
  let at = from;
  while (' \t\n\r'.includes(text[at] ?? '.')) at += 1;
  return at;
};

const endOfString = (text: string, start: number): number => {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
};
