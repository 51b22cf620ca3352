import { buildCommand } from '@stricli/core';
import { ok } from '../../domain/result.ts';
import type { Cli } from '../app/cli.ts';
import { handled } from '../app/command.ts';
import type { CommandBench, Outcome } from '../app/command.ts';
import { COMMON_ALIASES, COMMON_FLAGS, valued } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { EXIT } from '../exit-codes.ts';
import { resolveRun } from '../ids/resolve.ts';
import { withRuns } from '../model/open-runs.ts';
import type { OpenRuns } from '../model/open-runs.ts';
import { promotedLines } from '../screens/promote.ts';

interface Flags extends CommonFlags {
  readonly to?: string;
}

/** `fanin promote` */
export const route = buildCommand<Flags, [], CommandBench>({
  func: handled((cli: Cli, flags: Flags) =>
    withRuns(cli.cwd, (runs) => promote(cli, runs, flags.to ?? null)),
  ),
  parameters: {
    flags: {
      ...COMMON_FLAGS,
      to: valued('The branch; made if it is not there. Default: the one you are on', 'branch'),
    },
    aliases: COMMON_ALIASES,
  },
  docs: { brief: 'Take what has landed into your branch' },
});

async function promote(cli: Cli, runs: OpenRuns, to: string | null): Promise<Outcome> {
  const found = resolveRun(runs.known, cli.run);
  if (!found.ok) return found;
  const model = runs.read(found.value);
  const { base, targetRef } = model.run;
  const landed = model.tasks.flatMap(({ id, landed: commit }) =>
    commit === null ? [] : [{ task: id, commit }],
  );
  const { promoteRun } = await import('../../compose/promote.ts');
  const wish = { run: model.id, base, targetRef, landed, to };
  const report = await promoteRun(runs.model.place, wish);
  if (!report.ok) return report;
  cli.out.lines(
    cli.json
      ? [JSON.stringify({ schema: 1, run: model.id, targetRef, ...report.value })]
      : promotedLines(report.value, model, cli.look()),
  );
  return ok(EXIT.ok);
}
