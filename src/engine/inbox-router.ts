import type { Failure } from '../domain/failure.ts';
import type { RunId } from '../domain/ids.ts';
import { SUPERSEDED } from '../domain/superseded.ts';
import type { InboxItem } from '../ports/store.ts';
import type { EngineDeps } from './deps.ts';
import type { Session } from './session.ts';
import { isSuperseded } from './is-superseded.ts';
import { openSession } from './session.ts';

/** Hands the inbox's items to the sessions of their runs. */
export interface InboxRouter {
  /** Ends once the sessions that it opened have ended. */
  close(): Promise<void>;
}

/** A session for a run that is not the main one, and the items that it was given. */
interface OtherRun {
  readonly session: Session;
  readonly items: number[];
}

const INTERVAL_MS = 100;

/** Looks for new items whenever another process has written; `taken` are dealt with already. */
export const createInboxRouter = (
  deps: EngineDeps,
  main: Session,
  taken: readonly number[],
): InboxRouter => {
  const seen = new Set<number>(taken);
  const others = otherRuns(deps, (items) => {
    // An item that came while its session was ending was not dealt with: it is taken up again.
    for (const id of items) seen.delete(id);
    version = null;
  });
  const forsakeAll = (): void => {
    closed = true;
    main.forsake(SUPERSEDED);
    others.forsake(SUPERSEDED);
  };
  let version: number | null = null;
  let closed = false;
  let cancel = (): void => undefined;

  const look = async (): Promise<void> => {
    const now = deps.store.version();
    if (now === version) return;
    if (deps.store.superseded()) return forsakeAll();
    const items = await deps.store.inbox();
    version = now;
    for (const item of items) {
      if (seen.has(item.id)) continue;
      seen.add(item.id);
      if (item.run === main.run) main.post(item.command, item.id);
      else others.give(item);
    }
  };

  // A store that cannot be read now is looked at again; the run's own appends say what is wrong with it.
  const lookAndAgain = async (): Promise<void> => {
    await look().catch(() => undefined);
    if (closed) return;
    cancel = deps.clock.schedule(INTERVAL_MS, () => {
      looking = lookAndAgain();
    });
  };
  let looking = lookAndAgain();

  return {
    close: async () => {
      closed = true;
      cancel();
      await looking;
      // Nobody looks at the inbox any more, but another engine may take over from what still goes on.
      const guard = (): void => {
        if (isSuperseded(deps)) others.forsake(SUPERSEDED);
        else cancel = deps.clock.schedule(INTERVAL_MS, guard);
      };
      guard();
      await others.ended();
      cancel();
    },
  };
};

/** Draining sessions for runs that are not the main one; `left` is told what a session that ended well had been given. */
const otherRuns = (deps: EngineDeps, left: (items: readonly number[]) => void) => {
  const open = new Map<RunId, OtherRun>();

  const begin = ({ id, run, command }: InboxItem): void => {
    const session = openSession(deps, {
      run,
      mode: 'drain',
      wait: false,
      first: [{ command, inbox: id }],
    });
    const other: OtherRun = { session, items: [id] };
    open.set(run, other);
    void end(run, other);
  };

  const end = async (run: RunId, { session, items }: OtherRun): Promise<void> => {
    const ended = await session.ended;
    open.delete(run);
    if (ended.ok) left(items);
  };

  return {
    give: (item: InboxItem): void => {
      const other = open.get(item.run);
      if (other === undefined) {
        begin(item);
        return;
      }
      other.items.push(item.id);
      other.session.post(item.command, item.id);
    },
    forsake: (why: Failure): void => {
      for (const { session } of open.values()) session.forsake(why);
    },
    ended: async (): Promise<void> => {
      await Promise.all([...open.values()].map(({ session }) => session.ended));
    },
  };
};
