import { it } from 'vitest';
import { faultless, FUSE_MS, seed } from '../rig/kill/faultless.ts';
import { killBoth } from '../rig/kill/kill-both.ts';
import { describeWith } from '../support/capabilities.ts';

/** Engines and agents, in turn. */
const KILLS = 20;

describeWith(['git', 'proc'], 'engines and agents that are killed', () => {
  it(
    `lose nothing and do nothing twice, ${KILLS} times`,
    async () => {
      const plan = { seed, kills: KILLS, perRun: 10, tasks: 4 };
      await faultless({ ...plan, killIn: killBoth });
    },
    FUSE_MS,
  );
});
