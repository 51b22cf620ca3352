import {
  failedTests,
  overlap,
  type RanAgent,
  type SessionView,
  type Timed,
} from './session-view.ts';

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
export function brokenFits(view: SessionView): readonly BrokenFit[] {
  const parts = partsOf(view);
  const seen = new Set<string>();
  return failedTests(view).flatMap((failure) => {
    if (seen.has(failure.failures)) return [];
    seen.add(failure.failures);
    for (const [mention, uses] of parts.uses) {
      if (!failure.failures.includes(mention)) continue;
      const fit = fitOf(view, parts, { mention, uses, failure });
      if (fit !== null) return [fit];
    }
    const unnamed = missingName(view, parts, failure);
    return unnamed === null ? [] : [unnamed];
  });
}

/** A failure that says which name is missing, and not from where: one part takes a module of which another's part has no such name. */
function missingName(view: SessionView, parts: Parts, failure: Timed<'test'>): BrokenFit | null {
  const name = nameIn(failure.failures);
  if (name === null || parts.made.has(name)) return null;
  for (const [mention, uses] of parts.uses) {
    const fit = fitOf(view, parts, { mention, uses, failure });
    if (fit !== null && isPathOf(fit.made.path.path, mention)) return fit;
  }
  return null;
}

/** Whether a file is the module that another takes. */
const isPathOf = (path: string, mention: string): boolean =>
  path.replace(/\.\w+$/, '').endsWith(bare(mention).replace(/\.\w+$/, ''));

/** What sub-agents' writes take from elsewhere, and what they make, by the words of its names. */
interface Parts {
  readonly uses: ReadonlyMap<string, readonly Timed<'write'>[]>;
  readonly made: ReadonlyMap<string, readonly Timed<'write'>[]>;
}

function partsOf({ productWrites, root }: SessionView): Parts {
  const uses = new Map<string, Timed<'write'>[]>();
  const made = new Map<string, Timed<'write'>[]>();
  const put = (map: typeof uses, key: string, write: Timed<'write'>): void => {
    const all = map.get(key);
    if (all === undefined) map.set(key, [write]);
    // The first of each agent is enough.
    else if (all.every(({ agent }) => agent !== write.agent)) all.push(write);
  };
  for (const write of productWrites) {
    if (write.agent === root) continue;
    const { imports, literals, defines, path } = write;
    for (const use of [...imports, ...literals.filter((each) => each.startsWith('/'))])
      put(uses, use, write);
    for (const word of [path.path, ...defines].flatMap(words)) put(made, word, write);
  }
  return { uses, made };
}

interface Misfit {
  readonly mention: string;
  readonly uses: readonly Timed<'write'>[];
  readonly failure: Timed<'test'>;
}

function fitOf(
  { subs, productWrites }: SessionView,
  { made }: Parts,
  { mention, uses, failure }: Misfit,
): BrokenFit | null {
  const subOf = (id: string): RanAgent | undefined => subs.find((each) => each.id === id);
  /** The first line of one that was asked for the module, and gave it another name. */
  const askedFor = (user: RanAgent, module: string): Timed<'write'> | undefined => {
    const asked = subs.find(
      (each) =>
        each.id !== user.id && overlap(each, user) && isTold(each.brief?.text ?? '', module, true),
    );
    return productWrites.find(({ agent, at }) => agent === asked?.id && at < failure.at);
  };
  const makes = words(mention).flatMap((word) => made.get(word) ?? []);
  for (const use of uses) {
    const user = subOf(use.agent);
    if (user === undefined || use.at >= failure.at) continue;
    const madeNear = makes.find(({ agent, at }) => {
      const maker = agent === user.id ? undefined : subOf(agent);
      return at < failure.at && maker !== undefined && overlap(maker, user);
    });
    const { name, isModule } = focusOf(failure.failures, mention);
    const making = madeNear ?? (isModule ? askedFor(user, mention) : undefined);
    const maker = making === undefined ? undefined : subOf(making.agent);
    if (making === undefined || maker === undefined) continue;
    return {
      user,
      maker,
      use,
      made: making,
      failure,
      name,
      isModule,
      told: [user, maker].some(({ brief }) => isTold(brief?.text ?? '', name, isModule)),
      mended: productWrites.some(
        ({ at, path }) =>
          at > failure.at && (path.path === use.path.path || path.path === making.path.path),
      ),
    };
  }
  return null;
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
