import type { AgentId } from '../agent.ts';
import { once } from './once.ts';
import { hasWord } from './message-values.ts';
import { keyOf } from './said-values.ts';
import { promptOf, subOf } from './session-index.ts';
import { fileKey, overlap, type RanAgent, type SessionView, type Timed } from './session-view.ts';
import { setbacks, type Setback } from './setbacks.ts';
import { soonAfter } from './timed-list.ts';

type Write = Timed<'write'>;

/** Two parts that met in a name or value which one of them had otherwise, until it was made the same. */
export interface UnagreedName {
  /** Whose part was changed, and who had the name all along. */
  readonly changed: RanAgent;
  readonly other: RanAgent;
  readonly name: string;
  readonly own: Write;
  readonly theirs: Write;
  readonly failure: Setback;
  readonly mended: Write;
  /** Whose briefs have the name. */
  readonly toldTo: readonly AgentId[];
  readonly isInTask: boolean;
}

/** Of more failures than these the later ones say nothing new. */
const MOST_FAILURES = 40;
/** A shorter name comes about by chance. */
const LEAST = 3;

/** One at most for each failure that is told in other words than an earlier one. */
export const unagreedNames = once((view): readonly UnagreedName[] => {
  const seen = new Set<string>();
  return setbacks(view)
    .filter(({ failures, call }) => {
      const key = failures === '' ? call : failures;
      const isNew = !seen.has(key);
      seen.add(key);
      return isNew;
    })
    .slice(0, MOST_FAILURES)
    .flatMap((failure) => agreedAfter(view, failure).slice(0, 1));
});

function agreedAfter(view: SessionView, failure: Setback): readonly UnagreedName[] {
  const found: UnagreedName[] = [];
  soonAfter(view.productWrites, failure.at, (mended) => {
    const at = authorsOf(view).get(fileKey(mended.path));
    for (const [agent, own] of at ?? [])
      if (own.at < failure.at && found.length === 0)
        found.push(...agreedBy(view, failure, { own, mended, agent }).slice(0, 1));
    return found.length > 0;
  });
  return found;
}

interface Change {
  readonly agent: AgentId;
  readonly own: Write;
  readonly mended: Write;
}

function agreedBy(
  view: SessionView,
  failure: Setback,
  { agent, own, mended }: Change,
): readonly UnagreedName[] {
  const changed = subOf(view, agent);
  const had = firstUses(view).get(agent);
  if (changed === undefined || had === undefined) return [];
  const isKnown = (name: string): boolean => (had.get(name)?.at ?? Infinity) < mended.at;
  return usesOf(mended).flatMap((name) => {
    if (name.length < LEAST || (isKnown(name) && agent !== mended.agent)) return [];
    if ((had.get(name)?.at ?? Infinity) < failure.at) return [];
    return (usersOf(view).get(name) ?? []).flatMap((theirs) => {
      const other = theirs.agent === agent ? undefined : subOf(view, theirs.agent);
      if (other === undefined || theirs.at > failure.at || !overlap(other, changed)) return [];
      if (!isOver(failure, { name, mended, had, theirs: firstUses(view).get(other.id) })) return [];
      const toldTo = [changed, other].flatMap(({ id, brief }) =>
        hasWord(brief?.text ?? '', name) ? [id] : [],
      );
      const isInTask = hasWord(promptOf(view), name);
      return [{ changed, other, name, own, theirs, failure, mended, toldTo, isInTask }];
    });
  });
}

type Uses = ReadonlyMap<string, Write>;

interface Meeting {
  readonly name: string;
  readonly mended: Write;
  readonly had: Uses;
  readonly theirs: Uses | undefined;
}

/**
 * Whether what failed speaks of the name, or of one that only the changed part had. Where it does neither, a small change is
 * about it when something was missing, or when it put the name in the place of one that is like it.
 */
function isOver({ failures, at }: Setback, { name, mended, had, theirs }: Meeting): boolean {
  if (hasWord(failures, name)) return true;
  const isSmall = mended.op === 'edit' && usesOf(mended).length <= SMALL;
  if (isSmall && MISSES.test(failures)) return true;
  for (const [each, write] of had) {
    if (write.at > at || each.length < LEAST || theirs?.has(each) === true) continue;
    if (hasWord(failures, each) || (isSmall && isLike(each, name))) return true;
  }
  return false;
}

/** Names in a change that is about one of them. */
const SMALL = 6;
const MISSES =
  /\b(?:undefined|null|None|nil|NaN|KeyError|missing|not found|no such|unknown|unexpected|does not exist|nothing|404|400|refused|required)\b/i;

/** `order_no` and `orderNumber` have a word in common, `temp` and `temperature` how they begin. */
function isLike(a: string, b: string): boolean {
  const words = keyOf(a).split(' ');
  return keyOf(b)
    .split(' ')
    .some((word) =>
      words.some(
        (each) =>
          (word.length >= LEAST && word === each) ||
          (Math.min(word.length, each.length) >= 4 &&
            (word.startsWith(each) || each.startsWith(word))),
      ),
    );
}

const usesOf = ({ names, literals, defines }: Write): readonly string[] => [
  ...new Set([...names, ...literals, ...defines]),
];

/** By agent: the first write in which it has a name. */
const firstUses = once(({ productWrites }) => {
  const by = new Map<AgentId, Map<string, Write>>();
  for (const write of productWrites) {
    const uses = by.get(write.agent) ?? new Map<string, Write>();
    by.set(write.agent, uses);
    for (const name of usesOf(write)) if (!uses.has(name)) uses.set(name, write);
  }
  return by;
});

/** More that use one name do not meet in it: it is everywhere. */
const MOST_USERS = 6;

/** The first writes of those that use a name. */
const usersOf = once((view) => {
  const by = new Map<string, Write[]>();
  for (const uses of firstUses(view).values())
    for (const [name, write] of uses) {
      const all = by.get(name) ?? [];
      by.set(name, all);
      if (all.length < MOST_USERS) all.push(write);
    }
  return by;
});

/** By file: the first write of each sub-agent in it. */
const authorsOf = once(({ productWrites, root }) => {
  const by = new Map<string, Map<AgentId, Write>>();
  for (const write of productWrites) {
    if (write.agent === root) continue;
    const key = fileKey(write.path);
    const authors = by.get(key) ?? new Map<AgentId, Write>();
    by.set(key, authors);
    if (!authors.has(write.agent) && authors.size < MOST_USERS) authors.set(write.agent, write);
  }
  return by;
});
