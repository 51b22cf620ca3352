import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { processAlive, startTimeOf } from '../../../src/adapters/process/proc.ts';
import { readExit, readProcess } from '../../../src/adapters/process/records.ts';
import type { KillRepo } from './kill-repo.ts';

/** What of an attempt is killed: its agent, one of the two processes of its supervisor, or agent and supervisor. */
export type Victim = 'agent' | 'supervisor' | 'keeper' | 'agent and supervisor';

interface AtWork {
  readonly attempt: string;
  readonly agent: number;
  readonly supervisor: number;
}

/** Where the attempts' records lie. */
export const attemptsFolder = ({ repo }: KillRepo): string =>
  join(repo, '.git', 'fanin', 'attempts');

/** The folders of all attempts that were ever begun. */
export const attemptNames = (repo: KillRepo): readonly string[] => {
  try {
    return readdirSync(attemptsFolder(repo));
  } catch {
    return [];
  }
};

/** Kills something of an attempt whose agent is at work; what it was, or null where nobody is. */
export const killOne = (repo: KillRepo, random: () => number): string | null => {
  const all = attemptNames(repo).flatMap((attempt) => atWork(repo, attempt) ?? []);
  const one = all[Math.floor(random() * all.length)];
  if (one === undefined) return null;
  const victim = VICTIMS[Math.floor(random() * VICTIMS.length)] ?? 'agent';
  for (const pid of pidsOf(one, victim)) kill(pid);
  return `${victim} of ${one.attempt}`;
};

/** Mostly the agent itself. */
const VICTIMS: readonly Victim[] = [
  'agent',
  'agent',
  'agent',
  'supervisor',
  'keeper',
  'agent and supervisor',
];

const atWork = (repo: KillRepo, attempt: string): AtWork | null => {
  const folder = join(attemptsFolder(repo), attempt);
  const process = readProcess(folder);
  if (process === null || readExit(folder) !== null) return null;
  const { pid, startTime, supervisorPid } = process;
  return processAlive(pid, startTime) ? { attempt, agent: pid, supervisor: supervisorPid } : null;
};

const pidsOf = ({ agent, supervisor }: AtWork, victim: Victim): readonly number[] => {
  switch (victim) {
    case 'agent':
      return [agent];
    case 'supervisor':
      return [supervisor];
    case 'keeper':
      return [parentOf(agent)];
    case 'agent and supervisor':
      return [supervisor, agent];
  }
};

/** The process that started the agent and sees it end. 0: gone. */
const parentOf = (pid: number): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
};

const kill = (pid: number): void => {
  // An orphan's parent is not ours.
  if (pid <= 1 || startTimeOf(pid) === '') return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile, which is as good.
  }
};
