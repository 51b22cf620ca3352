import { formatDuration, formatPercent } from '../config/duration.ts';
import type { PathStep } from '../config/problem.ts';
import type { OriginRow } from '../config/origin-rows.ts';
import type { Policy } from './policy.ts';

/** What a policy asks for, as rows of `fanin config --origin`; `placeOf` tells where it is written. */
export const policyRows = (
  policy: Policy,
  placeOf: (path: readonly PathStep[]) => string | null,
): readonly OriginRow[] =>
  VALUES.flatMap(([path, show]): readonly OriginRow[] => {
    const value = show(policy);
    const origin = placeOf(path);
    return value === null || origin === null
      ? []
      : [{ key: ['policy', ...path].join('.'), value, origin }];
  });

type Show = (policy: Policy) => string | null;

const shown = (value: number | undefined, as: (value: number) => string): string | null =>
  value === undefined ? null : as(value);

const VALUES: readonly (readonly [readonly string[], Show])[] = [
  [
    ['checks'],
    ({ checks, requires }) => [...requires, ...checks.map(({ name }) => name)].join(' ') || null,
  ],
  [['park'], ({ park }) => park.globs.map(({ source }) => source).join(' ') || null],
  [['isolation'], ({ isolation }) => isolation],
  [['limits', 'live'], ({ limits }) => shown(limits.live, String)],
  [['limits', 'wall'], ({ limits }) => shown(limits.wallMs, formatDuration)],
  [['limits', 'agent'], ({ limits }) => shown(limits.agentMs, formatDuration)],
  [['limits', 'tokens'], ({ limits }) => shown(limits.tokens, String)],
  [['limits', 'usd'], ({ limits }) => shown(limits.usd, (usd) => `$${usd}`)],
  [['limits', 'retries'], ({ limits }) => shown(limits.retries, String)],
  [['limits', 'reserve'], ({ limits }) => shown(limits.reserve, formatPercent)],
  [['review', 'by'], ({ review }) => (review.byHuman ? 'human' : null)],
  [['review', 'limit'], ({ review }) => shown(review.limit ?? undefined, String)],
];
