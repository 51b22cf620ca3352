import { literalsIn } from '../build/content-names.ts';

/** Values that a text writes out: numbers, and what stands in quotes. A full stop is no part of a number. */
export const valuesIn = (text: string): readonly string[] =>
  literalsIn(text.replaceAll(/[.,;:](?=\s|$)/g, ' '));

/** Whether a text has a value as a word of its own. */
export function hasWord(text: string, value: string): boolean {
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1))
    if (!WORD.test(text[at - 1] ?? ' ') && !WORD.test(text[at + value.length] ?? ' ')) return true;
  return false;
}

const WORD = /\w/;
