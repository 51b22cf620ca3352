import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT } from '../../../src/cli/exit-codes.ts';
import { killOne } from './agents-at-work.ts';
import { badEnd, killable } from './killable.ts';
import type { Ending } from './killable.ts';
import { killMoment, momentText } from './kill-moment.ts';
import type { KillMoment } from './kill-moment.ts';
import { makeKillRepo } from './kill-repo.ts';
import type { KillRepo } from './kill-repo.ts';
import { carryOn } from './kill-run.ts';
import type { KillOptions, KillReport } from './kill-run.ts';
import { seeded } from './random.ts';
import { openTasks } from './told.ts';
import { faultsAfterBoth } from './verify-both.ts';

/** Scripts that each task has; more attempts than kills can lead to. */
const ATTEMPTS = 30;
/** Longer pauses than usual: agents are to be met at work. */
const PAUSE_MS = 300;
/** How long after somebody is at work one of them is killed, at most, in ms. */
const AGENT_WITHIN_MS = 400;
const LOOK_MS = 10;
/** A run that is not done after so many engines that nobody killed is stuck. */
const MOST_ENGINES = 40;

/**
 * Runs the plan and kills its engines and its agents in turn; then carries it on to its end, with a
 * `retry` where a killed agent's task waits for a person, and looks for faults.
 */
export const killBoth = async (options: KillOptions): Promise<KillReport> => {
  const { seed, kills, binary } = options;
  const random = seeded(seed ^ 0xb07);
  const repo = makeKillRepo(seed, options.tasks, {
    attempts: ATTEMPTS,
    pauseMs: PAUSE_MS,
    retries: Math.floor(random() * 3),
  });
  const at: string[] = [];
  const faults: string[] = [];
  while (at.length < kills) {
    const round = await oneRound(repo, options, { random, at });
    faults.push(...round.faults);
    if (round.over) break;
  }
  const started = performance.now();
  repo.shim.reset();
  faults.push(...(await toTheEnd(repo, binary)));
  const took = { ms: Math.round(performance.now() - started), gitCommands: repo.shim.count() };
  faults.push(...(await faultsAfterBoth(repo, binary)));
  if (faults.length === 0) rmSync(repo.folder, { recursive: true, force: true, maxRetries: 5 });
  return { seed, kills: at, faults, folder: repo.folder, span: took };
};

interface Round {
  readonly random: () => number;
  /** What has been killed, in order; each round adds to it. */
  readonly at: string[];
}

/** One engine, and one agent before or after its death. `over`: there is nothing left to kill. */
const oneRound = async (
  repo: KillRepo,
  { binary, span, before, kills }: KillOptions,
  { random, at }: Round,
): Promise<{ readonly faults: readonly string[]; readonly over: boolean }> => {
  const turn = Math.floor(at.length / 2);
  const moment = killMoment(random, span, { index: Math.floor(before / 2) + turn, turn });
  const whileDead = random() < 0.3;
  let over = false;
  const engine = nextEngine(repo, binary, moment).finally(() => (over = true));
  const waits = whileDead ? null : await killAgent(repo, random, () => over);
  if (waits !== null) at.push(waits);
  const ending = await engine;
  if (ending.killed) {
    at.push(`engine ${momentText(moment)}`);
    const late = at.length < kills && waits === null ? killOne(repo, random) : null;
    if (late !== null) at.push(`${late}, without an engine`);
    return { faults: [], over: false };
  }
  if (wasTaken(ending)) return { faults: [], over: false };
  const open = await openTasks(repo, binary);
  const faults = open === null || open.failed.length > 0 ? [] : badEnd(ending, repo);
  return { faults, over: faults.length > 0 || open?.end === 'landed' };
};

/** Waits until an agent is at work, and a moment more. */
const killAgent = async (
  repo: KillRepo,
  random: () => number,
  isOver: () => boolean,
): Promise<string | null> => {
  const delay = random() * AGENT_WITHIN_MS;
  let since: number | null = null;
  while (!isOver()) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    since ??= somebodyStarted(repo) ? performance.now() : null;
    if (since === null || performance.now() - since < delay) continue;
    const killed = killOne(repo, random);
    if (killed !== null) return killed;
  }
  return null;
};

const somebodyStarted = (repo: KillRepo): boolean =>
  existsSync(join(repo.repo, '.git', 'fanin', 'attempts'));

/** Goes on with the run: by `retry` where a task waits for it. */
const nextEngine = async (
  repo: KillRepo,
  binary: string,
  moment: KillMoment | null,
): Promise<Ending> => {
  const open = await openTasks(repo, binary);
  const [task] = open?.failed ?? [];
  return task === undefined
    ? carryOn(repo, binary, moment)
    : killable(repo, [binary, 'retry', task, 'once more'], moment);
};

/** The `retry` before this one was killed when it lay in the inbox: it has been carried out ahead of this one. */
const wasTaken = ({ exit, said }: Ending): boolean =>
  exit === EXIT.refused && said.includes('[not-retryable]');

/** Nobody is killed any more. */
const toTheEnd = async (repo: KillRepo, binary: string): Promise<readonly string[]> => {
  for (let engines = 0; engines < MOST_ENGINES; engines += 1) {
    const ending = await nextEngine(repo, binary, null);
    if (wasTaken(ending)) continue;
    const open = await openTasks(repo, binary);
    if (open?.end === 'landed') return badEnd(ending, repo);
    if (open === null || open.failed.length === 0) return badEnd(ending, repo);
  }
  return [`${MOST_ENGINES} engines have not brought the run to its end`];
};
