import { once } from './once.ts';
import { isSameKey, keyOf, type SaidValue } from './said-values.ts';
import { writesByLiteral, writesByName } from './session-index.ts';
import type { Timed } from './session-view.ts';
import type { SessionView } from './session-view.ts';
import { firstAfter } from './timed-list.ts';

type Write = Timed<'write'>;

/** A value of fewer letters says nothing without its name. */
const LEAST = 2;

const lastWord = (key: string): string => key.slice(key.lastIndexOf(' ') + 1);

const pairOf = (setting: string): SaidValue => {
  const at = setting.indexOf('=');
  return { key: keyOf(setting.slice(0, at)), value: setting.slice(at + 1) };
};

/** Whether a write puts in a value: by itself, or under a name that may be the one that was said. */
export const gives = ({ literals, names, settings }: Write, { key, value }: SaidValue): boolean =>
  (value.length >= LEAST && (literals.includes(value) || names.includes(value))) ||
  settings
    .map(pairOf)
    .some((each) => each.value === value && (key === '' ? false : isSameKey(each.key, key)));

const bySetting = once(({ productWrites }) => {
  const by = new Map<string, Write[]>();
  for (const write of productWrites)
    for (const { key, value } of write.settings.map(pairOf)) {
      const place = `${lastWord(key)}=${value}`;
      const all = by.get(place);
      if (all === undefined) by.set(place, [write]);
      else if (all.at(-1) !== write) all.push(write);
    }
  return by;
});

/** The first write behind a moment that puts in a value. */
export function firstGiving(
  view: SessionView,
  said: SaidValue,
  after: number,
  fits: (write: Write) => boolean,
): Write | undefined {
  const { key, value } = said;
  const lists = [
    ...(value.length < LEAST
      ? []
      : [writesByLiteral(view).get(value) ?? [], writesByName(view).get(value) ?? []]),
    bySetting(view).get(`${lastWord(key)}=${value}`) ?? [],
  ];
  return lists
    .flatMap((list) => firstAfter(list, after, (each) => gives(each, said) && fits(each)) ?? [])
    .toSorted((a, b) => a.at - b.at)[0];
}
