import { readReceipt } from '../../compose/attempt-reader.ts';
import type { EventRow } from '../../compose/read-model.ts';
import type { Failure } from '../../domain/failure.ts';
import type { RunId } from '../../domain/ids.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { decodeEvent } from '../../protocol/events.ts';
import type { Cli } from '../app/cli.ts';
import type { OpenRuns } from '../model/open-runs.ts';
import { eventText } from '../screens/event-line.ts';
import type { EventAround } from '../screens/event-line.ts';
import { secondOfDay } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import { wrap } from '../text/wrap.ts';
import { pause } from './changes.ts';

/** Which events to print. */
export interface EventsWish {
  readonly run: RunId;
  readonly follow: boolean;
  readonly all: boolean;
}

const AT_ONCE = 500;

/** Prints the events of a run, and with `follow` what comes until the run has ended. */
export async function printEvents(
  cli: Cli,
  runs: OpenRuns,
  wish: EventsWish,
): Promise<Result<null, Failure>> {
  const { reader, place } = runs.model;
  const agents = new Map(reader.views(wish.run, 'task').map(({ id, body }) => [id, body.agent]));
  const around: EventAround = {
    agentOf: (task) => agents.get(task) ?? '',
    receiptOf: (attempt) => readReceipt(place, attempt),
  };
  for (let after = 0; ;) {
    // Asked first: what comes between this and the events below is then seen in the next round.
    const over =
      !wish.follow ||
      reader.view(wish.run, 'run', wish.run)?.body.phase === 'ended' ||
      cli.out.closed();
    const rows = reader.events(wish.run, after, AT_ONCE);
    for (const row of rows) {
      const lines = linesOf(row, { cli, wish, around });
      if (!lines.ok) return lines;
      cli.out.lines(lines.value);
    }
    after = rows.at(-1)?.seq ?? after;
    if (rows.length < AT_ONCE && over) return ok(null);
    if (rows.length < AT_ONCE) await pause();
  }
}

function linesOf(
  row: EventRow,
  {
    cli,
    wish,
    around,
  }: { readonly cli: Cli; readonly wish: EventsWish; readonly around: EventAround },
): Result<readonly string[], Failure> {
  if (cli.json) return ok([JSON.stringify(row)]);
  const event = decodeEvent(row);
  if (!event.ok) return event;
  const text = eventText(event.value, around) ?? (wish.all ? event.value.type : null);
  return ok(text === null ? [] : eventLines(row.at, text, cli.look()));
}

/** An event with its time of day. */
export function eventLines(at: number, text: string, look: Look): readonly string[] {
  const [first = '', ...more] = wrap(text, look.width, `${secondOfDay(at)} `, ' '.repeat(11));
  return [look.paint('dim', first.slice(0, 8)) + first.slice(8), ...more];
}
