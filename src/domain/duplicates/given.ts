import type { Definition } from './definition.ts';
import type { Bag } from './bag.ts';
import { subWords } from './words.ts';

/** What a function gives back, by the words of its type: one kind of thing is one word in every language. Empty: it does not say. */
export const givenBy = (definition: Definition): Bag => {
  const { signature, params } = definition;
  const end = Math.max(signature.lastIndexOf(')'), signature.lastIndexOf('->'));
  return typesIn(`${signature.slice(end)} ${resultBefore(definition)}`, new Set(params));
};

/** In Java the result stands before the name. */
const resultBefore = ({ family, name, text }: Definition): string => {
  if (family !== 'java') return '';
  const head = text.slice(0, Math.max(0, text.indexOf(`${name}(`)));
  return head.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|@\w+/gu, ' ');
};

const typesIn = (text: string, names: ReadonlySet<string>): Bag => {
  const bag = new Map<string, number>();
  const add = (word: string): void => void bag.set(word, (bag.get(word) ?? 0) + 1);
  for (const [word] of text.matchAll(/[A-Za-z_]\w*|\[|=>/gu)) {
    if (word === '[') add('list');
    else if (word === '=>') add('function');
    else if (TYPES.has(word)) add(TYPES.get(word) ?? word);
    else if (!names.has(word) && !AROUND.has(word)) for (const each of subWords(word)) add(each);
  }
  return bag;
};

const TYPES: ReadonlyMap<string, string> = new Map(
  [
    'text string str String char CharSequence rune StringBuilder text',
    'number int float f64 f32 u8 u16 u32 u64 i8 i16 i32 i64 usize isize long double Decimal BigDecimal Number int64 int32 float64 float32 uint uint64 Integer Long Double short byte bigint number',
    'boolean bool Boolean boolean',
    'list Array Vec list List slice Iterable Sequence Collection ReadonlyArray tuple Iterator Stream ArrayList VecDeque Deque deque Tuple',
    'set Set HashSet set ReadonlySet',
    'map Map HashMap dict Record map object Dict BTreeMap Mapping ReadonlyMap',
    'date Date datetime date LocalDate Time Instant LocalDateTime DateTime',
    'span Duration timedelta',
    'function Function Callable Fn FnMut FnOnce func Supplier Runnable Predicate BiFunction Consumer',
    'nothing void None',
  ].flatMap((line) => {
    const [kind = '', ...words] = line.split(' ');
    return words.map((word) => [word, kind] as const);
  }),
);

/** What stands around a type and says nothing of the kind of thing. */
const AROUND = new Set(
  (
    'Option Optional Result Promise async Readonly mut const ref self Self this Box Arc Rc error Error readonly ' +
    'undefined null unknown any Any interface public private protected static final var let impl dyn where as time ' +
    'math Exception typing extends keyof typeof is in'
  ).split(' '),
);
