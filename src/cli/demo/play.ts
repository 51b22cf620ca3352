import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lookBack } from '../../compose/demo/look-back.ts';
import { makeDemo } from '../../compose/demo/make-demo.ts';
import type { DemoPlace } from '../../compose/demo/make-demo.ts';
import { faninAlias } from '../../compose/demo/programs.ts';
import { SCENE } from '../../compose/demo/scene.ts';
import { planOutlook } from '../../compose/plan-outlook.ts';
import { openProject } from '../../compose/project.ts';
import type { Failure } from '../../domain/failure.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { RunEvent } from '../../domain/run/events.ts';
import { decodeEvent } from '../../protocol/events.ts';
import type { Cli } from '../app/cli.ts';
import type { Outcome } from '../app/command.ts';
import type { Outlet } from '../app/outlet.ts';
import { EXIT } from '../exit-codes.ts';
import { withRuns } from '../model/open-runs.ts';
import type { OpenRuns } from '../model/open-runs.ts';
import type { RunModel } from '../model/run-model.ts';
import { startCommand } from '../run/run-command.ts';
import { demoAfterLines } from '../screens/demo-after.ts';
import { demoBeforeLines } from '../screens/demo-before.ts';
import { lanesOf } from './lanes.ts';
import { keptRef, outcomeOf } from './outcome.ts';

/** What is asked of a demo. `dir`: its folder; null: a temporary one. `keep`: leave the folder there. */
export interface PlayWish {
  readonly dir: string | null;
  readonly keep: boolean;
}

/**
 * Makes a repository, runs its plan as `fanin run` does, and shows what came of it. The exit code is 0 when
 * the scene played as it was written, 130 when it was interrupted.
 */
export async function playDemo(cli: Cli, { dir, keep }: PlayWish): Promise<Outcome> {
  const made = await makeDemo({ dir, cwd: cli.cwd, env: cli.env });
  if (!made.ok) return made;
  try {
    const played = await playIn(cli, made.value, keep);
    if (!played.ok && keep)
      cli.err.lines([`What the demo has made so far lies in ${made.value.folder}`]);
    return played;
  } finally {
    if (!keep) await rm(made.value.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function playIn(cli: Cli, demo: DemoPlace, keep: boolean): Promise<Outcome> {
  const place = openProject(demo.app);
  if (!place.ok) return place;
  const outlook = await planOutlook(place.value, {
    from: { file: join(demo.app, 'plan.yaml') },
    cwd: demo.app,
    flags: {},
    tasks: [],
  });
  if (!outlook.ok) return outlook;
  if (!cli.json) cli.out.lines(demoBeforeLines(demo, outlook.value, cli.look()));
  const played = await startCommand(insideOf(cli, demo), { wait: false }, []);
  if (!played.ok) return played;
  const interrupted = played.value === EXIT.interrupted;
  if (interrupted)
    cli.err.lines([
      `The demo was interrupted; nothing is left running.${keep ? ` What there is lies in ${demo.folder}` : ''}`,
    ]);
  if (interrupted && !cli.json) return played;
  return withRuns(demo.app, async (runs) => {
    const told = await tell(cli, { demo, keep, runs });
    return told.ok && interrupted ? played : told;
  });
}

/** The same command line, as if typed in the demo's repository. With `--json` the run's own data is left out. */
const insideOf = (cli: Cli, { app }: DemoPlace): Cli => ({
  ...cli,
  cwd: app,
  run: null,
  out: cli.json ? silent(cli.out) : cli.out,
});

const silent = (out: Outlet): Outlet => ({
  ...out,
  lines: () => undefined,
  write: () => undefined,
});

interface Played {
  readonly demo: DemoPlace;
  readonly keep: boolean;
  readonly runs: OpenRuns;
}

async function tell(cli: Cli, { demo, keep, runs }: Played): Promise<Outcome> {
  const [run = ''] = runs.known.runs;
  const model = runs.read(run);
  const events = eventsOf(runs, model);
  if (!events.ok) return events;
  const lanes = lanesOf(events.value);
  const attempts = lanes.map(({ attempt }) => attempt);
  const back = await lookBack(runs.model.place, {
    head: demo.head,
    targetRef: model.run.targetRef,
    keptRef: keptRef(run),
    attempts,
  });
  if (!back.ok) return back;
  const outcome = outcomeOf({ place: demo, model, lanes, back: back.value });
  if (cli.json) cli.out.lines([JSON.stringify(outcome)]);
  else
    cli.out.lines(
      demoAfterLines(
        {
          outcome,
          lanes,
          receipts: shownReceipts(model),
          next: keep ? { alias: faninAlias(cli.env) } : null,
        },
        cli.look(),
      ),
    );
  return ok(outcome.ok ? EXIT.ok : EXIT.failed);
}

const AT_ONCE = 500;

function eventsOf({ model }: OpenRuns, { id }: RunModel): Result<readonly RunEvent[], Failure> {
  const events: RunEvent[] = [];
  for (let after = 0; ;) {
    const rows = model.reader.events(id, after, AT_ONCE);
    for (const row of rows) {
      const event = decodeEvent(row);
      if (!event.ok) return event;
      events.push(event.value);
    }
    if (rows.length < AT_ONCE) return ok(events);
    after = rows.at(-1)?.seq ?? after;
  }
}

const shownReceipts = (model: RunModel) =>
  [SCENE.liar.task, SCENE.turns.tasks[0]].flatMap((id) => {
    const receipt = model.tasks.find((task) => task.id === id)?.made[0]?.receipt ?? null;
    return receipt === null ? [] : [receipt];
  });
