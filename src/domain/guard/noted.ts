/** A line of the guard's log. */
export interface Noted {
  readonly at: number;
  readonly agent: string;
  readonly subAgent: string | null;
  readonly text: string;
  readonly verdict: string;
  readonly rule: string;
  readonly reason: string;
  readonly instead: string;
  /** False: it was let run, since a boundary holds. */
  readonly refused: boolean;
}

/** The lines of a guard's log; what is no such line is left out: an agent can write there too. */
export function readNoted(text: string): readonly Noted[] {
  return text.split('\n').flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return isNoted(value) ? [value] : [];
    } catch {
      return [];
    }
  });
}

function isNoted(value: unknown): value is Noted {
  if (typeof value !== 'object' || value === null) return false;
  const record = value as Readonly<Record<string, unknown>>;
  const texts = ['agent', 'text', 'verdict', 'rule', 'reason', 'instead'];
  return (
    typeof record['at'] === 'number' &&
    typeof record['refused'] === 'boolean' &&
    texts.every((key) => typeof record[key] === 'string')
  );
}

/** What was refused, each once, with the rule. */
export const refusedTexts = (all: readonly Noted[]): readonly string[] => [
  ...new Set(
    all.filter(({ refused }) => refused).map(({ text, rule }) => `${text} (guard: ${rule})`),
  ),
];
