import type { MeasuredSession } from '../../compose/trace/measure-traces.ts';
import type { TraceFinding } from '../../domain/trace/finding.ts';
import { evidenceText } from '../../domain/trace/evidence.ts';
import { redact } from '../../domain/trace/redact.ts';
import type { SessionMeasures } from '../../domain/trace/measures/session-measures.ts';
import type { Summary } from '../../domain/trace/measures/summary.ts';

/** A value of a table; null: it is not known, or there is none. */
export type Value = string | number | boolean | null;

/** A column: its name, which programs may rely on, and its value in a row. */
export type Column<T> = readonly [name: string, of: (row: T) => Value];

const time = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString();

/** What is measured of a session. Times are UTC, durations ms, shares from 0 to 1, money USD. */
const MEASURE_COLUMNS: readonly Column<SessionMeasures>[] = [
  ['id', ({ id }) => id],
  ['agent', ({ source }) => source],
  ['session', ({ session }) => session],
  ['title', ({ title }) => title],
  ['project', ({ project }) => project],
  ['started', ({ startedAt }) => time(startedAt)],
  ['ended', ({ endedAt }) => time(endedAt)],
  ['run_ms', ({ overlap }) => overlap.runMs],
  ['active_ms', ({ overlap }) => overlap.activeMs],
  ['overlap_of_run', ({ overlap }) => overlap.ofRun],
  ['overlap_of_active', ({ overlap }) => overlap.ofActive],
  ['mean_over_run', ({ overlap }) => overlap.meanOverRun],
  ['mean_over_active', ({ overlap }) => overlap.meanOverActive],
  ['peak', ({ overlap }) => overlap.peak],
  ['sub_agents', ({ subAgents }) => subAgents.started],
  ['refused', ({ subAgents }) => subAgents.refused],
  ['untimed', ({ overlap }) => overlap.untimed],
  ['first_launch', ({ subAgents }) => subAgents.firstLaunch],
  ['never_overlapped', ({ subAgents }) => subAgents.neverOverlapped],
  ['writers', ({ subAgents }) => subAgents.byRole.writer],
  ['verifiers', ({ subAgents }) => subAgents.byRole.verifier],
  ['investigators', ({ subAgents }) => subAgents.byRole.investigator],
  ['roles_unknown', ({ subAgents }) => subAgents.byRole.unknown],
  ['completed', ({ subAgents }) => subAgents.byEnd.completed],
  ['failed', ({ subAgents }) => subAgents.byEnd.failed],
  ['cancelled', ({ subAgents }) => subAgents.byEnd.cancelled],
  ['killed', ({ subAgents }) => subAgents.byEnd.killed],
  ['timed_out', ({ subAgents }) => subAgents.byEnd['timed-out']],
  ['running', ({ subAgents }) => subAgents.byEnd.running],
  ['repeated_briefs', ({ subAgents }) => subAgents.repeatedBriefs],
  ['input', ({ tokens }) => tokens.usage.input],
  ['cache_read', ({ tokens }) => tokens.usage.cacheRead],
  ['cache_write', ({ tokens }) => tokens.usage.cacheWrite],
  ['output', ({ tokens }) => tokens.usage.output],
  ['tokens', ({ tokens }) => tokens.total],
  ['tokens_by_sub_agents', ({ tokens }) => tokens.bySubAgents],
  ['as_stated', ({ tokens }) => tokens.check?.equal ?? null],
  ['usd', ({ cost }) => cost.usd],
  ['usd_at_least', ({ cost }) => cost.atLeast],
  ['requests', ({ requests }) => requests],
  ['tool_calls', ({ toolCalls }) => toolCalls],
  ['errors', ({ errors }) => Object.values(errors).reduce((sum, each) => sum + each, 0)],
  ['unused_records', ({ unused }) => unused],
];

/** What is told of a session: its measures, and what was found. */
export const SESSION_COLUMNS: readonly Column<MeasuredSession>[] = [
  ...MEASURE_COLUMNS.map(([name, of]): Column<MeasuredSession> => [
    name,
    ({ measures }) => of(measures),
  ]),
  ['findings', ({ found }) => found?.findings.length ?? null],
  ['patterns', ({ found }) => found?.findings.map(({ code }) => code).join(' ') ?? null],
  ['benefits', ({ found }) => found?.benefits.map(({ code }) => code).join(' ') ?? null],
  ['tokens_for_nothing', ({ found }) => found?.unusedTokens ?? null],
];

/** A finding with its session. */
export interface FindingRow {
  readonly session: SessionMeasures;
  readonly finding: TraceFinding;
}

/** Each finding of the sessions with its session, in the sessions' order. */
export const findingRows = (sessions: readonly MeasuredSession[]): readonly FindingRow[] =>
  sessions.flatMap(({ measures, found }) =>
    (found?.findings ?? []).map((finding) => ({ session: measures, finding })),
  );

/** What is told of a finding. */
export const FINDING_COLUMNS: readonly Column<FindingRow>[] = [
  ['session', ({ session }) => session.id],
  ['agent', ({ session }) => session.source],
  ['finding', ({ finding }) => finding.id],
  ['pattern', ({ finding }) => finding.code],
  ['category', ({ finding }) => finding.label[0]],
  ['at', ({ finding }) => time(finding.at)],
  ['agents', ({ finding }) => finding.agents.join(' ')],
  ['evidence', ({ finding }) => finding.evidence.map(evidenceText).join(' ')],
  ['consequence', ({ finding }) => redact(finding.consequence)],
  ['nearest_rejected', ({ finding }) => finding.rejected.code],
  ['rejection_reason', ({ finding }) => redact(finding.rejected.reason)],
  ['confidence', ({ finding }) => finding.confidence],
];

/** Sessions that were put together. */
export interface Group {
  readonly group: string;
  readonly summary: Summary;
}

/** What is told of sessions together: medians are over those with sub-agents. */
export const GROUP_COLUMNS: readonly Column<Group>[] = [
  ['group', ({ group }) => group],
  ['sessions', ({ summary }) => summary.sessions],
  ['from', ({ summary }) => time(summary.from)],
  ['to', ({ summary }) => time(summary.to)],
  ['with_sub_agents', ({ summary }) => summary.withSubAgents],
  ['never_overlapped', ({ summary }) => summary.neverOverlapped],
  ['sub_agents', ({ summary }) => summary.subAgents],
  ['refused', ({ summary }) => summary.refused],
  ['median_first_launch', ({ summary }) => summary.medianFirstLaunch],
  ['median_overlap_of_run', ({ summary }) => summary.medianOverlapOfRun],
  ['median_overlap_of_active', ({ summary }) => summary.medianOverlapOfActive],
  ['median_mean_over_run', ({ summary }) => summary.medianMeanOverRun],
  ['peak', ({ summary }) => summary.peak],
  ['repeated_briefs', ({ summary }) => summary.repeatedBriefs],
  ['tokens', ({ summary }) => summary.tokens],
  ['tokens_by_sub_agents', ({ summary }) => summary.tokensBySubAgents],
  ['usd', ({ summary }) => summary.cost.usd],
  ['usd_at_least', ({ summary }) => summary.cost.atLeast],
  ['differing', ({ summary }) => summary.differing],
  ['unused_records', ({ summary }) => summary.unused],
];
