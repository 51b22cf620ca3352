import type { Reader } from '../adapters/store/reader.ts';
import { failure } from '../domain/failure.ts';
import type { Failure } from '../domain/failure.ts';
import type { RunId } from '../domain/ids.ts';
import { recordingOf } from '../domain/replay/recording.ts';
import { err, ok } from '../domain/result.ts';
import type { Result } from '../domain/result.ts';
import type { RunEvent } from '../domain/run/events.ts';
import { decodeEvent } from '../protocol/events.ts';
import { replayFileText } from '../protocol/replay-file.ts';

const AT_ONCE = 1000;

/**
 * A replay file of what came to the merge queue of a run. Codes: `nothing-to-replay`, and those of a log
 * that cannot be read.
 */
export const recordReplay = (reader: Reader, run: RunId): Result<string, Failure> => {
  const events: RunEvent[] = [];
  let rows = reader.events(run, 0, AT_ONCE);
  while (rows.length > 0) {
    for (const { type, version, data } of rows) {
      const event = decodeEvent({ type, version, data });
      if (!event.ok) return event;
      events.push(event.value);
    }
    rows = reader.events(run, rows.at(-1)?.seq ?? Infinity, AT_ONCE);
  }
  const changes = recordingOf(events);
  return changes.length === 0
    ? err(failure('nothing-to-replay', `nothing of ${run} has been tested for its landing yet`))
    : ok(replayFileText(`What came to the merge queue of run ${run}.`, changes));
};
