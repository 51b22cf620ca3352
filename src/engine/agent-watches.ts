import type { AgentExit } from '../domain/attempt/attempt.ts';
import { hasProcess } from '../domain/attempt/evolve.ts';
import type { AttemptId } from '../domain/ids.ts';
import type { RunState } from '../domain/run/state.ts';
import type { EngineDeps } from './deps.ts';

/** What a watch tells: the agent and every process of it are gone. */
export type Exited = (attempt: AttemptId, exit: AgentExit, at: number) => void;

/** Eyes on the agents of a run. */
export interface AgentWatches {
  /** Watches every agent that has a process and is not watched yet. */
  watch(run: RunState): Promise<void>;
  close(): void;
}

/** Watches nobody yet. */
export const createAgentWatches = (deps: EngineDeps, exited: Exited): AgentWatches => {
  const watches = new Map<AttemptId, () => void>();
  return {
    watch: async (run) => {
      for (const attempt of Object.values(run.attempts)) {
        if (!hasProcess(attempt) || watches.has(attempt.id)) continue;
        const folder = await deps.files.folder(attempt.id);
        const unwatch = deps.supervision.watch(attempt.id, folder, ({ exit, at }) => {
          watches.delete(attempt.id);
          exited(attempt.id, exit, at);
        });
        watches.set(attempt.id, unwatch);
      }
    },
    close: () => {
      for (const unwatch of watches.values()) unwatch();
    },
  };
};
