import { buildCommand } from '@stricli/core';
import { failure, type Failure } from '../../domain/failure.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { withIntent } from '../../domain/trace/intent.ts';
import { foundIn, type Found } from '../../domain/trace/measures/found.ts';
import { unfitAsTwin, type Unfit } from '../../domain/trace/patterns/serial/serial-contrast.ts';
import type { Trace } from '../../domain/trace/trace.ts';
import type { Cli } from '../app/cli.ts';
import { handled } from '../app/command.ts';
import type { CommandBench, Outcome } from '../app/command.ts';
import { COMMON_ALIASES, COMMON_FLAGS, text, toggle, valued } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { homeOf } from '../app/home.ts';
import { INTENT_FLAGS, intentWish, type IntentFlags } from '../app/intent-flags.ts';
import { EXIT } from '../exit-codes.ts';
import { sessionLines } from '../screens/trace-session.ts';

interface ShowFlags extends CommonFlags, IntentFlags {
  readonly in?: readonly string[];
  readonly secrets?: boolean;
  readonly serial?: string;
  readonly format?: ShowFormat;
}

type ShowFormat = 'html' | 'atif' | 'otlp' | 'annotations';

/** `fanin trace show` */
export const show = buildCommand<ShowFlags, [string], CommandBench>({
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
        values: ['html', 'atif', 'otlp', 'annotations'],
        optional: true,
        brief: 'html: its time line; for other tools atif, otlp or annotations',
      },
      ...INTENT_FLAGS,
      serial: valued(
        'The session in which one agent did the same task: what came to the same harm there is left out',
        'id',
      ),
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

async function shown(cli: Cli, flags: ShowFlags, id: string): Promise<Outcome> {
  if (id === '') return err(failure('usage', 'no session was named'));
  if (cli.json && flags.format !== undefined)
    return err(failure('usage', `--json and --format ${flags.format} cannot both be given`));
  const { intentOf } = await import('../../compose/trace/intent.ts');
  const intent = await intentOf(intentWish(cli.cwd, flags));
  if (!intent.ok) return intent;
  const { findTrace } = await import('../../compose/trace/show-trace.ts');
  const read = await findTrace({ cwd: cli.cwd, env: cli.env, paths: flags.in ?? [] }, id);
  if (!read.ok) return read;
  const { format, secrets } = flags;
  const trace = withIntent(read.value, intent.value);
  const twin = await twinOf(cli, flags);
  if (!twin.ok) return twin;
  const found = foundIn(trace, twin.value);
  if (format === undefined && !cli.json) {
    cli.out.lines(sessionLines(trace, found, { look: cli.look(), home: homeOf(cli) }));
    return ok(EXIT.ok);
  }
  const { redacted } = await import('../../domain/trace/redact-trace.ts');
  const whole = { trace, found, serial: twin.value };
  const told = secrets === true ? whole : redacted(whole);
  if (format === undefined) {
    const { findings, benefits } = told.found;
    cli.out.lines([JSON.stringify({ ...told.trace, findings, benefits })]);
  } else cli.out.write(await exportOf(told, format));
  return ok(EXIT.ok);
}

/** The session that another one is held against; null: none was named. Code: `unfit-twin`, and those of a session. */
async function twinOf(cli: Cli, flags: ShowFlags): Promise<Result<Trace | null, Failure>> {
  const { serial } = flags;
  if (serial === undefined) return ok(null);
  const { findTrace } = await import('../../compose/trace/show-trace.ts');
  const found = await findTrace({ cwd: cli.cwd, env: cli.env, paths: flags.in ?? [] }, serial);
  if (!found.ok) return found;
  const unfit = unfitAsTwin(found.value);
  if (unfit === null) return found;
  return err(
    failure('unfit-twin', `session ${serial} cannot be the serial twin: ${UNFIT[unfit]}`, {
      hint: 'name a session in which one agent did the same task to its end',
    }),
  );
}

const UNFIT: Readonly<Record<Unfit, string>> = {
  'no-times': 'its records have no times',
  'nothing-done': 'its agent did nothing',
  'broke-down': 'it ended by an error',
  delegated: 'it had sub-agents at work itself',
};

/** A trace with what was found in it, beside its serial twin. */
interface FoundTrace {
  readonly trace: Trace;
  readonly found: Found;
  readonly serial: Trace | null;
}

async function exportOf({ trace, found, serial }: FoundTrace, format: ShowFormat): Promise<string> {
  switch (format) {
    case 'html': {
      const { measuredOf } = await import('../../compose/trace/measure-traces.ts');
      const { traceHtml } = await import('../reports/trace-html.ts');
      return traceHtml({ sessions: [measuredOf(trace, true, found)], days: null });
    }
    case 'atif': {
      const { atifOf } = await import('../../domain/trace/export/atif.ts');
      return `${JSON.stringify(atifOf(trace))}\n`;
    }
    case 'otlp': {
      const { otlpSpans } = await import('../../compose/trace/otlp-spans.ts');
      return `${JSON.stringify(otlpSpans(trace))}\n`;
    }
    case 'annotations': {
      const { annotationOf, NO_PAIR } = await import('../../domain/trace/export/annotations.ts');
      return `${JSON.stringify(annotationOf(trace, found.findings, { ...NO_PAIR, serial }))}\n`;
    }
  }
}
