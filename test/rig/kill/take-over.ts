import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { attemptNames } from './agents-at-work.ts';
import { badEnd, killable } from './killable.ts';
import { makeKillRepo } from './kill-repo.ts';
import type { KillRepo } from './kill-repo.ts';
import type { ApprovalOptions } from './kill-approvals.ts';
import type { KillReport } from './kill-run.ts';
import { seeded } from './random.ts';
import { faultsIn } from './verify.ts';

/** The exit code of an engine that another one has taken over from. */
const REFUSED = 4;
/** Longest time from the first attempt to the halt, and from the take-over until it goes on, in ms. */
const HALTED_WITHIN_MS = 2_000;
const GOES_ON_WITHIN_MS = 2_000;
const LOOK_MS = 10;

/**
 * Halts the engine of a run, takes its lock away, has another engine carry the run on, and lets the
 * first one go on beside it: it must end, and all must land once.
 */
export const takeOver = async ({
  seed,
  tasks,
  binary,
}: ApprovalOptions): Promise<Omit<KillReport, 'span'>> => {
  const repo = makeKillRepo(seed, tasks, { pauseMs: 500 });
  const random = seeded(seed ^ 0x7a4e);
  let pid = 0;
  const first = killable(repo, [binary, 'run'], null, (started) => (pid = started));
  await somebodyIsAtWork(repo);
  await pause(random() * HALTED_WITHIN_MS);
  process.kill(pid, 'SIGSTOP');
  const hasToCheck = attemptNames(repo).some((attempt) => !hasFile(repo, attempt, 'exit.json'));
  rmSync(join(repo.repo, '.git', 'fanin', 'engine.lock'));
  const second = killable(repo, [binary, 'run', '--resume'], null);
  await pause(random() * GOES_ON_WITHIN_MS);
  process.kill(pid, 'SIGCONT');
  const [taken, carried] = await Promise.all([first, second]);
  const word = taken.said.includes('[engine-superseded]') ? [] : [`it said: ${taken.said.trim()}`];
  // A halted engine that was filling a check copy goes on with that when nobody looks any more.
  const cleaned = await killable(repo, [binary, 'clean'], null);
  const faults = [
    ...badEnd(cleaned, repo),
    ...badEnd(taken, repo, REFUSED),
    ...word,
    ...badEnd(carried, repo),
    ...(!hasToCheck || ownCopies(repo) ? [] : ['the second engine checked in copies of the first']),
    ...(await faultsIn(repo, binary)),
  ];
  if (faults.length === 0) rmSync(repo.folder, { recursive: true, force: true, maxRetries: 5 });
  return { seed, kills: [], faults, folder: repo.folder };
};

/** An engine that is given the lock of one that lives begins to count its check copies elsewhere. */
const ownCopies = (repo: KillRepo): boolean =>
  /\.check-\d{4,}$/mu.test(readFileSync(`${repo.checked}.places`, 'utf8'));

const somebodyIsAtWork = async (repo: KillRepo): Promise<void> => {
  const isAtWork = (attempt: string): boolean => hasFile(repo, attempt, 'process.json');
  while (!attemptNames(repo).some(isAtWork)) await pause(LOOK_MS);
};

const hasFile = ({ repo }: KillRepo, attempt: string, name: string): boolean =>
  existsSync(join(repo, '.git', 'fanin', 'attempts', attempt, name));

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
