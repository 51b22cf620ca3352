import { namedCostText } from '../../domain/cost/cost-text.ts';
import { totalTokens } from '../../domain/receipt/token-usage.ts';
import { evidenceText } from '../../domain/trace/evidence.ts';
import type { Found } from '../../domain/trace/measures/found.ts';
import { measureSession } from '../../domain/trace/measures/session-measures.ts';
import { redact } from '../../domain/trace/redact.ts';
import type { TraceAgent } from '../../domain/trace/agent.ts';
import type { Trace } from '../../domain/trace/trace.ts';
import { count, dateTime, duration, tokens } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import { cell, figure, table, type Cell } from '../text/table.ts';
import { wrap, wrapParts } from '../text/wrap.ts';
import { foundOneLines, type FindingLook } from './trace-findings.ts';

const MOST_AGENTS = 25;

/** What `fanin trace show` says of one session. */
export function sessionLines(
  trace: Trace,
  found: Found,
  { look, home }: FindingLook,
): readonly string[] {
  const measures = measureSession(trace);
  const { overlap, tokens: spent } = measures;
  const percent = (value: number | null): string =>
    value === null ? 'unknown' : `${Math.round(value * 100)} %`;
  const shown = trace.agents.slice(0, MOST_AGENTS);
  return [
    ...wrapParts(
      [
        `${trace.id} ${redact(trace.title ?? '')}`,
        `${trace.source}${trace.programVersion === null ? '' : ` ${trace.programVersion}`}`,
        ...(trace.cwd === null ? [] : [trace.cwd]),
        ...(trace.startedAt === null ? [] : [dateTime(trace.startedAt)]),
        ...(overlap.runMs === null ? [] : [duration(overlap.runMs)]),
      ],
      look.width,
    ).map((line, at) => (at === 0 ? look.paint('bold', line) : line)),
    ...wrapParts(
      [
        `overlap ${percent(overlap.ofRun)} of run time, ${percent(overlap.ofActive)} of the time sub-agents worked`,
        `at most ${overlap.peak} at once`,
        `${tokens(spent.total)} tokens`,
        namedCostText(measures.cost),
        spent.check === null
          ? 'the agent states no total'
          : spent.check.equal
            ? 'as the agent counts them'
            : 'the agent states another total',
      ],
      look.width,
    ),
    '',
    ...table([HEAD, ...shown.map((agent) => agentRow(trace, agent))], look),
    ...(trace.agents.length > shown.length
      ? [look.paint('dim', `  and ${trace.agents.length - shown.length} more: --json`)]
      : []),
    ...cutShort(trace, look),
    ...foundOneLines(found, { look, home }),
    '',
    look.paint(
      'dim',
      `${count(trace.events.length, 'event')}, each with its file and line: fanin trace show ${trace.id} --json`,
    ),
  ];
}

/** Agents that did not come to an end of their own, and where that is told. */
function cutShort({ agents }: Trace, { width, paint }: Look): readonly string[] {
  const odd = agents.filter(({ end }) => end.state !== 'completed').slice(0, MOST_ODD);
  const lines = odd.flatMap(({ name, kind, id, end }) => {
    const who = redact(kind === 'root' ? 'root' : (name ?? id));
    const why = end.reason === null ? '' : ` (${redact(end.reason)})`;
    return wrap(`${who}: ${endText(end)}${why} ${evidenceText(end.evidence)}`, width, '  ', '    ');
  });
  return lines.length === 0 ? [] : ['', ...lines.map((line) => paint('yellow', line))];
}

const MOST_ODD = 8;

const endText = ({ state, by }: TraceAgent['end']): string =>
  by === 'itself' || by === 'unknown'
    ? state
    : `${state} by ${by === 'session-end' ? 'the end of the session' : by}`;

const HEAD: readonly Cell[] = [
  cell('agent', 'dim'),
  cell('role', 'dim'),
  figure('at', 'dim'),
  figure('worked', 'dim'),
  figure('tokens', 'dim'),
  figure('calls', 'dim'),
  figure('writes', 'dim'),
  cell('end', 'dim'),
];

function agentRow({ events, startedAt }: Trace, agent: TraceAgent): readonly Cell[] {
  const own = events.filter((event) => event.agent === agent.id);
  const used = own.reduce(
    (sum, event) => sum + (event.kind === 'request' ? totalTokens(event.usage) : 0),
    0,
  );
  const worked = agent.live.reduce((sum, { from, to }) => sum + to - from, 0);
  const { end } = agent;
  const name = agent.kind === 'root' ? 'root' : (agent.name ?? agent.type ?? agent.id);
  return [
    cell(redact(name)),
    cell(agent.role),
    figure(
      startedAt === null || agent.startedAt === null
        ? ''
        : `+${duration(agent.startedAt - startedAt)}`,
    ),
    figure(agent.live.length === 0 ? '' : duration(worked)),
    figure(tokens(used)),
    figure(String(own.filter(({ kind }) => kind === 'tool').length)),
    figure(String(own.filter(({ kind }) => kind === 'write').length)),
    cell(
      end.state,
      end.state === 'completed' ? 'green' : end.state === 'running' ? 'plain' : 'yellow',
    ),
  ];
}
