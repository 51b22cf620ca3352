import { buildCommand } from '@stricli/core';
import { openReadModel } from '../../compose/read-model.ts';
import { recordedRuns, type RecordedRuns } from '../../compose/run-stats.ts';
import { failure, type Failure } from '../../domain/failure.ts';
import { isRecord } from '../../domain/json-record.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { statsBy, statsOf, type StatsGrouping } from '../../domain/stats/measures.ts';
import type { Cli } from '../app/cli.ts';
import { handled } from '../app/command.ts';
import type { CommandBench, Outcome } from '../app/command.ts';
import { COMMON_ALIASES, COMMON_FLAGS } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { EXIT } from '../exit-codes.ts';
import { resolveRun } from '../ids/resolve.ts';
import { statsLines } from '../screens/stats.ts';

interface Flags extends CommonFlags {
  readonly by?: StatsGrouping;
  readonly format?: 'csv';
}

/** `fanin stats` */
export const route = buildCommand<Flags, [], CommandBench>({
  func: handled((cli: Cli, flags: Flags) => shown(cli, flags)),
  parameters: {
    flags: {
      ...COMMON_FLAGS,
      by: {
        kind: 'enum',
        values: ['week', 'run', 'agent'],
        optional: true,
        brief: 'What a row is; default: week',
      },
      format: { kind: 'enum', values: ['csv'], optional: true, brief: 'A table for other tools' },
    },
    aliases: COMMON_ALIASES,
  },
  docs: {
    brief: 'What landed work cost, and what was thrown away',
    customUsage: ['--by run', '--format csv --by agent', '--run <id>'],
    fullDescription:
      'Cost, tokens and agent time of the attempts of this repository’s runs: for each landed task, how much of them went into work that did not land, and how much landed for each hour in which deliveries waited for a person. --run takes one run alone.',
  },
});

async function shown(cli: Cli, { by = 'week', format }: Flags): Promise<Outcome> {
  if (cli.json && format !== undefined)
    return err(failure('usage', `--json and --format ${format} cannot both be given`));
  const found = recorded(cli);
  if (!found.ok) return found;
  const { records, atWork } = found.value;
  const totals = statsOf(records);
  const groups = statsBy(records, by);
  if (format === 'csv') {
    const { csvOf } = await import('../reports/csv.ts');
    const { STATS_COLUMNS } = await import('../reports/stats-columns.ts');
    cli.out.write(csvOf(STATS_COLUMNS, groups));
  } else if (cli.json)
    cli.out.lines([JSON.stringify({ totals, by, groups, atWork }, unknownAsNull)]);
  else cli.out.lines(statsLines({ totals, groups, by, atWork }, cli.look()));
  return ok(EXIT.ok);
}

/** A quantity of which nothing is known is null, and not "0 or more". */
const unknownAsNull = (_: string, value: unknown): unknown =>
  isRecord(value) && value['exact'] === false && value['least'] === 0 ? null : value;

/** Nothing has run here: there is nothing to measure, and that is no fault. */
function recorded(cli: Cli): Result<RecordedRuns, Failure> {
  const opened = openReadModel(cli.cwd);
  if (!opened.ok) return opened;
  const model = opened.value;
  const { reader } = model;
  if (reader === null) return ok({ records: [], atWork: 0 });
  try {
    if (cli.run === null) return recordedRuns({ ...model, reader }, null);
    const runs = reader.runs().map(({ id }) => id);
    const run = resolveRun({ runs, tasks: () => [], attempts: () => [] }, cli.run);
    return run.ok ? recordedRuns({ ...model, reader }, run.value) : run;
  } finally {
    model.close();
  }
}
