import { missingAgents } from '../../compose/detect-agents.ts';
import type { RepositoryPlace } from '../../compose/project.ts';
import { failure } from '../../domain/failure.ts';
import type { RunId } from '../../domain/ids.ts';
import type { Plan } from '../../domain/plan/plan.ts';
import { err, ok } from '../../domain/result.ts';
import { decodeEvent } from '../../protocol/events.ts';
import type { Cli } from '../app/cli.ts';
import type { Outcome } from '../app/command.ts';
import type { RunFlags } from './run-flags.ts';
import { EXIT } from '../exit-codes.ts';
import { resolveRun } from '../ids/resolve.ts';
import { withRuns } from '../model/open-runs.ts';
import type { OpenRuns } from '../model/open-runs.ts';
import type { RunModel } from '../model/run-model.ts';
import { statusLines } from '../screens/status.ts';
import { inBackground } from './in-background.ts';

/** `fanin run --resume [run]`: goes on with a run that ended, was stopped or lost its engine. */
export async function resumeCommand(
  cli: Cli,
  flags: RunFlags,
  tasks: readonly string[],
): Promise<Outcome> {
  if (tasks.length > 0 || flags.prompt !== undefined || flags.plan !== undefined) {
    return err(
      failure(
        'usage',
        '--resume goes on with a whole run, so it takes no tasks, no plan and no -p',
        { hint: 'for one task: fanin retry <task>' },
      ),
    );
  }
  const typed = flags.resume === undefined || flags.resume === '' ? cli.run : flags.resume;
  return withRuns(cli.cwd, async (runs) => {
    const run = resolveRun(runs.known, typed);
    if (!run.ok) return run;
    const model = runs.read(run.value);
    if (model.run.end !== 'landed' || flags.background === true)
      return resume(cli, flags, { runs, model });
    const { tidyAfter } = await import('../../compose/run-engine.ts');
    const tidied = await tidyAfter(runs.model.place, run.value);
    if (!tidied.ok) return tidied;
    cli.out.lines(statusLines(model, cli.look()));
    return ok(EXIT.ok);
  });
}

async function resume(
  cli: Cli,
  flags: RunFlags,
  { runs, model }: { readonly runs: OpenRuns; readonly model: RunModel },
): Promise<Outcome> {
  const missing = await missingAgents(openTasks(runs, model));
  if (missing.length > 0) return err(missing);
  return goOn(cli, {
    place: runs.model.place,
    run: model.id,
    detach: flags.detach === true && flags.background !== true,
    background: flags.background === true,
    ...(flags.wait === undefined ? {} : { wait: flags.wait }),
  });
}

/** How to go on with a run. */
export interface GoOn {
  readonly place: RepositoryPlace;
  readonly run: RunId;
  readonly detach: boolean;
  readonly background: boolean;
  readonly wait?: boolean;
}

/** Goes on with a run, here or in the background. */
export async function goOn(
  cli: Cli,
  { place, run, detach, background, wait }: GoOn,
): Promise<Outcome> {
  if (detach) {
    const waits = wait === false ? ['--no-wait'] : [];
    return inBackground(cli, {
      place,
      args: ['run', '--resume', run, ...waits, '--background'],
      cwd: cli.cwd,
      run,
    });
  }
  const { resumeRun } = await import('../../compose/run-engine.ts');
  const { carryOn } = await import('./carry-on.ts');
  return carryOn(cli, {
    background,
    begin: (report) => resumeRun(place, run, { wait: wait ?? background, report }),
  });
}

/** The plan with the tasks that may still start, as the run's first event has it. */
function openTasks(runs: OpenRuns, model: RunModel): Pick<Plan, 'tasks'> {
  const [first] = runs.model.reader.events(model.id, 0, 1);
  const event = first === undefined ? null : decodeEvent(first);
  if (event === null || !event.ok || event.value.type !== 'run.started') return { tasks: [] };
  const done = new Set(
    model.tasks
      .filter(({ phase }) => phase === 'landed' || phase === 'dropped' || phase === 'delivered')
      .map(({ id }) => id),
  );
  return { tasks: event.value.plan.tasks.filter(({ id }) => !done.has(id)) };
}
