import { duplicatePolicy } from '../domain/duplicates/live.ts';
import { liveDuplicates } from '../domain/duplicates/live-findings.ts';
import type { RunCommand } from '../domain/run/commands.ts';
import type { EngineDeps } from './deps.ts';
import { createTipWatch } from './tip-watch.ts';
import type { TipWatch } from './tip-watch.ts';

/** For reading the target beside all that goes on, in ms; what is left of it is read by the next comparison. */
export const TARGET_MS = 3_000;

/** Looks for what is written twice while agents are at work. `seen` is told what there is. */
export const createCodeWatch = (
  { clock, code }: EngineDeps,
  seen: (command: RunCommand) => void,
): TipWatch =>
  createTipWatch(clock, {
    isDue: (run, tips) => code !== null && tips.length > 0 && duplicatePolicy(run.plan) !== 'off',
    compare: async (run, tips, newest) => {
      const found = await code?.compare({ target: run.target, tips, targetMs: TARGET_MS });
      const now = newest();
      if (found?.ok !== true || now === null) return;
      const told = liveDuplicates(now, tips, found.value);
      const known = Object.keys(now.duplicates);
      const isNews =
        told.duplicates.some(({ key }) => now.duplicates[key] === undefined) ||
        known.some((key) => !told.duplicates.some((each) => each.key === key));
      if (isNews) seen({ type: 'duplicates-seen', seen: told });
    },
  });
