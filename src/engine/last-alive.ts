import { hasProcess } from '../domain/attempt/evolve.ts';
import type { RunState } from '../domain/run/state.ts';
import type { EngineDeps } from './deps.ts';

/**
 * When an agent of the run was last alive without an engine, in epoch ms; null: none is known to have
 * been. One that is alive has worked until now, but never beyond its deadline: what its supervisor did
 * not end by then was asleep with its host.
 */
export const lastAlive = async (deps: EngineDeps, run: RunState): Promise<number | null> => {
  let last: number | null = null;
  for (const attempt of Object.values(run.attempts)) {
    if (!hasProcess(attempt)) continue;
    const folder = await deps.files.folder(attempt.id);
    const found = await deps.supervision.probe(attempt.id, folder);
    if (found.kind === 'absent') continue;
    const at = found.kind === 'alive' ? deps.clock.now() : found.at;
    last = Math.max(last ?? 0, Math.min(at, attempt.deadlineAt));
  }
  return last;
};
