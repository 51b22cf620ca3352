import { totalTokens } from '../../receipt/token-usage.ts';
import type { AgentId } from '../agent.ts';
import type { TraceFinding } from '../finding.ts';
import type { Benefit, BenefitCode } from '../patterns/benefits/benefit.ts';
import { findBenefits } from '../patterns/benefits/find-benefits.ts';
import { findPatterns } from '../patterns/detect.ts';
import { EXPLAINED } from '../patterns/explained/explained.ts';
import type { Advice } from '../patterns/explained/explanation.ts';
import type { PatternCode } from '../patterns/pattern.ts';
import type { Trace } from '../trace.ts';

/** What was found in a session, and what it cost. */
export interface Found {
  readonly findings: readonly TraceFinding[];
  /** What the parallel work was good for. */
  readonly benefits: readonly Benefit[];
  /** Tokens of sub-agents whose work came to nothing: it was cut off, never handed in, or never used. */
  readonly unusedTokens: number;
}

/** Nothing was found. */
export const NOTHING_FOUND: Found = { findings: [], benefits: [], unusedTokens: 0 };

/** Patterns whose first agent worked for nothing. */
const FOR_NOTHING: ReadonlySet<PatternCode> = new Set([
  'early-child-termination',
  'missing-verifier-return',
  'missing-implementation-join',
  'unused-completed-result',
]);

/** Patterns by which work is lost: of what was found, the worst. */
const LOSING: ReadonlySet<PatternCode> = new Set([
  ...FOR_NOTHING,
  'deliverable-overwrite',
  'source-overwrite',
  'final-tree-overwrite',
]);

/** What is found in a trace, with what it cost. `serial`: the same task, done by one agent; null: there is no such twin. */
export function foundIn(trace: Trace, serial: Trace | null = null): Found {
  const findings = findPatterns(trace, { serial });
  const benefits = findBenefits(trace);
  return { findings, benefits, unusedTokens: tokensForNothing(trace, findings) };
}

/** Tokens of those who worked for nothing by what was found, each once. */
export function tokensForNothing({ events }: Trace, findings: readonly TraceFinding[]): number {
  const idle = new Set<AgentId | undefined>(
    findings.flatMap(({ code, agents }) => (FOR_NOTHING.has(code) ? agents.slice(0, 1) : [])),
  );
  let tokens = 0;
  if (idle.size === 0) return tokens;
  for (const event of events)
    if (event.kind === 'request' && idle.has(event.agent)) tokens += totalTokens(event.usage);
  return tokens;
}

/** What was found in many sessions. */
export interface FoundSummary {
  /** The most frequent first. */
  readonly byCode: readonly { readonly code: PatternCode; readonly count: number }[];
  readonly byBenefit: readonly { readonly code: BenefitCode; readonly count: number }[];
  readonly unusedTokens: number;
  /** What would keep it from coming again, with the number of sessions; the most first. */
  readonly advice: readonly { readonly advice: Advice; readonly sessions: number }[];
}

/** The findings of sessions together; null: in some of them none were looked for. */
export function summariseFound(sessions: readonly (Found | null)[]): FoundSummary | null {
  const looked = sessions.filter((each) => each !== null);
  if (looked.length < sessions.length) return null;
  const codes = new Map<PatternCode, number>();
  const benefits = new Map<BenefitCode, number>();
  const advised = new Map<Advice, number>();
  for (const { findings, benefits: had } of looked) {
    for (const { code } of findings) codes.set(code, (codes.get(code) ?? 0) + 1);
    for (const { code } of had) benefits.set(code, (benefits.get(code) ?? 0) + 1);
    for (const each of new Set(findings.map(({ code }) => EXPLAINED[code].advice)))
      advised.set(each, (advised.get(each) ?? 0) + 1);
  }
  return {
    byCode: mostFirst(codes).map(([code, count]) => ({ code, count })),
    byBenefit: mostFirst(benefits).map(([code, count]) => ({ code, count })),
    unusedTokens: looked.reduce((sum, each) => sum + each.unusedTokens, 0),
    advice: mostFirst(advised).map(([advice, count]) => ({ advice, sessions: count })),
  };
}

const mostFirst = <T extends string>(counts: ReadonlyMap<T, number>): readonly [T, number][] =>
  [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));

/** Orders findings by what they mean for a person: lost work first, then what is surest, then the newest. */
export function worstFirst(a: TraceFinding, b: TraceFinding): number {
  return rank(a) - rank(b) || (b.at ?? 0) - (a.at ?? 0);
}

const SURE = { high: 0, medium: 1, low: 2 } as const;

const rank = ({ code, confidence }: TraceFinding): number =>
  (LOSING.has(code) ? 0 : 10) + SURE[confidence];
