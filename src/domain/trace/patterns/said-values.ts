/** A thing that a text gives a value: `port = 80`, `the port is 80`, `PORT was "x"`. */
export interface SaidValue {
  /** The words of its name, in small letters: `max retries` of `MAX_RETRIES`. */
  readonly key: string;
  readonly value: string;
}

/** It begins where a word does. */
const NAME = /(?<!\w)[A-Za-z_][\w.-]{0,60}\w/.source;
const PLAIN =
  /["'`]([^"'`\n]{1,60})["'`]|(-?\d[\d.,_:]*\d|\d|true|false)(?=\s?[A-Za-z%]{0,9}\b|[^\w]|$)|(\/[\w./{}-]+)/
    .source;
/** A word without quotes may be a value as well. */
const WORD = /([A-Za-z][\w/+-]{2,})/.source;
const GIVES =
  /(?:=>?|:|->|(?:is|was|are|were|stays|remains|has|must be|should be|has to be|needs to be|shall be|equals|defaults to|is set to|needs|takes|expects|wants|allows|of|at|to)(?: (?:now|still|always|set to|at|in|a|an|the|called|named))*)/
    .source;

const PATTERNS: readonly RegExp[] = [PLAIN, WORD].flatMap((value) => [
  new RegExp(`["'\`]?(${NAME})["'\`]?\\s*[=:]\\s*(?:${value})`, 'g'),
  new RegExp(`["'\`]?(${NAME})["'\`]?(?: \\([^)\\n]{1,40}\\))?\\s*${GIVES}\\s+(?:${value})`, 'g'),
]);

const MOST_TEXT = 8_000;

/** What a text says, each once. A full stop is no part of a value. */
export function saidValues(text: string): readonly SaidValue[] {
  const read = text.slice(0, MOST_TEXT);
  const all = new Map<string, SaidValue>();
  for (const pattern of PATTERNS)
    for (const [, name = '', ...values] of read.matchAll(pattern)) {
      const found = values.find((each) => each !== undefined) ?? '';
      const value = found.replace(/[.,:]+$/, '');
      const key = keyOf(name);
      if (value !== '' && key !== '') all.set(`${key}\0${value}`, { key, value });
    }
  return [...all.values()];
}

/** A name by its words: two spellings of one name are the same. */
export const keyOf = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, ' ')
    .trim();

/** Whether two names may be of one thing: one has all the words of the other. */
export function isSameKey(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return ` ${long} `.includes(` ${short} `);
}
