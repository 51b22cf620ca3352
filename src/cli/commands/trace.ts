import { buildCommand, buildRouteMap } from '@stricli/core';
import { failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import { summarise, summariseBy } from '../../domain/trace/measures/summary.ts';
import type { Cli } from '../app/cli.ts';
import { handled } from '../app/command.ts';
import type { CommandBench, Outcome } from '../app/command.ts';
import { COMMON_ALIASES, COMMON_FLAGS, text, toggle } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { EXIT } from '../exit-codes.ts';
import { sessionLines } from '../screens/trace-session.ts';
import { noTraceLines, traceLines } from '../screens/trace.ts';

interface ReadFlags extends CommonFlags {
  readonly days?: number;
  readonly all?: boolean;
}

interface ShowFlags extends CommonFlags {
  readonly in?: readonly string[];
  readonly secrets?: boolean;
}

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
    customUsage: ['--all', '<path>... [--json]'],
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
    customUsage: ['<id>', '--json <id>'],
  },
});

/** `fanin trace …` */
export const route = buildRouteMap({
  routes: { read, show },
  defaultCommand: 'read',
  docs: {
    brief: 'What the concurrency of agents’ sessions did',
    fullDescription:
      'Reads the records that agents keep of their sessions on this machine, whoever started them, and says how much of their work overlapped, what it cost and how it ended. It changes nothing and sends nothing.',
  },
});

async function measured(cli: Cli, flags: ReadFlags, paths: readonly string[]): Promise<Outcome> {
  const days = flags.all === true ? null : (flags.days ?? (paths.length > 0 ? null : DAYS));
  const { measureTraces } = await import('../../compose/trace/measure-traces.ts');
  const since = days === null ? null : cli.now() - days * DAY_MS;
  const done = await measureTraces({ cwd: cli.cwd, env: cli.env, paths }, since);
  if (!done.ok) return done;
  if (cli.json) cli.out.lines([JSON.stringify(await jsonOf(done.value))]);
  else if (done.value.sessions.length === 0) cli.out.lines(noTraceLines(done.value, cli.look()));
  else cli.out.lines(traceLines(done.value, days, cli.look()));
  return ok(EXIT.ok);
}

async function jsonOf(traces: Parameters<typeof traceLines>[0]) {
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
  const { findTrace } = await import('../../compose/trace/show-trace.ts');
  const found = await findTrace({ cwd: cli.cwd, env: cli.env, paths: flags.in ?? [] }, id);
  if (!found.ok) return found;
  if (!cli.json) {
    cli.out.lines(sessionLines(found.value, cli.look()));
    return ok(EXIT.ok);
  }
  const { redacted } = await import('../../domain/trace/redact-trace.ts');
  cli.out.lines([JSON.stringify(flags.secrets === true ? found.value : redacted(found.value))]);
  return ok(EXIT.ok);
}

function wholeNumber(input: string): number {
  const value = Number(input);
  if (!/^\d{1,5}$/u.test(input) || value < 1) throw new Error('write a whole number from 1');
  return value;
}
