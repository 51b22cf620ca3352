import { withWatch } from '../../compose/trace/watch/open-watch.ts';
import { ok } from '../../domain/result.ts';
import type { Intent } from '../../domain/trace/intent.ts';
import { redacted } from '../../domain/trace/redact-trace.ts';
import { PATIENCE } from '../../domain/trace/watch/standing.ts';
import type { WatchEvent } from '../../domain/trace/watch/watched-session.ts';
import type { Cli } from '../app/cli.ts';
import type { Outcome } from '../app/command.ts';
import { homeOf } from '../app/home.ts';
import { EXIT } from '../exit-codes.ts';
import { watchLines } from '../screens/trace-watch.ts';

/** What a person wants to watch. */
export interface WatchFlags {
  readonly what: string | null;
  readonly once: boolean;
  readonly idleMs: number | null;
  readonly intent: Intent;
}

/** Prints what happens in sessions at work, until the named one has ended. Ctrl-C ends the process. */
export async function showWatch(cli: Cli, flags: WatchFlags): Promise<Outcome> {
  const { what, once, idleMs, intent } = flags;
  const patienceMs = idleMs ?? PATIENCE.ended;
  const { cwd, env } = cli;
  return withWatch({ cwd, env, what, patienceMs, intent }, async (watch, pause) => {
    for (let first = true; ; first = false) {
      const look = await watch.look(once);
      if (!look.ok) return look;
      const { events, running, againMs } = look.value;
      print(cli, events);
      if (first && what === null && running === 0) sayNothingRuns(cli, once);
      if (once || againMs === null || cli.out.closed()) return ok(EXIT.ok);
      await pause(againMs);
    }
  });
}

function print(cli: Cli, events: readonly WatchEvent[]): void {
  if (cli.json) cli.out.lines(events.map((event) => JSON.stringify(redacted(event))));
  else
    for (const event of events)
      cli.out.lines(watchLines(event, { look: cli.look(), home: homeOf(cli) }));
}

function sayNothingRuns(cli: Cli, once: boolean): void {
  const text = 'No session is being written';
  cli.err.lines([
    once ? `${text}. What lies there: fanin trace` : `${text} yet; waiting. Ctrl-C ends it.`,
  ]);
}
