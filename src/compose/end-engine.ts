import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { processAlive, signalProcess } from '../adapters/process/proc.ts';
import { engineRuns } from '../adapters/store/engine-lock.ts';
import type { Reader } from '../adapters/store/reader.ts';

/**
 * Asks the engine's process to leave: it stops what it has under way and ends. For an engine that only waits
 * for people, which has no run to stop. The value is whether there was one to ask.
 */
export function endEngine(place: RepositoryPlace, reader: Reader): boolean {
  const engine = reader.engine();
  if (engine === null || !engineRuns(place.stateDir)) return false;
  // Another process may have that pid by now.
  return processAlive(engine.pid, engine.startTime) && signalProcess(engine.pid, 'SIGTERM');
}
