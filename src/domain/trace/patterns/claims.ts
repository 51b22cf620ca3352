import { contentWords } from './content-words.ts';
import { saidValues, type SaidValue } from './said-values.ts';
import { statedIn } from './stated-values.ts';
import { FRAME } from './verdicts.ts';

/** A value that a sentence has, with what the sentence is about. */
export interface Claim extends SaidValue {
  readonly about: ReadonlySet<string>;
}

/** Of a long text the first sentences are enough. */
const MOST_SENTENCES = 40;
const MOST_VALUES = 12;

/** What a text says, sentence by sentence. */
export const claimsIn = (text: string): readonly Claim[] =>
  text
    .split(/(?<=[.!?])\s+|\n+/)
    .filter((sentence) => !FRAME.test(sentence))
    .slice(0, MOST_SENTENCES)
    .flatMap((sentence) => {
      const about = new Set([...contentWords(sentence), ...shortWordsIn(sentence)]);
      const named = saidValues(sentence);
      const known = new Set(named.map(({ value }) => value));
      const bare = statedIn(sentence)
        .filter((value) => !known.has(value))
        .map((value) => ({ key: '', value }));
      return [...named, ...bare].slice(0, MOST_VALUES).map((each) => ({ ...each, about }));
    });

/** Words of three letters are mostly none that carry; of what a value is of, some do: `pod`, `key`, `ttl`. */
const shortWordsIn = (sentence: string): readonly string[] =>
  (sentence.toLowerCase().match(/\b[a-z]{3}\b/g) ?? []).filter((word) => !SHORT.has(word));

const SHORT: ReadonlySet<string> = new Set(
  (
    'the and for not are was has had can all but its our you one two six ten out now new old per any too who how why let put set ' +
    'get use run see may own off yes via few his her him she they did does say way day big end got'
  ).split(' '),
);

/** Whether two values are of one kind: both numbers, or neither. */
export const isSameKind = (a: string, b: string): boolean => NUMBER.test(a) === NUMBER.test(b);

const NUMBER = /^-?\d[\d.,_:]*$/;

/** Whether two claims speak of one thing. */
export function areOfOneThing(a: Claim, b: Claim): boolean {
  for (const word of a.about) if (b.about.has(word)) return true;
  return false;
}
