import { costText } from '../../domain/cost/cost-text.ts';
import type { SessionMeasures } from '../../domain/trace/measures/session-measures.ts';
import type { FoundSummary } from '../../domain/trace/measures/found.ts';
import type { Summary } from '../../domain/trace/measures/summary.ts';
import { BENEFITS } from '../../domain/trace/patterns/benefits/benefit.ts';
import { EXPLAINED } from '../../domain/trace/patterns/explained/explained.ts';
import { ADVICE } from '../../domain/trace/patterns/explained/explanation.ts';
import { redact } from '../../domain/trace/redact.ts';
import { count, dateTime, duration, tokens } from '../text/figures.ts';
import type { Group } from './trace-columns.ts';

/** `58 %`, or `unknown`. */
export const share = (value: number | null): string =>
  value === null ? 'unknown' : `${Math.round(value * 100)} %`;

/** `12 sessions · claude-code 6 · codex 6`, without the separators. */
export const headParts = (
  { sessions, bySource }: Summary,
  days: number | null,
): readonly string[] => [
  `${count(sessions, 'session')}${days === null ? '' : ` of the last ${count(days, 'day')}`}`,
  ...Object.entries(bySource).map(([source, each]) => `${source} ${each}`),
];

/** The measures of sessions together, each with its name. */
export function summaryRows(summary: Summary): readonly (readonly [name: string, value: string])[] {
  const { withSubAgents, tokens: all, tokensBySubAgents } = summary;
  const delegated: readonly (readonly [string, string])[] = [
    ['First sub-agent', `at ${share(summary.medianFirstLaunch)} of the run (median)`],
    [
      'Overlap',
      `${share(summary.medianOverlapOfRun)} of run time, ${share(summary.medianOverlapOfActive)} of the time sub-agents worked (medians)`,
    ],
    ['At work at once', `at most ${summary.peak}`],
    ['Never overlapped', `in ${summary.neverOverlapped} of ${count(withSubAgents, 'session')}`],
    ['Repeated briefs', String(summary.repeatedBriefs)],
  ];
  return [
    [
      'Sub-agents',
      withSubAgents === 0
        ? `none were started, ${summary.refused} refused`
        : `${summary.subAgents} started in ${count(withSubAgents, 'session')}, ${summary.refused} refused`,
    ],
    ...(withSubAgents === 0 ? [] : delegated),
    [
      'Tokens',
      `${tokens(all)}, ${share(all === 0 ? null : tokensBySubAgents / all)} by sub-agents`,
    ],
    ['Cost', costText(summary.cost)],
    ['Other totals stated', `in ${count(summary.differing, 'session')}`],
    ['Records not used', String(summary.unused)],
  ];
}

/** `4 × Unused Completed Result`, the most frequent first. */
export const patternParts = ({ byCode }: FoundSummary): readonly string[] =>
  byCode.map(({ code, count: times }) => `${times} × ${EXPLAINED[code].name}`);

/** `3 × Complementary Work`, the most frequent first. */
export const benefitParts = ({ byBenefit }: FoundSummary): readonly string[] =>
  byBenefit.map(({ code, count: times }) => `${times} × ${BENEFITS[code]}`);

/** `give writers disjoint scopes (2 sessions)`, the most wanted first. */
export const adviceParts = ({ advice }: FoundSummary): readonly string[] =>
  advice.map(({ advice: each, sessions }) => `${ADVICE[each]} (${count(sessions, 'session')})`);

/** What was found in sessions together, each with its name. */
export const foundRows = (
  found: FoundSummary | null,
): readonly (readonly [name: string, value: string])[] =>
  found === null
    ? []
    : [
        ['Patterns', found.byCode.length === 0 ? 'none' : patternParts(found).join(', ')],
        ['Benefits', found.byBenefit.length === 0 ? 'none' : benefitParts(found).join(', ')],
        ['Tokens for nothing', tokens(found.unusedTokens)],
        ...(found.advice.length === 0
          ? []
          : [['What would help next time', adviceParts(found).join(', ')] as const]),
      ];

export const GROUP_HEAD = ['sessions', 'sub-agents', 'overlap', 'peak', 'tokens', 'cost'] as const;

/** A group's row, as people read it. */
export const groupRow = ({ group, summary }: Group): readonly string[] => [
  redact(group),
  String(summary.sessions),
  String(summary.subAgents),
  summary.withSubAgents === 0 ? '–' : share(summary.medianOverlapOfRun),
  String(summary.peak),
  tokens(summary.tokens),
  costText(summary.cost),
];

export const SESSION_HEAD = [
  'id',
  'started',
  'agent',
  'run',
  'subs',
  'overlap',
  'tokens',
  'cost',
  'what',
] as const;

/** A session's row, as people read it. */
export const sessionRow = ({
  id,
  startedAt,
  source,
  overlap,
  subAgents,
  tokens: spent,
  cost,
  title,
}: SessionMeasures): readonly string[] => [
  id,
  startedAt === null ? 'unknown' : dateTime(startedAt),
  source,
  overlap.runMs === null ? 'unknown' : duration(overlap.runMs),
  String(subAgents.started),
  subAgents.started === 0 ? '–' : share(overlap.ofRun),
  tokens(spent.total),
  costText(cost),
  redact(title ?? ''),
];
