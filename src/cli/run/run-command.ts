import { loadStartablePlan } from '../../compose/load-plan.ts';
import type { StartablePlan } from '../../compose/load-plan.ts';
import { missingAgents } from '../../compose/detect-agents.ts';
import { openProject } from '../../compose/project.ts';
import type { RepositoryPlace } from '../../compose/project.ts';
import { openReadModel } from '../../compose/read-model.ts';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { Cli } from '../app/cli.ts';
import type { Outcome } from '../app/command.ts';
import { layerOf } from '../app/plan-flags.ts';
import { planSource } from '../app/plan-source.ts';
import { planWords } from '../app/plan-words.ts';
import type { RunFlags } from './run-flags.ts';
import { wrap } from '../text/wrap.ts';
import { backgroundArgs } from './background-args.ts';
import { inBackground } from './in-background.ts';
import { showPlan } from './show-plan.ts';

export { resumeCommand } from './resume-command.ts';

/** `fanin run [file] [task…]`: everything that can be wrong is found before anything starts. */
export async function startCommand(
  cli: Cli,
  flags: RunFlags,
  words: readonly string[],
): Promise<Outcome> {
  if (flags.dryRun === true) return showPlan(cli, flags, words);
  const place = openProject(cli.cwd);
  if (!place.ok) return place;
  const ready = await readyPlan(cli, { place: place.value, flags, words });
  if (!ready.ok) return ready;
  const { plan, base, targetRef } = ready.value;
  if (flags.background !== true) sayNotes(cli, ready.value.notes);
  const missing = await missingAgents(plan);
  if (missing.length > 0) return err(missing);
  if (flags.detach === true && flags.background !== true) {
    const free = engineIsFree(cli.cwd);
    return free.ok
      ? inBackground(cli, {
          place: place.value,
          args: backgroundArgs(cli.argv),
          cwd: process.cwd(),
          run: null,
        })
      : free;
  }
  const { startRun } = await import('../../compose/run-engine.ts');
  const { carryOn } = await import('./carry-on.ts');
  const wait = flags.wait ?? flags.background === true;
  return carryOn(cli, {
    background: flags.background === true,
    begin: (report) => startRun(place.value, plan, { base: base.commit, targetRef, wait, report }),
  });
}

async function readyPlan(
  cli: Cli,
  {
    place,
    flags,
    words,
  }: {
    readonly place: RepositoryPlace;
    readonly flags: RunFlags;
    readonly words: readonly string[];
  },
): Promise<Result<StartablePlan, Failure | readonly Failure[]>> {
  const named = planWords(words, flags.plan);
  if (!named.ok) return named;
  const { plan, tasks } = named.value;
  const wanted = plan === undefined ? flags : { ...flags, plan };
  const from = planSource(wanted, [...new Set([cli.cwd, place.root])]);
  if (!from.ok) return from;
  return loadStartablePlan(place, { from: from.value, cwd: cli.cwd, flags: layerOf(flags), tasks });
}

function sayNotes(cli: Cli, notes: readonly string[]): void {
  cli.err.lines(notes.flatMap((note) => wrap(note, cli.errLook().width, 'note: ', '      ')));
}

/** Told at once, since the background engine could only write it to its log. */
function engineIsFree(cwd: string): Result<null, Failure> {
  const model = openReadModel(cwd);
  if (!model.ok) return model;
  const runs = model.value.engineRuns();
  model.value.close();
  if (!runs) return ok(null);
  return err(
    failure('engine-running', 'an engine already runs in this repository', {
      hint: 'fanin status shows what it does; fanin stop ends it',
    }),
  );
}
