import type { Definition } from './definition.ts';
import { meaning } from './words.ts';

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
  'acquire release',
  'reserve release',
  'grant revoke',
  'allow deny',
  'accept reject',
  'approve reject',
  'include exclude',
  'register unregister',
  'connect disconnect',
  'join leave',
  'join split',
  'merge split',
  'enqueue dequeue',
  'push dequeue',
  'pop enqueue',
  'send receive',
  'produce consume',
  'publish consume',
  'deposit withdraw',
  'credit debit',
  'buy sell',
  'since until',
  'head tail',
  'top bottom',
  'even odd',
  'ceil floor',
  'success failure',
  'oldest newest',
  'earliest latest',
  'longest shortest',
  'largest smallest',
  'highest lowest',
  'maximum minimum',
  'most least',
  'best worst',
  'ascending descending',
  'asc desc',
  'horizontal vertical',
];

/** Words of which a name has one: what is done to one of a row is not done to another. */
const ROWS = [
  'second minute hour day week month quarter year',
  'hourly daily weekly monthly quarterly yearly annual',
  'json xml yaml toml csv html markdown ini',
  'iban card email phone isbn url ip uuid vat zip password username',
  'md5 sha1 sha256 sha512 crc32',
  'mean median mode variance',
  'sum product',
  'snake camel kebab pascal',
];

/** By what programmers mean, too: a name that says `human` formats. */
function meantBy(line: string): string {
  return line.split(' ').map(meaning).join(' ');
}

const OTHER = new Map<string, Set<string>>();
for (const line of [...OPPOSITES, ...ROWS, ...OPPOSITES.map(meantBy)]) {
  const words = line.split(' ');
  for (const word of words) OTHER.set(word, new Set([...(OTHER.get(word) ?? []), ...words]));
}

/**
 * Whether one name has a word, and the other the opposite of it, that neither has in common with the other; or both
 * say the same the other way around (`daysToHours`, `hoursToDays`).
 */
export const oppose = (one: string, other: string): boolean => {
  const [left, right] = [wordsOf(one), wordsOf(other)];
  const differ = left.some(
    (word) =>
      !right.includes(word) && right.some((each) => !left.includes(each) && exclude(word, each)),
  );
  return differ || isTurned(left, right);
};

const exclude = (one: string, other: string): boolean =>
  isOther(one, other) ||
  isOther(meaning(one), meaning(other)) ||
  UNDONE.some((prefix) => one === prefix + other || other === prefix + one) ||
  (NUMBER.test(one) && NUMBER.test(other));

const isOther = (one: string, other: string): boolean =>
  one !== other && OTHER.get(one)?.has(other) === true;

const UNDONE = ['un', 'de', 'dis', 'non', 'in'];
const NUMBER = /^\d+$/u;

const isTurned = (left: readonly string[], right: readonly string[]): boolean => {
  const [at, there] = [left.indexOf('to'), right.indexOf('to')];
  if (at < 1 || there < 1) return false;
  const from = left.slice(0, at).join(' ');
  const to = left.slice(at + 1).join(' ');
  return (
    from !== to &&
    from === right.slice(there + 1).join(' ') &&
    to === right.slice(0, there).join(' ')
  );
};

const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+\d*|\d+/gu)
    ?.flatMap((word) => (OTHER.has(word) ? word : (word.match(/[a-z]+|\d+/gu) ?? []))) ?? [];

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
