import {
  eventsOf,
  handedIn,
  askedAt,
  subOf,
  writesAt,
  writesByLiteral,
  writesOf,
} from './session-index.ts';
import { firstGiving, gives } from './given-values.ts';
import { filesReadBy, hasLookedUp } from './looked-up.ts';
import { hasWord } from './message-values.ts';
import { once } from './once.ts';
import type { Candidate } from './pattern.ts';
import { isSameKey, keyOf, saidValues, type SaidValue } from './said-values.ts';
import type { Result, SessionView, Timed } from './session-view.ts';
import { setbacks } from './setbacks.ts';
import { isNearSpelling } from './spellings.ts';
import { statedIn } from './stated-values.ts';
import { between, soonAfter } from './timed-list.ts';

/**
 * A value that a sub-agent had looked up came out otherwise in what it handed in: it was put in as it was said, and another
 * came in its place, which a failure, a second look at the same source, or what was known elsewhere says to be the right one.
 */
export function misreported(view: SessionView, result: Result): readonly Candidate[] {
  const { from, to, at, message } = result;
  if (eventsOf(view, 'tool', from).length === 0) return [];
  const own = new Set(writesOf(view, from).flatMap(({ literals }) => literals));
  return saidIn(message.text).flatMap((said) => {
    if (own.has(said.value)) return [];
    const use = firstGiving(view, said, at, ({ agent }) => agent !== from);
    if (use === undefined) return [];
    const mend = soonAfter(
      writesAt(view, use.path),
      use.at,
      (write) => !gives(write, said) && rightValue(write, use, said) !== null,
    );
    const right = mend === undefined ? null : rightValue(mend, use, said);
    if (mend === undefined || right === null || message.text.includes(right)) return [];
    if (isSaidElsewhere(view, result, right, use.at)) return [];
    if (!isBorneOut(view, result, right, [use, mend])) return [];
    const user = subOf(view, use.agent);
    return [
      {
        agents: [...new Set([from, to, use.agent])],
        evidence: [
          ...handedIn(view, result),
          ...(user === undefined ? [] : [askedAt(view, user)]),
          use.evidence,
          mend.evidence,
        ],
        consequence: `${use.path.path} was written with "${said.value}" and corrected to "${right}"`,
        nearest: 'conflicting-handoff' as const,
        rejection: 'one alone said it, and otherwise than it had seen it',
        confidence: 'medium' as const,
        episode: [`value:${use.path.path}`, `result:${from}`],
      },
    ];
  });
}

/** Values with their names, and those that have none. */
function saidIn(text: string): readonly SaidValue[] {
  const named = saidValues(text);
  const known = new Set(named.map(({ value }) => value));
  const bare = statedIn(text).filter((value) => !known.has(value));
  return [...named, ...bare.map((value) => ({ key: '', value }))];
}

/** What a write has in the place of a value: under the same name, or by nearly the same spelling. */
function rightValue(write: Timed<'write'>, use: Timed<'write'>, said: SaidValue): string | null {
  const before = new Set([...use.literals, ...use.names]);
  const near = [...write.literals, ...write.names].find(
    (each) => !before.has(each) && isNearSpelling(each, said.value),
  );
  if (near !== undefined) return near;
  for (const setting of write.settings) {
    const cut = setting.indexOf('=');
    const value = setting.slice(cut + 1);
    const key = keyOf(setting.slice(0, cut));
    const isPut = said.key !== '' && isSameKey(key, said.key) && !use.settings.includes(setting);
    const isReplaced = use.settings.some(
      (each) => each === `${setting.slice(0, cut)}=${said.value}`,
    );
    if (value !== said.value && (isPut || isReplaced)) return value;
  }
  return null;
}

/** Whether another result has it: then the two do not agree, and none was altered. */
const isSaidElsewhere = (
  view: SessionView,
  { to, from }: Result,
  value: string,
  until: number,
): boolean =>
  (resultsTo(view).get(to) ?? []).some(
    (each) => each.from !== from && each.at < until && hasWord(each.message.text, value),
  );

const resultsTo = once(({ results }) => Map.groupBy(results, ({ to }) => to));

function isBorneOut(
  view: SessionView,
  { from, message }: Result,
  right: string,
  [use, mend]: readonly [Timed<'write'>, Timed<'write'>],
): boolean {
  if (between(setbacks(view), use.at, mend.at).some(({ failures }) => hasWord(failures, right)))
    return true;
  const words = [...message.text.matchAll(/\b(\w+_\w+|[A-Z][A-Z\d]{3,}|[a-z]+[A-Z]\w*)\b/g)].map(
    ([word]) => word,
  );
  const files = [...filesReadBy(view, from), ...pathsSearchedBy(view, from)];
  const commands = new Set(eventsOf(view, 'command', from).map(({ text }) => text));
  const isRepeated = between(eventsOf(view, 'command', mend.agent), use.at, mend.at).some(
    ({ text }) => commands.has(text),
  );
  if (isRepeated) return true;
  if (hasLookedUp(view, mend.agent, [use.at, mend.at], { files, words })) return true;
  return (writesByLiteral(view).get(right) ?? []).some(({ at }) => at < use.at);
}

/** Paths in an agent's commands. */
const pathsSearchedBy = (view: SessionView, agent: string): readonly string[] => [
  ...new Set(
    eventsOf(view, 'command', agent).flatMap(({ text }) => text.match(/[\w./-]*\/[\w./-]+/g) ?? []),
  ),
];
