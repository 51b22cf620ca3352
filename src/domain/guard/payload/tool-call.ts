/** What an agent is about to do with a tool, as far as the guard has to know. */
export type ToolCall =
  | { readonly kind: 'shell'; readonly command: string; readonly cwd: string }
  | {
      readonly kind: 'files';
      readonly cwd: string;
      readonly paths: readonly string[];
      /** Paths that are taken away. */
      readonly removed: readonly string[];
    }
  /** It writes nothing. */
  | { readonly kind: 'harmless' }
  /** It would make or enter a work copy of its own. */
  | { readonly kind: 'work-copy'; readonly tool: string }
  /** A tool that is not known. */
  | { readonly kind: 'unknown'; readonly tool: string };

/** A call as an agent's hook hands it over, and who makes it. */
export interface HookCall {
  readonly call: ToolCall;
  /** What was asked for, in one line, for the log. */
  readonly text: string;
  /** The sub-agent's id; null: the root agent, or it does not say. */
  readonly subAgent: string | null;
}

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const textIn = (record: JsonObject, ...keys: readonly string[]): string | null => {
  for (const key of keys) {
    const value = record[key];
    if (typeof value === 'string') return value;
  }
  return null;
};

/** The texts under the first of the keys that has one, or a list of them. */
export const textsIn = (
  record: JsonObject,
  ...keys: readonly string[]
): readonly string[] | null => {
  for (const key of keys) {
    const value = record[key];
    if (typeof value === 'string') return [value];
    if (isTexts(value)) return value;
  }
  return null;
};

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string');

/** A command as text or as arguments (`["bash", "-lc", "…"]`). */
export function commandIn(record: JsonObject, ...keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = record[key];
    if (typeof value === 'string') return value;
    if (isTexts(value)) return value.map(asWord).join(' ');
  }
  return null;
}

const asWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
