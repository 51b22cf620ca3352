import { buildCommand } from '@stricli/core';
import { failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { RunId } from '../../domain/ids.ts';
import { COMMON_ALIASES, COMMON_FLAGS, text, toggle } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { handled } from '../app/command.ts';
import type { CommandBench, Outcome } from '../app/command.ts';
import type { Cli } from '../app/cli.ts';
import { withAttempt } from '../app/with-attempt.ts';
import { EXIT } from '../exit-codes.ts';
import { resolveRun } from '../ids/resolve.ts';
import { withRuns } from '../model/open-runs.ts';
import type { OpenRuns } from '../model/open-runs.ts';

interface Flags extends CommonFlags {
  readonly now?: boolean;
}

/** `fanin stop [attempt]` */
export const route = buildCommand<Flags, [string?], CommandBench>({
  func: handled((cli: Cli, flags: Flags, typed?: string) =>
    typed === undefined ? stopRun(cli, flags.now === true) : stopAttempt(cli, typed),
  ),
  parameters: {
    flags: { ...COMMON_FLAGS, now: toggle('Do not let the agents wrap up first') },
    aliases: COMMON_ALIASES,
    positional: {
      kind: 'tuple',
      parameters: [
        {
          parse: text,
          optional: true,
          brief: 'One agent alone; default: the run',
          placeholder: 'attempt',
        },
      ],
    },
  },
  docs: {
    brief: 'Stop the run, or one agent',
    customUsage: ['[--now]', '<attempt>'],
    fullDescription:
      'Asks the agents to wrap up, or stops them now. What they did is kept; fanin run --resume goes on.',
  },
});

function stopAttempt(cli: Cli, typed: string): Promise<Outcome> {
  return withAttempt(cli, typed, async ({ place, known, label, runs }) => {
    const { submit } = await import('../../compose/submit.ts');
    const done = await submit(place, known.run, {
      type: 'stop-attempt',
      attempt: known.id,
      by: cli.user,
    });
    if (!done.ok) return done;
    tell(cli, runs, { run: known.run, what: `${label} is being stopped; what it did is kept.` });
    return ok(EXIT.ok);
  });
}

function stopRun(cli: Cli, now: boolean): Promise<Outcome> {
  return withRuns(cli.cwd, async (runs) => {
    const run = resolveRun(
      runs.known,
      cli.run ?? (runs.model.engineRuns() ? (runs.model.reader.engine()?.run ?? null) : null),
    );
    if (!run.ok) return run;
    const ended = runs.read(run.value).run.phase === 'ended';
    if (ended && runs.model.reader.engine()?.run === run.value) {
      const { endEngine } = await import('../../compose/end-engine.ts');
      if (endEngine(runs.model.place, runs.model.reader)) return engineLeft(cli, run.value);
    }
    if (ended)
      return err(
        failure('run-ended', `run ${run.value} has ended already`, {
          hint: 'fanin status shows how',
        }),
      );
    const { submit } = await import('../../compose/submit.ts');
    const done = await submit(runs.model.place, run.value, {
      type: 'stop-run',
      mode: now ? 'now' : 'wrap-up',
      by: cli.user,
    });
    if (!done.ok) return done;
    tell(cli, runs, {
      run: run.value,
      what: now
        ? `Run ${run.value} is stopping; what its agents did is kept.`
        : `Run ${run.value} is wrapping up: agents are asked to come to an end, nothing new starts.`,
    });
    return ok(EXIT.ok);
  });
}

/** The run had ended; its engine only waited for people. */
function engineLeft(cli: Cli, run: RunId): Outcome {
  if (cli.json) cli.out.lines([JSON.stringify({ run, engine: false })]);
  else cli.err.lines([`The engine no longer waits. Run ${run} keeps its state: fanin status`]);
  return ok(EXIT.ok);
}

/** Where no engine runs, somebody has to collect what the agents leave. */
function tell(
  cli: Cli,
  { model }: OpenRuns,
  { run, what }: { readonly run: RunId; readonly what: string },
): void {
  const engine = model.engineRuns();
  if (cli.json) cli.out.lines([JSON.stringify({ run, engine })]);
  else
    cli.err.lines([
      what,
      ...(engine
        ? []
        : [`No engine runs: fanin run --resume ${run} harvests what the agents leave.`]),
    ]);
}
