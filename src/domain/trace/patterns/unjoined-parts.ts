import type { Evidence } from '../evidence.ts';
import { joined, lexical } from '../../guard/paths.ts';
import { once } from './once.ts';
import { writesOf } from './session-index.ts';
import { overlap, type RanAgent, type SessionView, type Timed } from './session-view.ts';
import { firstAfter, isAnyAfter } from './timed-list.ts';

/** Two parts that were to be joined by what their makers were told, and that nothing joins at the end. */
export interface UnjoinedParts {
  readonly user: RanAgent;
  readonly maker: RanAgent;
  readonly use: Timed<'write'>;
  readonly made: Timed<'write'>;
  /** What shows that they are not joined. */
  readonly shown: Evidence;
  readonly name: string;
}

/** What one takes that nobody made, and what one was to take and did not, as an agent says. */
export const unjoinedParts = once((view): readonly UnjoinedParts[] => [
  ...unwritten(view),
  ...unused(view),
]);

/** A module that a brief names, in the other's part, which nobody wrote; a command or a word behind it says so. */
function unwritten(view: SessionView): readonly UnjoinedParts[] {
  return handedIn(view).flatMap((user) =>
    writesOf(view, user.id).flatMap((use) =>
      use.imports.flatMap((module) => {
        if (!module.startsWith('.') || !isInBriefs(view, module)) return [];
        const target = lexical(joined(`/${folderOf(use.path.path)}`, module)).slice(1);
        if (isWritten(view, target)) return [];
        const pair = makerBeside(view, user, folderOf(target));
        if (pair === undefined) return [];
        const shown = complaint(view, use, [baseOf(target), target, module]);
        return shown === null ? [] : [{ user, use, ...pair, shown, name: module }];
      }),
    ),
  );
}

/** What another made and one was told to take, and an agent's word that it does not. */
function unused(view: SessionView): readonly UnjoinedParts[] {
  const subs = handedIn(view);
  return lacks(view).flatMap(({ sentence, message }) => {
    const words = new Set(sentence.match(/[\w$-]+/g));
    for (const maker of subs) {
      const name = namesOf(view, maker).find((each) => words.has(each));
      if (name === undefined) continue;
      const user = subs.find(
        (each) =>
          each.id !== maker.id &&
          overlap(each, maker) &&
          isWord(each.brief?.text ?? '', name) &&
          namesOf(view, each).some((other) => other !== name && isWord(message.text, other)),
      );
      const use = user === undefined ? undefined : writesOf(view, user.id)[0];
      const made = writesOf(view, maker.id)[0];
      if (user === undefined || use === undefined || made === undefined) continue;
      // Whoever touched either part afterwards may have joined them.
      if ([user, maker].some((each) => isTouched(view, each, message.at))) continue;
      return [{ user, maker, use, made, shown: message.evidence, name }];
    }
    return [];
  });
}

const handedIn = (view: SessionView): readonly RanAgent[] =>
  view.subs.filter(({ id, end }) => end.state === 'completed' && writesOf(view, id).length > 0);

const folderOf = (path: string): string => path.replace(/\/?[^/]*$/, '');
const baseOf = (path: string): string => path.replace(/^.*\//, '');
const bare = (path: string): string => path.replace(/^(?:\.{1,2}\/)+/, '');
const stem = (path: string): string => path.replace(/\.\w+$/, '');

/** The paths in briefs, without their endings and their ways up. */
const inBriefs = once(
  (view) =>
    new Set(
      view.subs.flatMap(({ brief }) =>
        (brief?.text.match(/[\w@./-]*\w/g) ?? []).map((word) => stem(bare(word))),
      ),
    ),
);

const isInBriefs = (view: SessionView, module: string): boolean =>
  inBriefs(view).has(stem(bare(module)));

const written = once(
  (view) =>
    new Set(
      view.productWrites
        .filter(({ op }) => op !== 'delete')
        .flatMap(({ path: { path } }) => [stem(path), stem(path).replace(/\/index$/, '')]),
    ),
);

const isWritten = (view: SessionView, target: string): boolean =>
  written(view).has(stem(target)) || written(view).has(target);

/** One that was at work beside, and wrote where something is missing. */
function makerBeside(
  view: SessionView,
  user: RanAgent,
  folder: string,
): Pick<UnjoinedParts, 'maker' | 'made'> | undefined {
  for (const maker of handedIn(view)) {
    if (maker.id === user.id || !overlap(maker, user)) continue;
    const made = writesOf(view, maker.id).find(({ path }) => folderOf(path.path) === folder);
    if (made !== undefined) return { maker, made };
  }
  return undefined;
}

/** A command that failed on a part, or a word that something is missing; none where the part was changed afterwards. */
function complaint(
  view: SessionView,
  use: Timed<'write'>,
  names: readonly string[],
): Evidence | null {
  const { path } = use.path;
  const isNamedIn = (text: string): boolean => [path, ...names].some((each) => text.includes(each));
  const failed = firstAfter(
    view.events('command'),
    use.at,
    ({ exit, text }) => exit !== null && exit !== 0 && isNamedIn(text),
  );
  const tested = firstAfter(
    view.events('test'),
    use.at,
    ({ verdict, failures }) =>
      verdict === 'failed' && names.some((each) => failures.includes(each)),
  );
  const told = lacks(view).find(
    ({ message, sentence }) => message.at > use.at && names.some((each) => sentence.includes(each)),
  )?.message;
  const shown = failed ?? tested ?? told;
  if (shown === undefined) return null;
  const own = view.productWrites.filter((each) => each.path.path === path);
  return isAnyAfter(own, shown.at) ? null : shown.evidence;
}

/** What a sub-agent's part is called: names that it defines, its files and their folders. */
const namesOf = (view: SessionView, { id }: RanAgent): readonly string[] =>
  [
    ...new Set(
      writesOf(view, id).flatMap(({ defines, path }) => [
        ...defines,
        baseOf(path.path),
        stem(baseOf(path.path)),
        baseOf(folderOf(path.path)),
      ]),
    ),
  ].filter((name) => name.length > 2 && !COMMON.test(name));

const COMMON =
  /^(?:src|lib|app|index|main|mod|test|tests|init|pkg|internal|the|and|new|run|get|set|use)$/i;

const isWord = (text: string, name: string): boolean =>
  new RegExp(`(?<![\\w$])${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w$])`).test(text);

/** Whether a part was changed after a moment. */
const isTouched = (view: SessionView, sub: RanAgent, at: number): boolean => {
  const paths = new Set(writesOf(view, sub.id).map(({ path }) => path.path));
  return view.productWrites.some((each) => each.at > at && paths.has(each.path.path));
};

/** A sentence that says that something is not joined, and the message that it stands in. */
interface Lack {
  readonly sentence: string;
  readonly message: Timed<'message'>;
}

/** What agents say of what is not joined. */
const lacks = once((view): readonly Lack[] =>
  view
    .events('message')
    .filter(({ what }) => what === 'result' || what === 'final' || what === 'said')
    .flatMap((message) =>
      message.text
        .split(/[.!?;]\s|\n|, (?:but|so|yet)\b/)
        .filter((sentence) => LACKS.test(sentence) && JOINS.test(sentence))
        .map((sentence) => ({ sentence, message })),
    ),
);

const LACKS =
  /\b(?:not|cannot|never|nothing|nobody|none|no one|yet to|for now|missing|lacks?|unconnected|unwired|unresolved|still (?:has|have|holds?|uses?|open|on)|(?:uses?|on|with|against) (?:a |its own )?(?:stub|mock|placeholder|stand-in))\b|n't\b/i;

const JOINS =
  /\b(?:us(?:es?|ed|ing)|import\w*|calls?|called|calling|wir(?:e|ed|ing)|join\w*|connect\w*|integrat\w*|hook\w*|mount\w*|regist\w*|plug\w*|link\w*|load\w*|find|found|put in|replac\w*|in its place|hand(?:s|ed)|pass(?:es|ed) (?:in|to|on)|(?:is|are)(?: not|n't)(?: yet)? in|nowhere|expos\w*|reach\w*|listed|known to|refer\w*)\b/i;
