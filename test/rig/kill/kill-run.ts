import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { badEnd, killable, unreadable } from './killable.ts';
import type { Ending } from './killable.ts';
import { killMoment, momentText } from './kill-moment.ts';
import type { KillMoment, Span } from './kill-moment.ts';
import { makeKillRepo } from './kill-repo.ts';
import type { KillRepo } from './kill-repo.ts';
import { seeded } from './random.ts';
import { faultsIn } from './verify.ts';

/** What one run with kills came to. No faults: every promise held. */
export interface KillReport {
  readonly seed: number;
  /** Moments at which an engine was really killed while it ran. */
  readonly kills: readonly string[];
  readonly faults: readonly string[];
  /** Kept when there are faults. */
  readonly folder: string;
  /** What the engine that ended by itself took. */
  readonly span: Span;
}

export interface KillOptions {
  readonly seed: number;
  readonly tasks: number;
  /** Kill this many engines of the run, one after the other. */
  readonly kills: number;
  /** How many kills of its series came before. */
  readonly before: number;
  /** What a run without a kill takes. */
  readonly span: Span;
  /** `bin/fanin.mjs`, absolute. */
  readonly binary: string;
}

/** Runs the plan, kills its engines, resumes it to its end, and looks for faults. */
export const killRun = async (options: KillOptions): Promise<KillReport> => {
  const { seed, kills, span, binary } = options;
  const repo = makeKillRepo(seed, options.tasks);
  const random = seeded(seed ^ 0x5eed);
  const at: string[] = [];
  const faults: string[] = [];
  for (let turn = 0; turn < kills; turn += 1) {
    const moment = killMoment(random, span, { index: options.before + turn, turn });
    const ending = await carryOn(repo, binary, moment);
    if (ending.killed) at.push(momentText(moment));
    else faults.push(...badEnd(ending, repo));
    if (!ending.killed) break;
    faults.push(...(await unreadable(repo, binary)));
  }
  const started = performance.now();
  repo.shim.reset();
  const last = await carryOn(repo, binary, null);
  const took = {
    ms: Math.round(performance.now() - started),
    gitCommands: repo.shim.count(),
  };
  faults.push(...badEnd(last, repo), ...(await faultsIn(repo, binary)));
  if (faults.length === 0) rmSync(repo.folder, { recursive: true, force: true, maxRetries: 5 });
  return { seed, kills: at, faults, folder: repo.folder, span: took };
};

/** Goes on with the run; where its engine died before anything was written, begins it. */
export const carryOn = async (
  repo: KillRepo,
  binary: string,
  moment: KillMoment | null,
): Promise<Ending> => {
  const begin = [binary, 'run'];
  if (!existsSync(join(repo.repo, '.git', 'fanin', 'fanin.db')))
    return killable(repo, begin, moment);
  const resumed = await killable(repo, [...begin, '--resume'], moment);
  return resumed.exit !== null && /\[(?:nothing-ran|no-run)\]/u.test(resumed.said)
    ? killable(repo, begin, moment)
    : resumed;
};
