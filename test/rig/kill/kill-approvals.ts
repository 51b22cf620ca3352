import { rmSync } from 'node:fs';
import { badEnd, killable, unreadable } from './killable.ts';
import { momentText } from './kill-moment.ts';
import type { KillMoment } from './kill-moment.ts';
import { makeKillRepo } from './kill-repo.ts';
import type { KillReport } from './kill-run.ts';
import { seeded } from './random.ts';
import { faultsIn } from './verify.ts';

/** Which approvals are killed: each is a process that lands what it approves. */
export interface ApprovalOptions {
  readonly seed: number;
  readonly tasks: number;
  /** `bin/fanin.mjs`, absolute. */
  readonly binary: string;
}

/**
 * Runs the plan until all of it waits for a person, kills each approval on its way, and gives it
 * again: it must then land, once.
 */
export const killApprovals = async ({
  seed,
  tasks,
  binary,
}: ApprovalOptions): Promise<Omit<KillReport, 'span'>> => {
  const repo = makeKillRepo(seed, tasks, { reviewer: 'human' });
  const random = seeded(seed ^ 0xa11);
  const kills: string[] = [];
  const faults = [...badEnd(await killable(repo, [binary, 'run'], null), repo, WAITING)];
  for (const [index, task] of repo.tasks.entries()) {
    const approve = [binary, 'review', 'approve', task];
    const moment = momentOf(index, random);
    const first = await killable(repo, approve, moment);
    if (!first.killed) faults.push(...badEnd(first, repo));
    else {
      kills.push(momentText(moment));
      faults.push(...(await unreadable(repo, binary)));
    }
    faults.push(...badEnd(await killable(repo, approve, null), repo));
  }
  faults.push(...badEnd(await killable(repo, [binary, 'run', '--resume'], null), repo));
  faults.push(...(await faultsIn(repo, binary)));
  if (faults.length === 0) rmSync(repo.folder, { recursive: true, force: true, maxRetries: 5 });
  return { seed, kills, faults, folder: repo.folder };
};

/** The exit code of a run that waits for a person. */
const WAITING = 3;

/** Around the landing itself in turn, and around any other git command of the approval. */
const momentOf = (index: number, random: () => number): KillMoment => {
  const when = (['after', 'late', 'before'] as const)[index % 3] ?? 'after';
  return index < 3
    ? { when, nth: 1, what: 'fanin: landing' }
    : { when, nth: 1 + Math.floor(random() * 30), what: '' };
};
