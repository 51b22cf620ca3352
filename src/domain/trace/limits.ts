/** The most that a trace keeps, so that a session of any size fits: characters of texts, and items. */
export const LIMITS = {
  /** Of briefs and prompts. */
  brief: 16_000,
  command: 2_000,
  message: 6_000,
  excerpt: 2_000,
  /** Of an error or a reason. */
  reason: 400,
  events: 120_000,
  requests: 60_000,
  /** Literals and names of one written text. */
  names: 60,
  /** Names that one written text uses. */
  used: 160,
  agents: 10_000,
} as const;

/** A text cut to a length; a cut one ends in `…`, and never in half a character. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const kept = text.slice(0, length - 1);
  return copied(`${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`);
}

/** A part of a text may hold on to all of it for as long as it lives; this one does not. */
const copied = (text: string): string => String(JSON.parse(JSON.stringify(text)));
