import { watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import type { SupervisionState } from '../../ports/supervision.ts';
import { supervisorLives } from './observe.ts';
import { FILES, readExit } from './records.ts';

type Exited = SupervisionState & { kind: 'exited' };

/** How often is looked whether the supervisor lives; its own end it tells. */
const POLL_MS = 1_000;

/**
 * Calls `done` once when `probe` says that the attempt is over. The returned function stops
 * watching. Watched is the one file that the supervisor touches at the end: the folder changes
 * with every line of output.
 */
export function watchExit(
  folder: string,
  probe: () => Promise<SupervisionState>,
  done: (state: Exited) => void,
): () => void {
  let over = false;
  let looking = false;
  let watcher: FSWatcher | undefined;
  const close = (): void => {
    over = true;
    clearInterval(timer);
    watcher?.close();
  };
  const look = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    const state = await probe();
    looking = false;
    if (over || state.kind !== 'exited') return;
    close();
    done(state);
  };
  const attend = (): void => {
    // Before the agent has started there is nothing to watch; the poll comes again.
    watcher ??= watchFile(`${folder}/${FILES.process}`, () => {
      if (readExit(folder) !== null) void look();
    });
  };
  const timer = setInterval(() => {
    attend();
    if (supervisorLives(folder) === false || readExit(folder) !== null) void look();
  }, POLL_MS);
  attend();
  void look();
  return close;
}

function watchFile(path: string, changed: () => void): FSWatcher | undefined {
  try {
    // Out of watches: the poll alone has to do.
    return watch(path, changed).on('error', () => undefined);
  } catch {
    return undefined;
  }
}
