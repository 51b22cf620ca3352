import type { RunCommand } from '../domain/run/commands.ts';
import { createCodeWatch } from './code-watch.ts';
import type { EngineDeps } from './deps.ts';
import { createOverlapWatch } from './overlap-watch.ts';
import type { TipWatch } from './tip-watch.ts';

/** Everything that compares what is under way. */
export const createWatches = (deps: EngineDeps, seen: (command: RunCommand) => void): TipWatch => {
  const all = [createOverlapWatch(deps, seen), createCodeWatch(deps, seen)];
  return {
    attend: (run) => {
      for (const each of all) each.attend(run);
    },
    held: (checkpoint) => {
      for (const each of all) each.held(checkpoint);
    },
    close: async () => {
      for (const each of all) await each.close();
    },
  };
};
