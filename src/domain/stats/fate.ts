import { attemptId } from '../ids.ts';
import type { AttemptId, RunId } from '../ids.ts';
import type { AttemptView, DeliveryView, TaskView } from '../run/views.ts';
import type { Fate } from './attempt-record.ts';

/** The projections of a run that say what became of its attempts, by id. */
export interface RunBooks {
  readonly run: RunId;
  readonly tasks: ReadonlyMap<string, TaskView>;
  readonly attempts: ReadonlyMap<AttemptId, AttemptView>;
  readonly deliveries: ReadonlyMap<AttemptId, DeliveryView>;
}

/** What became of each attempt of a run. */
export function fatesOf(books: RunBooks): ReadonlyMap<AttemptId, Fate> {
  const parts = Map.groupBy(
    [...books.attempts].filter(([, { split }]) => split !== undefined),
    ([, { split }]) => (split === undefined ? '' : attemptId(books.run, split.task, split.n)),
  );
  const known = new Map<AttemptId, Fate>();
  const fateOf = (id: AttemptId): Fate => {
    const had = known.get(id);
    if (had !== undefined) return had;
    // Were it its own part, by a damaged book, it would be open.
    known.set(id, 'open');
    const own = parts.get(id)?.map(([part]) => fateOf(part)) ?? [];
    const fate = fateOfParts(own) ?? ownFate(books, id);
    known.set(id, fate);
    return fate;
  };
  return new Map([...books.attempts.keys()].map((id) => [id, fateOf(id)]));
}

/** Work that a person took apart is where its parts are; null: it is no such work. */
function fateOfParts(parts: readonly Fate[]): Fate | null {
  if (parts.length === 0) return null;
  return parts.includes('landed') ? 'landed' : parts.includes('open') ? 'open' : 'thrown-away';
}

function ownFate({ tasks, attempts, deliveries }: RunBooks, id: AttemptId): Fate {
  const attempt = attempts.get(id);
  const delivery = deliveries.get(id);
  if (delivery === undefined)
    return attempt?.outcome === 'delivered' || attempt?.phase !== 'ended' ? 'open' : 'thrown-away';
  switch (delivery.phase) {
    case 'landed':
    case 'unlanding':
      return 'landed';
    case 'returned':
    case 'rejected':
    case 'superseded':
    case 'unlanded':
      return 'thrown-away';
    default:
      return tasks.get(delivery.task)?.phase === 'dropped' ? 'thrown-away' : 'open';
  }
}
