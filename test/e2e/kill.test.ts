import { expect, it } from 'vitest';
import { killApprovals } from '../rig/kill/kill-approvals.ts';
import { killBoth } from '../rig/kill/kill-both.ts';
import { killMany, reportText } from '../rig/kill/kill-many.ts';
import type { KillPlan } from '../rig/kill/kill-many.ts';
import { takeOver } from '../rig/kill/take-over.ts';
import { BUILT_CLI } from '../support/built-cli.ts';
import { describeWith } from '../support/capabilities.ts';

const KILLS = 10;
/** A fuse for a loaded machine; it takes a fifth of that. */
const FUSE_MS = 240_000;

/** Engines and agents, in turn. */
const KILLS_OF_BOTH = 20;

/** FANIN_KILL_SEED repeats a series; `node scripts/kill.mjs` and `kill-both.mjs` run longer ones. */
const seed = Number(process.env['FANIN_KILL_SEED'] ?? Math.floor(Math.random() * 1e9));

const faultless = async (plan: Omit<KillPlan, 'binary' | 'say'>): Promise<void> => {
  const lines: string[] = [];
  const say = (line: string): void => {
    lines.push(line);
    process.stdout.write(`${line}\n`);
  };
  const { kills, faulty } = await killMany({ ...plan, binary: BUILT_CLI, say });
  expect(faulty.map(reportText).join('\n')).toBe('');
  expect(kills, lines.join('\n')).toBeGreaterThanOrEqual(plan.kills);
};

describeWith(['git', 'proc'], 'engines that are killed', () => {
  it(
    `lose nothing and do nothing twice, ${KILLS} times`,
    async () => {
      await faultless({ seed, kills: KILLS, perRun: 2, tasks: 5 });
    },
    FUSE_MS,
  );

  it(
    `lose nothing when their agents are killed too, ${KILLS_OF_BOTH} times`,
    async () => {
      const plan = { seed, kills: KILLS_OF_BOTH, perRun: 10, tasks: 4 };
      await faultless({ ...plan, killIn: killBoth });
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
