import {
  failedTests,
  overlap,
  writesOf,
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

/** The misfits of a session. */
export function brokenFits(view: SessionView): readonly BrokenFit[] {
  return failedTests(view).flatMap((failure) =>
    view.subs.flatMap((user) => {
      const use = writesOf(view, user.id).find(
        (each) => each.at < failure.at && mentionIn(each, failure.failures) !== null,
      );
      const mention = use === undefined ? null : mentionIn(use, failure.failures);
      if (use === undefined || mention === null) return [];
      const maker = view.subs.find((each) => each !== user && overlap(each, user) && makes(each));
      const made = maker === undefined ? undefined : madeBy(maker);
      if (maker === undefined || made === undefined) return [];
      const { name, isModule } = focusOf(failure.failures, mention);
      return [
        {
          user,
          maker,
          use,
          made,
          failure,
          name,
          isModule,
          told: [user, maker].some(({ brief }) => brief?.text.includes(bare(name)) === true),
          mended: view.productWrites.some(
            ({ at, path }) =>
              at > failure.at && (path.path === use.path.path || path.path === made.path.path),
          ),
        },
      ];

      function madeBy(agent: RanAgent): Timed<'write'> | undefined {
        const wanted = words(mention ?? '');
        return writesOf(view, agent.id).find(
          ({ at, path, defines }) =>
            at < failure.at &&
            [path.path, ...defines].some((each) =>
              words(each).some((word) => wanted.includes(word)),
            ),
        );
      }
      function makes(agent: RanAgent): boolean {
        return madeBy(agent) !== undefined;
      }
    }),
  );
}

/** What a write takes from elsewhere and a failure names. */
function mentionIn({ imports, literals }: Timed<'write'>, failures: string): string | null {
  const paths = literals.filter((each) => each.startsWith('/'));
  return [...imports, ...paths].find((each) => failures.includes(each)) ?? null;
}

/** What exactly a failure misses. */
function focusOf(failures: string, mention: string): Pick<BrokenFit, 'name' | 'isModule'> {
  const name = NAMES.map((pattern) => pattern.exec(failures)?.[1]).find(
    (each) => each !== undefined,
  );
  return name === undefined
    ? { name: mention, isModule: /module|not found|unresolved/i.test(failures) }
    : { name, isModule: false };
}

const NAMES: readonly RegExp[] = [
  /export named ['"`]([\w$]+)['"`]/,
  /cannot import name ['"`](\w+)['"`]/,
  /has no exported member ['"`]([\w$]+)['"`]/,
  /\b([\w$]+) is not (?:a function|defined|a constructor)/,
  /undefined (?:reference to|symbol:?) [`'"]?(\w+)/,
];

const bare = (name: string): string => name.replace(/^(?:\.\.?\/)+/, '');

const words = (text: string): readonly string[] =>
  (text.match(/[A-Za-z]\w+/g) ?? []).filter((each) => !COMMON.has(each));

const COMMON: ReadonlySet<string> = new Set(
  'src lib app js ts mjs cjs tsx jsx py go rs index main mod'.split(' '),
);
