import { buildCommand } from '@stricli/core';
import { failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import { summariseFound } from '../../domain/trace/measures/found.ts';
import { summarise, summariseBy } from '../../domain/trace/measures/summary.ts';
import type { MeasuredTraces } from '../../compose/trace/measure-traces.ts';
import type { Cli } from '../app/cli.ts';
import { handled } from '../app/command.ts';
import type { CommandBench, Outcome } from '../app/command.ts';
import { COMMON_ALIASES, COMMON_FLAGS, text, toggle } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { homeOf } from '../app/home.ts';
import { INTENT_FLAGS, intentWish, type IntentFlags } from '../app/intent-flags.ts';
import { EXIT } from '../exit-codes.ts';
import {
  FINDING_COLUMNS,
  findingRows,
  GROUP_COLUMNS,
  SESSION_COLUMNS,
} from '../reports/trace-columns.ts';
import { noTraceLines, traceLines, type TraceView } from '../screens/trace.ts';

interface ReadFlags extends CommonFlags, IntentFlags {
  readonly days?: number;
  readonly all?: boolean;
  readonly format?: ReadFormat;
  readonly by?: TraceView['by'];
  readonly patterns?: boolean;
}

type ReadFormat = 'csv' | 'markdown' | 'html';

/** How far back is looked where nothing is said. */
const DAYS = 7;
const DAY_MS = 86_400_000;

/** `fanin trace` */
export const read = buildCommand<ReadFlags, string[], CommandBench>({
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
        values: ['session', 'agent', 'project', 'week', 'finding'],
        optional: true,
        brief: 'What a row is; default: session',
      },
      ...INTENT_FLAGS,
      patterns: {
        kind: 'boolean',
        optional: true,
        brief: 'Look for failure patterns (by default); without it is faster',
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

async function measured(cli: Cli, flags: ReadFlags, paths: readonly string[]): Promise<Outcome> {
  const { format, by = 'session' } = flags;
  if (cli.json && format !== undefined)
    return err(failure('usage', `--json and --format ${format} cannot both be given`));
  const days = flags.all === true ? null : (flags.days ?? (paths.length > 0 ? null : DAYS));
  const { measureTraces } = await import('../../compose/trace/measure-traces.ts');
  const since = days === null ? null : cli.now() - days * DAY_MS;
  const timeLines = format === 'html';
  const { patterns = true } = flags;
  const { intentOf } = await import('../../compose/trace/intent.ts');
  const intent = await intentOf(intentWish(cli.cwd, flags));
  if (!intent.ok) return intent;
  const done = await measureTraces({
    cwd: cli.cwd,
    env: cli.env,
    paths,
    since,
    timeLines,
    patterns,
    intent: intent.value,
  });
  if (!done.ok) return done;
  const { sessions } = done.value;
  if (format !== undefined) cli.out.write(await reportOf(done.value, { format, by, days }));
  else if (cli.json) cli.out.lines([JSON.stringify(await jsonOf(done.value))]);
  else if (sessions.length === 0) cli.out.lines(noTraceLines(done.value, cli.look()));
  else cli.out.lines(traceLines(done.value, { days, by, home: homeOf(cli) }, cli.look()));
  return ok(EXIT.ok);
}

interface ReportWish {
  readonly format: ReadFormat;
  readonly by: TraceView['by'];
  readonly days: number | null;
}

async function reportOf(traces: MeasuredTraces, { format, by, days }: ReportWish): Promise<string> {
  switch (format) {
    case 'csv': {
      const { csvOf } = await import('../reports/csv.ts');
      const { sessions } = traces;
      if (by === 'session') return csvOf(SESSION_COLUMNS, sessions);
      if (by === 'finding') return csvOf(FINDING_COLUMNS, findingRows(sessions));
      const measures = sessions.map((each) => each.measures);
      return csvOf(GROUP_COLUMNS, summariseBy(measures, by));
    }
    case 'markdown': {
      const { traceMarkdown } = await import('../reports/trace-markdown.ts');
      return traceMarkdown(traces, days);
    }
    case 'html': {
      const { traceHtml } = await import('../reports/trace-html.ts');
      return traceHtml({ sessions: traces.sessions, days });
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
    found: summariseFound(sessions.map((each) => each.found)),
    sessions: sessions.map(({ measures: each, notes, bytes, found }) => ({
      ...each,
      notes,
      bytes,
      ...(found ?? { findings: null, benefits: null, unusedTokens: null }),
    })),
    older,
    looked,
    unreadable,
  });
}

function wholeNumber(input: string): number {
  const value = Number(input);
  if (!/^\d{1,5}$/u.test(input) || value < 1) throw new Error('write a whole number from 1');
  return value;
}
