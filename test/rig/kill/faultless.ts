import { expect } from 'vitest';
import { BUILT_CLI } from '../../support/built-cli.ts';
import { killMany, reportText } from './kill-many.ts';
import type { KillPlan } from './kill-many.ts';

/** A fuse for a loaded machine; a series takes a fifth of that. */
export const FUSE_MS = 240_000;

/** FANIN_KILL_SEED repeats a series; `node scripts/kill.mjs` and `kill-both.mjs` run longer ones. */
export const seed = Number(process.env['FANIN_KILL_SEED'] ?? Math.floor(Math.random() * 1e9));

/** Runs a series with the built CLI, tells how it goes, and expects that nothing is broken by it. */
export const faultless = async (plan: Omit<KillPlan, 'binary' | 'say'>): Promise<void> => {
  const lines: string[] = [];
  const say = (line: string): void => {
    lines.push(line);
    process.stdout.write(`${line}\n`);
  };
  const { kills, faulty } = await killMany({ ...plan, binary: BUILT_CLI, say });
  expect(faulty.map(reportText).join('\n')).toBe('');
  expect(kills, lines.join('\n')).toBeGreaterThanOrEqual(plan.kills);
};
