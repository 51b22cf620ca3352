import type { RunHandle } from '../../compose/run-engine.ts';
import type { Failure } from '../../domain/failure.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { Cli } from '../app/cli.ts';
import type { Outcome } from '../app/command.ts';
import { EXIT, exitCodeOfEnd } from '../exit-codes.ts';
import { withRuns } from '../model/open-runs.ts';
import { runJson } from '../model/run-json.ts';
import { statusLines } from '../screens/status.ts';
import type { RunView } from './run-view.ts';
import { plainView } from './plain-view.ts';
import { watchSignals } from './signals.ts';

/** How to carry on. `background`: nobody is at the terminal. */
export interface CarryOn {
  readonly background: boolean;
  /** Only what was asked for is dealt with: the run need not have come to an end. */
  readonly drains?: boolean;
  readonly begin: (report: RunView['event']) => Promise<Result<RunHandle, Failure>>;
}

/** Begins the run, shows it until it ends, and says how it came out; the exit code says so too. */
export async function carryOn(
  cli: Cli,
  { background, drains = false, begin }: CarryOn,
): Promise<Outcome> {
  const live =
    cli.out.isTty && cli.err.isTty && !cli.json && !background && cli.env['TERM'] !== 'dumb';
  // What draws a live view is dear to load, and most runs are watched by nobody.
  const view = live ? (await import('./live-view.ts')).liveView(cli) : plainView(cli);
  let handle: RunHandle | null = null;
  // From the start on: a signal between the start and the first look must not kill the engine unasked.
  const signals = watchSignals({
    stop: (mode) => handle?.stop(mode, cli.user),
    leave: () => handle?.leave(),
    say: (text) => view.say(text),
  });
  try {
    const begun = await begin((event, run) => view.event(event, run));
    if (!begun.ok) return begun;
    handle = begun.value;
    signals.ready();
    const ended = await begun.value.ended;
    view.close();
    if (!ended.ok) return ended;
    await summarise(cli, begun.value.run);
    if (drains && ended.value.ended === null) return ok(EXIT.ok);
    return ok(exitCodeOfEnd(ended.value.ended?.end ?? null, signals.stopped()));
  } finally {
    view.close();
    signals.close();
  }
}

const summarise = (cli: Cli, run: string): Promise<unknown> =>
  withRuns(cli.cwd, (runs) => {
    const model = runs.read(run);
    cli.out.lines(cli.json ? [runJson(model)] : ['', ...statusLines(model, cli.look())]);
    return ok(null);
  });
