import { FULL } from './play.ts';
import type { Knobs } from './play.ts';
import type { Fault } from './world.ts';
import { FAULTS } from './world.ts';

/**
 * The smallest play found that still fails: each kind of fault is left out if it fails without it,
 * then tasks are taken away. `fails` plays it and says whether it fails.
 */
export const shrink = async (
  from: Knobs,
  fails: (knobs: Knobs) => Promise<boolean>,
): Promise<Knobs> => {
  let small = from;
  for (const fault of FAULTS) {
    if (small.without.has(fault)) continue;
    const fewer: Knobs = { ...small, without: new Set<Fault>([...small.without, fault]) };
    if (await fails(fewer)) small = fewer;
  }
  while (small.tasks > 1) {
    const fewer: Knobs = { ...small, tasks: small.tasks - 1 };
    if (!(await fails(fewer))) break;
    small = fewer;
  }
  return small;
};

/** How a play is run again: the end of a command line. */
export const knobsText = (seed: number, { without, tasks, crashLandings }: Knobs): string =>
  [
    `--seed ${seed}`,
    ...(crashLandings === true ? ['--crash-landings'] : []),
    ...(tasks < FULL.tasks ? [`--tasks ${tasks}`] : []),
    ...(without.size > 0 ? [`--without ${[...without].join(',')}`] : []),
  ].join(' ');
