import type { AgentId } from '../agent.ts';
import { contentWords } from './content-words.ts';
import { hasWord } from './message-values.ts';
import { once } from './once.ts';
import { eventsOf, subOf, writesOf, promptOf } from './session-index.ts';
import { isNamed, pathsIn, type SessionView } from './session-view.ts';
import { setbacksOf, type Setback } from './setbacks.ts';
import { FREE_OF } from './verdicts.ts';
import { isAnyAfter } from './timed-list.ts';

/** What a report is about: files, names and values, and the words that its brief and the task had not. */
export interface Things {
  readonly files: readonly string[];
  readonly names: readonly string[];
  readonly words: ReadonlySet<string>;
}

export function thingsIn(view: SessionView, sender: AgentId, text: string): Things {
  const files = pathsIn(text);
  const given = new Set([
    ...contentWords(subOf(view, sender)?.brief?.text ?? ''),
    ...promptWords(view),
  ]);
  return {
    files,
    names: namesIn(text).filter((name) => !files.some((file) => file.includes(name))),
    words: new Set([...wordsIn(text)].filter((word) => !given.has(word))),
  };
}

/** Words without folders: that two paths have one in common says nothing. */
const wordsIn = (text: string): ReadonlySet<string> =>
  contentWords(text.replaceAll(/(?:[\w@.-]+\/)+/g, ' '));

const promptWords = once((view) => contentWords(promptOf(view)));

/** Names as programs have them, hashes, and numbers of two digits and more. */
const namesIn = (text: string): readonly string[] => [
  ...new Set(
    text.match(
      /\b(?:\w+_\w+|[a-z]+[A-Z]\w*|[A-Z][a-z\d]+(?:[A-Z]\w*)+|[A-Za-z]\w*(?:\.[A-Za-z]\w+)+|[A-Z]{3,}\w*|(?=[a-f]*\d)[\da-f]{5,40}|\d{2,})\b/g,
    ) ?? [],
  ),
];

/** Words that two texts must share to be of one thing. */
const SHARED = 2;

/** Whether a text speaks of what was found. */
export const speaksOf = (text: string, things: Things): boolean =>
  mentionsOf(text, things) >= Math.min(SHARED, things.words.size);

/** How often a text has what was found in it; a name is enough. */
function mentionsOf(text: string, { files, names, words }: Things): number {
  if ([...files, ...names].some((name) => hasWord(text, name))) return SHARED;
  let shared = 0;
  for (const word of wordsIn(text)) if (words.has(word)) shared += 1;
  return shared;
}

/** Whether a text says that something is not as it should be, or what to do about it. */
export const isFinding = (text: string): boolean => FINDING.test(text.replaceAll(FREE_OF, ' '));

const FINDING =
  /\b(?:bugs?|fail\w*|wrong\w*|broken|breaks?|can ?not|can't|missing|miss(?:es)?|lacks?|should|must|ha(?:s|ve) to|needs? to|too \w+|instead|leak\w*|races?|crash\w*|off by|los(?:es?|t)|drops?|dropped|because|since|causes?|caused|due to|never|not|n't|no longer|unsafe|twice|overflow\w*|undefined|vulnerab\w*|fix\w*|mend\w*|repair\w*|revert\w*|put(?:ting)? (?:\S+ ){0,3}back|recommend\w*|regress\w*|restor\w*|set(?:s|ting)? [^\n]{1,80}\bto|makes? [^\n]{1,60}\bpass|diff(?:ers?|erent)|incorrect|invalid|panics?|deadlocks?|hangs?|timed? out|stale|corrupt\w*|still|allows?|lets|exposes?|ignores?|forgets?|skips?|skipped|swallow\w*|duplicat\w*|unhandled|unchecked|unescaped|insecure|grants?|bypass\w*|inject\w*|grows|exceeds?|violat\w*|mismatch\w*|conflicts?|contradict\w*|out of (?:bounds|memory|date|order)|only works)\b/i;

/** Whether an agent, or one that it started later, spoke of what was found or put it in. */
export function isTakenUpBy(
  view: SessionView,
  agent: AgentId,
  after: number,
  things: Things,
): boolean {
  const { names } = things;
  let mentions = 0;
  for (const { at, text } of textsOf(view, agent))
    if (at > after) mentions += mentionsOf(text, things);
  if (mentions >= Math.min(SHARED, things.words.size)) return true;
  const known = new Set(names);
  return view.productWrites
    .slice(-MOST_WRITES)
    .some(
      (write) =>
        write.at > after &&
        [...write.literals, ...write.names, ...write.defines].some((each) => known.has(each)),
    );
}

const MOST_WRITES = 400;

/** What an agent said, told others, and had in its commands. */
const textsOf = (view: SessionView, agent: AgentId) => [
  ...(saidBy(view).get(agent) ?? []),
  ...eventsOf(view, 'command', agent),
];

const saidBy = once((view) =>
  Map.groupBy(
    view
      .events('message')
      .filter(({ what }) => what !== 'result' && what !== 'notice' && what !== 'prompt'),
    ({ from }) => (from.kind === 'agent' ? from.id : ''),
  ),
);

/** What an agent saw fail and what was not seen to pass later. */
export function openSetback(view: SessionView, agent: AgentId): Setback | undefined {
  const seen = setbacksOf(view, agent);
  const last = seen.at(-1);
  if (last === undefined) return undefined;
  const texts = commandTexts(view);
  const text = texts.byCall.get(last.call);
  const passed = text === undefined ? [] : (texts.passed.get(text) ?? []);
  return isAnyAfter(passed, last.at) ? undefined : last;
}

const commandTexts = once((view) => {
  const commands = view.events('command');
  return {
    byCall: new Map(commands.map(({ call, text }) => [call, text])),
    passed: Map.groupBy(
      commands.filter(({ exit }) => exit === 0),
      ({ text }) => text,
    ),
  };
});

/** Whether an agent changed what another had looked at, or what was there when that one looked. */
export const isChangedAfter = (
  view: SessionView,
  agent: AgentId,
  by: AgentId,
  after: number,
): boolean => {
  const looked = new Set(eventsOf(view, 'read', by).map(({ path }) => path.path));
  const before = new Set(
    view.productWrites.flatMap(({ at, path }) => (at < after ? [path.path] : [])),
  );
  const texts = eventsOf(view, 'command', by).map(({ text }) => text);
  return writesOf(view, agent).some(
    ({ at, path }) =>
      at > after &&
      (looked.has(path.path) ||
        before.has(path.path) ||
        texts.some((text) => pathsIn(text).some((name) => isNamed(path, name)))),
  );
};
