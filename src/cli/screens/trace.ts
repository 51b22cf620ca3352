import { namedCostText } from '../../domain/cost/cost-text.ts';
import { summarise, summariseBy } from '../../domain/trace/measures/summary.ts';
import type { Grouping, Summary } from '../../domain/trace/measures/summary.ts';
import { redact } from '../../domain/trace/redact.ts';
import type { MeasuredSession, MeasuredTraces } from '../../compose/trace/measure-traces.ts';
import { foundLines, FINDING_LINES } from './trace-findings.ts';
import { namedParts } from './named-parts.ts';
import { GROUP_HEAD, groupRow, headParts, share } from '../reports/report-text.ts';
import { count, dateTime, duration, tokens } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import { cell, figure, table } from '../text/table.ts';
import { wrap, wrapParts } from '../text/wrap.ts';

/** Sessions that are listed at most, and at least where there is little room; all of them are in `--json`. */
const MOST_LISTED = 15;
const LEAST_LISTED = 5;
/** The lines of a screen. */
const SCREEN = 40;

/** How the sessions are shown. */
export interface TraceView {
  /** How far back was looked; null: however old. */
  readonly days: number | null;
  readonly by: 'session' | 'finding' | Grouping;
  /** The person's home folder, which is shown as `~`. */
  readonly home: string;
}

/** What `fanin trace` says. */
export function traceLines(
  traces: MeasuredTraces,
  { days, by, home }: TraceView,
  look: Look,
): readonly string[] {
  const { sessions, older } = traces;
  const summary = summarise(sessions.map(({ measures }) => measures));
  const above = [
    ...wrapParts(headParts(summary, days), look.width).map((line) => look.paint('bold', line)),
    '',
    ...rows(summary, unusedTokensOf(sessions), look),
    ...foundLines(sessions, by === 'finding' ? Infinity : FINDING_LINES, { home, look }),
    '',
  ];
  const below = [
    ...remarks(traces, summary, look),
    '',
    look.paint('dim', 'fanin trace show <id> shows one session.'),
    ...(older === 0
      ? []
      : [look.paint('dim', `${count(older, 'older session')}: fanin trace --all`)]),
  ];
  // A heading, and the line that says how many more there are.
  const room = SCREEN - above.length - below.length - 2;
  const most = Math.max(LEAST_LISTED, Math.min(MOST_LISTED, room));
  const list =
    by === 'session'
      ? listed(sessions, most, look)
      : by === 'finding'
        ? []
        : grouped(sessions, by, look);
  return [...above, ...list, ...below.slice(list.length === 0 && below[0] === '' ? 1 : 0)];
}

const unusedTokensOf = (sessions: readonly MeasuredSession[]): number =>
  sessions.reduce((sum, { found }) => sum + (found?.unusedTokens ?? 0), 0);

function rows(summary: Summary, unused: number, { width }: Look): readonly string[] {
  const row = (name: string, parts: readonly string[]): readonly string[] =>
    namedParts(name, parts, width);
  const { withSubAgents } = summary;
  if (withSubAgents === 0)
    return [
      ...row('Sub-agents', [
        summary.refused === 0
          ? 'none were started'
          : `none were started, ${summary.refused} were refused`,
      ]),
      ...row('Tokens', [tokens(summary.tokens), namedCostText(summary.cost)]),
    ];
  return [
    ...row('Sub-agents', [
      `in ${count(withSubAgents, 'session')}, ${summary.subAgents} started`,
      ...(summary.refused === 0 ? [] : [`${summary.refused} refused`]),
      `first at ${share(summary.medianFirstLaunch)} of the run (median)`,
      ...(summary.repeatedBriefs === 0
        ? []
        : [`${summary.repeatedBriefs} with a brief that another one had`]),
    ]),
    ...row('Overlap', [
      `${share(summary.medianOverlapOfRun)} of run time, ${share(summary.medianOverlapOfActive)} of the time sub-agents worked (medians)`,
      `at most ${summary.peak} at once`,
      ...(summary.neverOverlapped === 0
        ? []
        : [
            `${count(summary.neverOverlapped, 'session')} started sub-agents that never overlapped`,
          ]),
    ]),
    ...row('Tokens', [
      `${tokens(summary.tokens)}, ${share(summary.tokens === 0 ? null : summary.tokensBySubAgents / summary.tokens)} by sub-agents`,
      ...(unused === 0 ? [] : [`${tokens(unused)} for nothing`]),
      namedCostText(summary.cost),
    ]),
  ];
}

function listed(sessions: readonly MeasuredSession[], most: number, look: Look): readonly string[] {
  const shown = sessions.slice(0, most);
  const lines = table(
    [
      ['id', 'started', 'agent', 'run', 'subs', 'overlap', 'tokens', 'what'].map((name, at) =>
        at > 2 && at < 7 ? figure(name, 'dim') : cell(name, 'dim'),
      ),
      ...shown.map(({ measures }) => {
        const { id, startedAt, source, overlap, subAgents, tokens: spent, title } = measures;
        return [
          cell(id, 'cyan'),
          cell(startedAt === null ? 'unknown' : dateTime(startedAt)),
          cell(source),
          figure(overlap.runMs === null ? 'unknown' : duration(overlap.runMs)),
          figure(String(subAgents.started)),
          figure(subAgents.started === 0 ? '–' : share(overlap.ofRun)),
          figure(tokens(spent.total)),
          cell(redact(title ?? '')),
        ];
      }),
    ],
    look,
  );
  const more = sessions.length - shown.length;
  return more === 0
    ? lines
    : [...lines, look.paint('dim', `  and ${more} more: fanin trace --json`)];
}

function grouped(
  sessions: readonly MeasuredSession[],
  by: Grouping,
  look: Look,
): readonly string[] {
  const groups = summariseBy(
    sessions.map(({ measures }) => measures),
    by,
  );
  // The newest weeks, and the groups with the most tokens.
  const order = by === 'week' ? groups.toReversed() : groups.toSorted(byTokens);
  const shown = order.slice(0, MOST_LISTED);
  const lines = table(
    [
      [by, ...GROUP_HEAD].map((name, at) =>
        at > 0 && at < 6 ? figure(name, 'dim') : cell(name, 'dim'),
      ),
      ...shown.map((group) =>
        groupRow(group).map((text, at) => (at > 0 && at < 6 ? figure(text) : cell(text))),
      ),
    ],
    look,
  );
  const more = order.length - shown.length;
  return more === 0
    ? lines
    : [...lines, look.paint('dim', `  and ${more} more: fanin trace --format csv --by ${by}`)];
}

type Grouped = ReturnType<typeof summariseBy>[number];

const byTokens = (a: Grouped, b: Grouped): number => b.summary.tokens - a.summary.tokens;

function remarks(
  { sessions, unreadable }: MeasuredTraces,
  summary: Summary,
  look: Look,
): readonly string[] {
  const dropped = sessions.filter(({ notes }) => notes.droppedEvents > 0).length;
  const missing = sessions.reduce((sum, { notes }) => sum + notes.missingAgents.length, 0);
  const told = [
    summary.differing === 0
      ? null
      : `In ${count(summary.differing, 'session')} the agent states another number of tokens than its records hold.`,
    missing === 0 ? null : `${count(missing, 'agent')} left no records of their own.`,
    dropped === 0
      ? null
      : `${count(dropped, 'session')} did more than is kept of one: roles and what depends on single events are of the first part.`,
    summary.unused === 0
      ? null
      : `${count(summary.unused, 'record')} could not be used: fanin trace --json says which.`,
    unreadable.length === 0
      ? null
      : `${count(unreadable.length, 'place')} could not be read: ${unreadable[0]?.path ?? ''} (${unreadable[0]?.reason ?? ''}).`,
  ].filter((each) => each !== null);
  return told.length === 0
    ? []
    : [
        '',
        ...told
          .flatMap((each) => wrap(each, look.width, '', '  '))
          .map((line) => look.paint('yellow', line)),
      ];
}

/** What it says where there is no session. */
export function noTraceLines(
  { looked, older, unreadable }: MeasuredTraces,
  look: Look,
): readonly string[] {
  if (older > 0)
    return [
      `No session of the last days; ${count(older, 'older session')} ${older === 1 ? 'is' : 'are'} there: fanin trace --all`,
    ];
  const places = looked.flatMap(({ source, places: all }) =>
    all.map(({ path, there }) => [
      cell(source),
      cell(there ? 'no session in' : 'not there:', there ? 'plain' : 'dim'),
      cell(path),
    ]),
  );
  return [
    look.paint(
      'bold',
      'No session was found. fanin trace looked for records that agents keep of their sessions:',
    ),
    '',
    ...table(places, look),
    ...unreadable.map(({ path, reason }) =>
      look.paint('yellow', `  ${path} could not be read: ${reason}`),
    ),
    '',
    ...wrap(
      'Records that lie elsewhere: fanin trace <folder or file>, or - for standard input. Variables that move an agent’s folder (CLAUDE_CONFIG_DIR, CODEX_HOME, KIMI_CODE_HOME, XDG_DATA_HOME, GEMINI_CLI_HOME) are followed.',
      look.width,
    ),
  ];
}
