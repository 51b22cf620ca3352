import { once } from './once.ts';
import { failedTests, subOf, writesOf } from './session-index.ts';
import { overlap, type RanAgent, type SessionView, type Timed } from './session-view.ts';
import { isAnyAfter } from './timed-list.ts';

/** Two sub-agents' parts that did not fit, as a test or a build said. */
export interface BrokenFit {
  readonly user: RanAgent;
  readonly maker: RanAgent;
  readonly use: Timed<'write'>;
  readonly made: Timed<'write'>;
  readonly failure: Timed<'test'>;
  /** What does not fit: a name, or a module. */
  readonly name: string;
  readonly isModule: boolean;
  /** Whether a brief of the two names it. */
  readonly told: boolean;
  /** Whether either part was changed afterwards. */
  readonly mended: boolean;
}

/** The misfits of a session: one at most for each failure that is told in other words than an earlier one. */
export const brokenFits = once((view): readonly BrokenFit[] => {
  const parts = partsOf(view);
  const writes = Map.groupBy(view.productWrites, ({ path }) => path.path);
  const isChanged = (path: string, after: number): boolean =>
    isAnyAfter(writes.get(path) ?? [], after);
  const pairs = new Map<string, readonly Pair[]>();
  const seen = new Set<string>();
  return failedTests(view).flatMap((failure) => {
    if (seen.has(failure.failures)) return [];
    seen.add(failure.failures);
    const fit = (mention: string): BrokenFit | null => {
      const known = pairs.get(mention) ?? pairsOf(view, parts, mention);
      pairs.set(mention, known);
      const focus = focusOf(failure.failures, mention);
      const pair =
        known.find(({ use, made }) => use.at < failure.at && made.at < failure.at) ??
        (focus.isModule ? askedPair(view, parts, mention, failure) : undefined);
      if (pair === undefined) return null;
      const { user, maker, use, made } = pair;
      const told = [user, maker].some(({ brief }) =>
        isTold(brief?.text ?? '', focus.name, focus.isModule),
      );
      const mended = [use, made].some(({ path }) => isChanged(path.path, failure.at));
      return { ...pair, ...focus, failure, told, mended };
    };
    for (const mention of mentionsIn(failure.failures, parts)) {
      const found = fit(mention);
      if (found !== null) return [found];
    }
    return missingName(parts, failure, fit) ?? [];
  });
});

/** What parts use that a text speaks of, in the order in which they used it first. */
function mentionsIn(text: string, { uses }: Parts): readonly string[] {
  const found = (text.match(/[\w@./:-]+/g) ?? [])
    .flatMap(piecesOf)
    .flatMap((piece) => [piece, `./${piece}`, `/${piece}`].filter((each) => text.includes(each)))
    .filter((piece) => uses.has(piece));
  return [...new Set(found)].toSorted(
    (a, b) => (uses.get(a)?.order ?? 0) - (uses.get(b)?.order ?? 0),
  );
}

const MOST_CUTS = 12;

/** A path or name with what is in it: `./a/b.js` has `a/b.js`, `b.js`, `./a/b`, `b` … */
function piecesOf(run: string): readonly string[] {
  const cuts = [...run.matchAll(/[./:]+|$/g)].slice(0, MOST_CUTS);
  const starts = [0, ...cuts.map((cut) => cut.index + cut[0].length)];
  const ends = [...cuts.map(({ index }) => index), run.length];
  return starts.flatMap((from) => ends.flatMap((to) => (to > from ? run.slice(from, to) : [])));
}

/** A failure that says which name is missing, and not from where: one part takes a module of which another's part has no such name. */
function missingName(
  parts: Parts,
  failure: Timed<'test'>,
  fit: (mention: string) => BrokenFit | null,
): BrokenFit | null {
  const name = nameIn(failure.failures);
  if (name === null || parts.made.has(name)) return null;
  for (const mention of parts.uses.keys()) {
    const found = fit(mention);
    if (found !== null && isPathOf(found.made.path.path, mention)) return found;
  }
  return null;
}

/** Whether a file is the module that another takes. */
const isPathOf = (path: string, mention: string): boolean =>
  path.replace(/\.\w+$/, '').endsWith(bare(mention).replace(/\.\w+$/, ''));

/** What sub-agents' writes take from elsewhere, and what they make, by the words of its names. */
interface Parts {
  readonly uses: ReadonlyMap<string, Uses>;
  readonly made: ReadonlyMap<string, readonly Timed<'write'>[]>;
}

interface Uses {
  /** Rises with the order in which things were used first. */
  readonly order: number;
  /** The first of each agent. */
  readonly writes: readonly Timed<'write'>[];
}

function partsOf({ productWrites, root }: SessionView): Parts {
  const uses = new Map<string, Map<string, Timed<'write'>>>();
  const made = new Map<string, Map<string, Timed<'write'>>>();
  const put = (map: typeof uses, key: string, write: Timed<'write'>): void => {
    const all = map.get(key) ?? new Map<string, Timed<'write'>>();
    map.set(key, all);
    // The first of each agent is enough.
    if (!all.has(write.agent)) all.set(write.agent, write);
  };
  for (const write of productWrites) {
    if (write.agent === root) continue;
    const { imports, literals, defines, path } = write;
    for (const use of [...imports, ...literals.filter((each) => each.startsWith('/'))])
      put(uses, use, write);
    for (const word of [path.path, ...defines].flatMap(words)) put(made, word, write);
  }
  return {
    uses: new Map(
      [...uses].map(([key, all], order) => [key, { order, writes: [...all.values()] }]),
    ),
    made: new Map([...made].map(([key, all]) => [key, [...all.values()]])),
  };
}

/** One that uses something, and one beside it that made what it is called after. */
type Pair = Pick<BrokenFit, 'user' | 'maker' | 'use' | 'made'>;

/** Of more pairs than these, the later ones say nothing new. */
const MOST_PAIRS = 64;

function pairsOf(view: SessionView, parts: Parts, mention: string): readonly Pair[] {
  const makes = words(mention).flatMap((word) => parts.made.get(word) ?? []);
  const pairs: Pair[] = [];
  for (const use of parts.uses.get(mention)?.writes ?? [])
    for (const made of makes) {
      const user = subOf(view, use.agent);
      const maker = made.agent === use.agent ? undefined : subOf(view, made.agent);
      if (user === undefined || maker === undefined || !overlap(maker, user)) continue;
      pairs.push({ user, maker, use, made });
      if (pairs.length >= MOST_PAIRS) return pairs;
    }
  return pairs;
}

/** One that uses a module, and the first line of one that was asked for it and gave it another name. */
function askedPair(
  view: SessionView,
  parts: Parts,
  module: string,
  failure: Timed<'test'>,
): Pair | undefined {
  for (const use of parts.uses.get(module)?.writes ?? []) {
    const user = subOf(view, use.agent);
    if (user === undefined || use.at >= failure.at) continue;
    const maker = view.subs.find(
      (each) =>
        each.id !== user.id && overlap(each, user) && isTold(each.brief?.text ?? '', module, true),
    );
    const made = maker === undefined ? undefined : writesOf(view, maker.id)[0];
    if (maker !== undefined && made !== undefined && made.at < failure.at)
      return { user, maker, use, made };
  }
  return undefined;
}

/** What exactly a failure misses. */
function focusOf(failures: string, mention: string): Pick<BrokenFit, 'name' | 'isModule'> {
  const name = nameIn(failures);
  return name === null
    ? { name: mention, isModule: /module|not found|unresolved/i.test(failures) }
    : { name, isModule: false };
}

const nameIn = (failures: string): string | null =>
  NAMES.map((pattern) => pattern.exec(failures)?.[1]).find((each) => each !== undefined) ?? null;

const NAMES: readonly RegExp[] = [
  /export named ['"`]([\w$]+)['"`]/,
  /cannot import name ['"`](\w+)['"`]/,
  /has no exported member ['"`]([\w$]+)['"`]/,
  /\b([\w$]+) is not (?:a function|defined|a constructor)/,
  /undefined (?:reference to|symbol:?) [`'"]?(\w+)/,
];

/** A module is told by its path; a name as a word of its own, not as a part of a path or of another word. */
function isTold(brief: string, name: string, isModule: boolean): boolean {
  if (isModule || /\W/.test(name)) return brief.includes(bare(name));
  return (brief.match(/[\w$./-]+/g) ?? []).some((word) => word.replace(/[.,]+$/, '') === name);
}

const bare = (name: string): string => name.replace(/^(?:\.\.?\/)+/, '');

const words = (text: string): readonly string[] =>
  (text.match(/[A-Za-z]\w+/g) ?? []).filter((each) => !COMMON.has(each));

const COMMON: ReadonlySet<string> = new Set(
  'src lib app js ts mjs cjs tsx jsx py go rs index main mod'.split(' '),
);
