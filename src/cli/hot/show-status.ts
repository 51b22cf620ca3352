import { ok } from '../../domain/result.ts';
import type { Cli } from '../app/cli.ts';
import type { Outcome } from '../app/command.ts';
import { resolveRun } from '../ids/resolve.ts';
import { withRuns } from '../model/open-runs.ts';
import type { OpenRuns } from '../model/open-runs.ts';
import { runJson } from '../model/run-json.ts';
import { runListLines, statusLines } from '../screens/status.ts';

/** What `fanin status` was asked. */
export interface StatusWish {
  readonly why?: boolean;
  readonly all?: boolean;
  /** The run, as it was typed; null: the newest. */
  readonly run: string | null;
}

/** `fanin status`, after the command line has been read. */
export function showStatus(cli: Cli, wish: StatusWish): Promise<Outcome> {
  return withRuns(cli.cwd, (runs) =>
    wish.all === true ? showAll(cli, runs) : showOne(cli, runs, wish),
  );
}

function showOne(cli: Cli, runs: OpenRuns, wish: StatusWish): Outcome {
  const run = resolveRun(runs.known, wish.run ?? cli.run);
  if (!run.ok) return run;
  const model = runs.read(run.value);
  cli.out.lines(
    cli.json ? [runJson(model)] : statusLines(model, cli.look(), { why: wish.why === true }),
  );
  return ok(0);
}

function showAll(cli: Cli, runs: OpenRuns): Outcome {
  const models = runs.known.runs.map((run) => runs.read(run));
  const list = models.map(({ id, run, engine }) => ({ id, ...run, engine }));
  cli.out.lines(
    cli.json ? [JSON.stringify({ schema: 1, runs: list })] : runListLines(models, cli.look()),
  );
  return ok(0);
}
