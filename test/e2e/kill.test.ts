import { expect, it } from 'vitest';
import { faultless, FUSE_MS, seed } from '../rig/kill/faultless.ts';
import { killApprovals } from '../rig/kill/kill-approvals.ts';
import { reportText } from '../rig/kill/kill-many.ts';
import { takeOver } from '../rig/kill/take-over.ts';
import { BUILT_CLI } from '../support/built-cli.ts';
import { describeWith } from '../support/capabilities.ts';

const KILLS = 10;

describeWith(['git', 'proc'], 'engines that are killed', () => {
  it(
    `lose nothing and do nothing twice, ${KILLS} times`,
    async () => {
      await faultless({ seed, kills: KILLS, perRun: 2, tasks: 5 });
    },
    FUSE_MS,
  );

  it(
    'leave everything to the engine that was given their lock while they were halted',
    async () => {
      const report = await takeOver({ seed, tasks: 5, binary: BUILT_CLI });
      expect(report.faults, reportText(report)).toEqual([]);
    },
    FUSE_MS,
  );

  it(
    'lose no approval on its way, and land nothing twice',
    async () => {
      const report = await killApprovals({ seed, tasks: 4, binary: BUILT_CLI });
      process.stdout.write(`seed ${seed}: approvals killed ${report.kills.join(', then ')}\n`);
      expect(report.faults, reportText(report)).toEqual([]);
      expect(report.kills.length).toBeGreaterThanOrEqual(3);
    },
    FUSE_MS,
  );
});
