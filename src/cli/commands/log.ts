import { buildCommand } from '@stricli/core';
import { openReadModel } from '../../compose/read-model.ts';
import type { RepositoryPlace } from '../../compose/project.ts';
import type { Failure } from '../../domain/failure.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { Cli } from '../app/cli.ts';
import { handled } from '../app/command.ts';
import type { CommandBench, Outcome } from '../app/command.ts';
import { COMMON_ALIASES, COMMON_FLAGS, text, toggle } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { printLong } from '../app/page.ts';
import { wholeNumber } from '../app/whole-number.ts';
import { EXIT } from '../exit-codes.ts';
import { landingLogLines } from '../screens/landing-log.ts';
import { shortId, shortRef } from '../text/figures.ts';

interface Flags extends CommonFlags {
  readonly inToto?: boolean;
  readonly limit?: number;
}

/** So many are shown where nobody says how many. */
const USUAL = 50;

/** `fanin log [where]` */
export const route = buildCommand<Flags, [string?], CommandBench>({
  func: handled((cli: Cli, flags: Flags, typed?: string) => showLog(cli, flags, typed ?? null)),
  parameters: {
    flags: {
      ...COMMON_FLAGS,
      inToto: toggle('Print in-toto statements, one a line'),
      limit: {
        kind: 'parsed',
        parse: wholeNumber,
        optional: true,
        brief: `So many at most, the newest; default: ${USUAL}`,
        placeholder: 'n',
      },
    },
    aliases: { ...COMMON_ALIASES, n: 'limit' },
    positional: {
      kind: 'tuple',
      parameters: [
        {
          parse: text,
          optional: true,
          brief: 'A run, or what git log takes: main, v1..main. Default: the newest run, or HEAD',
          placeholder: 'where',
        },
      ],
    },
  },
  docs: {
    brief: 'What has landed, by whom, and on what evidence',
    customUsage: ['[where]', '-n 5 main', '--in-toto [where]'],
    fullDescription:
      'Reads the history, so that it also works where nothing has run: each landing says its task, attempt, agent, receipt and reviewer. Where the receipt lies here, it is held against the hash that was landed.',
  },
});

async function showLog(cli: Cli, flags: Flags, typed: string | null): Promise<Outcome> {
  const asked = whereIs(cli, typed);
  if (!asked.ok) return asked;
  const { place, range, name } = asked.value;
  const { landingLog, landingStatements } = await import('../../compose/landing-log.ts');
  const most = flags.limit ?? USUAL;
  if (flags.inToto === true) {
    const statements = await landingStatements(place, range, most);
    if (!statements.ok) return statements;
    cli.out.lines(statements.value.map((statement) => JSON.stringify(statement)));
    return ok(EXIT.ok);
  }
  const rows = await landingLog(place, range, most);
  if (!rows.ok) return rows;
  if (cli.json) cli.out.lines([JSON.stringify({ schema: 1, range, landings: rows.value })]);
  else await printLong(cli, landingLogLines(rows.value, name, cli.look()));
  return ok(EXIT.ok);
}

interface Where {
  readonly place: RepositoryPlace;
  /** As git takes it. */
  readonly range: string;
  /** As people see it. */
  readonly name: string;
}

/** The run that was typed (by unique prefix) comes before a revision of that name; without a word, the newest. */
function whereIs(cli: Cli, typed: string | null): Result<Where, Failure> {
  const opened = openReadModel(cli.cwd);
  if (!opened.ok) return opened;
  const { place, reader } = opened.value;
  try {
    const runs = reader?.runs().map(({ id }) => id) ?? [];
    const wanted = typed ?? cli.run ?? runs[0] ?? null;
    const meant = wanted === null ? [] : runs.filter((id) => id.startsWith(wanted));
    const [run] = meant.length === 1 || typed === null ? meant : [];
    const view = run === undefined ? null : (reader?.view(run, 'run', run)?.body ?? null);
    if (view === null) return ok({ place, range: wanted ?? 'HEAD', name: wanted ?? 'HEAD' });
    const { base, targetRef } = view;
    return ok({
      place,
      range: `${base}..${targetRef}`,
      name: `${shortRef(targetRef)} since ${shortId(base)}`,
    });
  } finally {
    opened.value.close();
  }
}
