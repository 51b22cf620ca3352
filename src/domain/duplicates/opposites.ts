import type { Definition } from './definition.ts';

/** Pairs of words of which a name has one where its counterpart has the other. */
const OPPOSITES = [
  'encode decode',
  'escape unescape',
  'encrypt decrypt',
  'compress decompress',
  'serialize deserialize',
  'parse format',
  'parse stringify',
  'parse build',
  'parse render',
  'read write',
  'load save',
  'get set',
  'get delete',
  'get post',
  'get put',
  'add remove',
  'insert delete',
  'create delete',
  'create update',
  'push pop',
  'open close',
  'start stop',
  'begin end',
  'lock unlock',
  'enable disable',
  'show hide',
  'min max',
  'first last',
  'before after',
  'upper lower',
  'up down',
  'left right',
  'increment decrement',
  'subscribe unsubscribe',
  'attach detach',
  'import export',
  'pack unpack',
  'to from',
  'previous next',
  'request response',
  'input output',
  'row column',
  'width height',
];

const OTHER = new Map<string, Set<string>>();
for (const line of OPPOSITES) {
  const [one = '', other = ''] = line.split(' ');
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const)
    OTHER.set(from, (OTHER.get(from) ?? new Set()).add(to));
}

/** Whether one name has a word, and the other the opposite of it, that neither has in common with the other. */
export const oppose = (one: string, other: string): boolean => {
  const [left, right] = [wordsOf(one), wordsOf(other)];
  return left.some(
    (word) =>
      !right.includes(word) &&
      right.some((each) => !left.includes(each) && OTHER.get(word)?.has(each) === true),
  );
};

const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+/gu) ?? [];

/** Whether one says yes or no, and the other something else, as far as both say what they give back. */
export const answerOtherwise = (one: Definition, other: Definition): boolean => {
  const [here, there] = [saysYesOrNo(one), saysYesOrNo(other)];
  return here !== null && there !== null && here !== there;
};

const YES_OR_NO = /\bbool(?:ean)?\b|:\s*(?:asserts\s+)?\w+ is \w/u;

const saysYesOrNo = ({ family, name, signature, text }: Definition): boolean | null => {
  const result =
    family === 'java'
      ? text.slice(0, Math.max(0, text.indexOf(`${name}(`)))
      : signature.slice(signature.lastIndexOf(')') + 1);
  return result.trim() === '' ? null : YES_OR_NO.test(result);
};
