import { buildCommand, buildRouteMap } from '@stricli/core';
import { failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import { summarise, summariseBy, type Grouping } from '../../domain/trace/measures/summary.ts';
import type { Trace } from '../../domain/trace/trace.ts';
import type { MeasuredTraces } from '../../compose/trace/measure-traces.ts';
import type { Cli } from '../app/cli.ts';
import { handled } from '../app/command.ts';
import type { CommandBench, Outcome } from '../app/command.ts';
import { COMMON_ALIASES, COMMON_FLAGS, text, toggle } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { EXIT } from '../exit-codes.ts';
import { sessionLines } from '../screens/trace-session.ts';
import { noTraceLines, traceLines } from '../screens/trace.ts';
import { watch } from './trace-watch.ts';

interface ReadFlags extends CommonFlags {
  readonly days?: number;
  readonly all?: boolean;
  readonly format?: ReadFormat;
  readonly by?: 'session' | Grouping;
}

type ReadFormat = 'csv' | 'markdown' | 'html';

interface ShowFlags extends CommonFlags {
  readonly in?: readonly string[];
  readonly secrets?: boolean;
  readonly format?: ShowFormat;
}

type ShowFormat = 'html' | 'atif' | 'otlp';

/** How far back is looked where nothing is said. */
const DAYS = 7;
const DAY_MS = 86_400_000;

const read = buildCommand<ReadFlags, string[], CommandBench>({
  func: handled((cli: Cli, flags: ReadFlags, ...paths: string[]) => measured(cli, flags, paths)),
  parameters: {
    flags: {
      ...COMMON_FLAGS,
      days: {
        kind: 'parsed',
        parse: wholeNumber,
        optional: true,
        brief: `Sessions of the last days; default: ${DAYS}, and all where paths are given`,
        placeholder: 'n',
      },
      all: toggle('Sessions however old'),
      format: {
        kind: 'enum',
        values: ['csv', 'markdown', 'html'],
        optional: true,
        brief: 'A report; html: one file with time lines',
      },
      by: {
        kind: 'enum',
        values: ['session', 'agent', 'project', 'week'],
        optional: true,
        brief: 'What a row is; default: session',
      },
    },
    aliases: COMMON_ALIASES,
    positional: {
      kind: 'array',
      parameter: {
        parse: text,
        brief: 'Session records: a file, a folder, or - for standard input',
        placeholder: 'path',
      },
    },
  },
  docs: {
    brief: 'What the concurrency of agents’ sessions did; changes nothing',
    customUsage: ['--all', '<path>... [--json]', '--format html > traces.html'],
  },
});

const show = buildCommand<ShowFlags, [string], CommandBench>({
  func: handled((cli: Cli, flags: ShowFlags, id: string) => shown(cli, flags, id)),
  parameters: {
    flags: {
      ...COMMON_FLAGS,
      in: {
        kind: 'parsed',
        parse: text,
        optional: true,
        variadic: true,
        brief: 'Look in this folder or file; can be repeated',
        placeholder: 'path',
      },
      format: {
        kind: 'enum',
        values: ['html', 'atif', 'otlp'],
        optional: true,
        brief: 'html: its time line; for other tools atif or otlp',
      },
      secrets: toggle('Print texts as they are, also what looks like a secret'),
    },
    aliases: COMMON_ALIASES,
    positional: {
      kind: 'tuple',
      parameters: [
        { parse: text, brief: 'A session, by the beginning of its id', placeholder: 'id' },
      ],
    },
  },
  docs: {
    brief: 'One session: its agents, or with --json all that they did',
    customUsage: ['<id>', '--json <id>', '--format html <id> > session.html'],
  },
});

/** `fanin trace …` */
export const route = buildRouteMap({
  routes: { read, show, watch },
  defaultCommand: 'read',
  docs: {
    brief: 'What the concurrency of agents’ sessions did',
    fullDescription:
      'Reads the records that agents keep of their sessions on this machine, whoever started them, and says how much of their work overlapped, what it cost and how it ended. It changes nothing and sends nothing.',
  },
});

async function measured(cli: Cli, flags: ReadFlags, paths: readonly string[]): Promise<Outcome> {
  const { format, by = 'session' } = flags;
  if (cli.json && format !== undefined)
    return err(failure('usage', `--json and --format ${format} cannot both be given`));
  const days = flags.all === true ? null : (flags.days ?? (paths.length > 0 ? null : DAYS));
  const { measureTraces } = await import('../../compose/trace/measure-traces.ts');
  const since = days === null ? null : cli.now() - days * DAY_MS;
  const timeLines = format === 'html';
  const done = await measureTraces({ cwd: cli.cwd, env: cli.env, paths, since, timeLines });
  if (!done.ok) return done;
  const { sessions } = done.value;
  if (format !== undefined) cli.out.write(await reportOf(done.value, { format, by, days }));
  else if (cli.json) cli.out.lines([JSON.stringify(await jsonOf(done.value))]);
  else if (sessions.length === 0) cli.out.lines(noTraceLines(done.value, cli.look()));
  else cli.out.lines(traceLines(done.value, { days, by }, cli.look()));
  return ok(EXIT.ok);
}

interface ReportWish {
  readonly format: ReadFormat;
  readonly by: 'session' | Grouping;
  readonly days: number | null;
}

async function reportOf(traces: MeasuredTraces, { format, by, days }: ReportWish): Promise<string> {
  switch (format) {
    case 'csv': {
      const { csvOf } = await import('../reports/csv.ts');
      const { GROUP_COLUMNS, SESSION_COLUMNS } = await import('../reports/trace-columns.ts');
      const measures = traces.sessions.map((each) => each.measures);
      return by === 'session'
        ? csvOf(SESSION_COLUMNS, measures)
        : csvOf(GROUP_COLUMNS, summariseBy(measures, by));
    }
    case 'markdown': {
      const { traceMarkdown } = await import('../reports/trace-markdown.ts');
      return traceMarkdown(traces, days);
    }
    case 'html': {
      const { traceHtml } = await import('../reports/trace-html.ts');
      return traceHtml({ sessions: traces.sessions, days, findings: new Map() });
    }
  }
}

async function jsonOf(traces: MeasuredTraces) {
  const { redacted } = await import('../../domain/trace/redact-trace.ts');
  const measures = traces.sessions.map((each) => each.measures);
  const { sessions, older, looked, unreadable } = traces;
  return redacted({
    summary: summarise(measures),
    byAgent: summariseBy(measures, 'agent'),
    byProject: summariseBy(measures, 'project'),
    byWeek: summariseBy(measures, 'week'),
    sessions: sessions.map(({ measures: each, notes, bytes }) => ({ ...each, notes, bytes })),
    older,
    looked,
    unreadable,
  });
}

async function shown(cli: Cli, flags: ShowFlags, id: string): Promise<Outcome> {
  if (id === '') return err(failure('usage', 'no session was named'));
  if (cli.json && flags.format !== undefined)
    return err(failure('usage', `--json and --format ${flags.format} cannot both be given`));
  const { findTrace } = await import('../../compose/trace/show-trace.ts');
  const found = await findTrace({ cwd: cli.cwd, env: cli.env, paths: flags.in ?? [] }, id);
  if (!found.ok) return found;
  const { format, secrets } = flags;
  if (format === undefined && !cli.json) {
    cli.out.lines(sessionLines(found.value, cli.look()));
    return ok(EXIT.ok);
  }
  const { redacted } = await import('../../domain/trace/redact-trace.ts');
  const trace = secrets === true ? found.value : redacted(found.value);
  if (format === undefined) cli.out.lines([JSON.stringify(trace)]);
  else cli.out.write(await exportOf(trace, format));
  return ok(EXIT.ok);
}

async function exportOf(trace: Trace, format: ShowFormat): Promise<string> {
  switch (format) {
    case 'html': {
      const { measuredOf } = await import('../../compose/trace/measure-traces.ts');
      const { traceHtml } = await import('../reports/trace-html.ts');
      return traceHtml({ sessions: [measuredOf(trace, true)], days: null, findings: new Map() });
    }
    case 'atif': {
      const { atifOf } = await import('../../domain/trace/export/atif.ts');
      return `${JSON.stringify(atifOf(trace))}\n`;
    }
    case 'otlp': {
      const { otlpSpans } = await import('../../compose/trace/otlp-spans.ts');
      return `${JSON.stringify(otlpSpans(trace))}\n`;
    }
  }
}

function wholeNumber(input: string): number {
  const value = Number(input);
  if (!/^\d{1,5}$/u.test(input) || value < 1) throw new Error('write a whole number from 1');
  return value;
}
