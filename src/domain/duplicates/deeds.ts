import type { LanguageFamily } from './definition.ts';
import type { Bag } from './bag.ts';
import { scanTokens } from './tokens.ts';

/** What a function's text does, by the words and signs that languages have for it, and how often. */
export const deedsOf = (text: string, family: LanguageFamily): Bag => {
  const times = new Map<string, number>();
  const add = (deed: string): void => void times.set(deed, (times.get(deed) ?? 0) + 1);
  scanTokens(text, family, (kind, start, end) => {
    if (kind === 'literal') return;
    if (end - start > 1) {
      const deed = DEED.get(text.slice(start, end).toLowerCase());
      if (deed !== undefined) add(deed);
    } else if (kind === 'fixed') {
      const deed = SIGN.get(text[start] ?? '');
      if (deed !== undefined && !isArrow(text, start)) add(deed);
    }
  });
  return times;
};

const isArrow = (text: string, at: number): boolean =>
  (text[at] === '>' && (text[at - 1] === '=' || text[at - 1] === '-')) ||
  (text[at] === '-' && text[at + 1] === '>');

const SIGN: ReadonlyMap<string, string> = new Map([
  ['%', 'remainder'],
  ['/', 'divide'],
  ['*', 'multiply'],
  ['+', 'add'],
  ['-', 'subtract'],
  ['<', 'compare'],
  ['>', 'compare'],
  ['&', 'both'],
  ['|', 'both'],
]);

/** The deed, and the words of six languages and their libraries for it, in lower case. */
const WORDS = [
  'iterate for while loop map foreach filter reduce fold collect iter range stream',
  'sort sorted sort_by sorted_by slicestable sort_unstable sort_by_key tosorted',
  'append push add extend insert push_back push_str concat put set_default',
  'both and or',
  'fail throw raise err panic errorf reject',
  'replace replaceall sub replace_all translate',
  'split splitn partition fields split_whitespace lines split_once rsplit',
  'join',
  'slice substring substr sublist',
  'round floor ceil trunc quantize tofixed',
  'extreme min max',
  'later await async promise future thread sleep settimeout completablefuture',
  'look get has contains containskey includes contains_key indexof',
  'case tolowercase lower to_lowercase tolower to_ascii_lowercase casefold touppercase upper toupper to_uppercase',
  'trim strip trimspace trimstart trimend',
  'match test exec matches fullmatch matchstring compile regexp regex re',
  'number parseint parsefloat float atoi parse parseuint valueof',
  'sum total',
  'unique set hashset seen',
  'angle sin cos sqrt atan2 radians asin pow',
  'time date now datetime localdate duration timedelta instant',
  'random rand randint uuid secrets securerandom',
  'file open readfile read_to_string write writefile path filepath',
  'net fetch request http axios requests',
  'json dumps loads serde stringify marshal',
];

const DEED: ReadonlyMap<string, string> = new Map(
  WORDS.flatMap((line) => {
    const [deed = '', ...words] = line.split(' ');
    return [deed, ...words].map((word) => [word, deed] as const);
  }),
);
