import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { bookRepairs } from './repair-books.ts';
import { configRepairs } from './repair-config.ts';
import type { Repair, Repaired } from './repair-finding.ts';
import { lockRepairs } from './repair-locks.ts';
import { refRepairs } from './repair-refs.ts';

/** Everything that looks wrong; changes nothing. */
export async function findRepairs(place: RepositoryPlace): Promise<readonly Repair[]> {
  const all = await Promise.all([
    lockRepairs(place),
    configRepairs(place),
    bookRepairs(place),
    refRepairs(place),
  ]);
  return all.flat();
}

/** Puts right what can be proven, one after the other; each with its old value goes into `repairs.jsonl` first. */
export async function repair(place: RepositoryPlace): Promise<readonly Repaired[]> {
  const done: Repaired[] = [];
  // A lock that is left keeps a config from being written, and what is wrong there may hide more.
  for (const find of [lockRepairs, configRepairs, bookRepairs, refRepairs]) {
    for (const { apply, ...about } of await find(place)) {
      if (apply === null) {
        done.push({ ...about, done: false, failure: null });
        continue;
      }
      writeDown(place, about);
      const applied = await apply();
      done.push({ ...about, done: applied.ok, failure: applied.ok ? null : applied.error });
    }
  }
  return done;
}

/** Old values, and files that were taken away, lie there for ever: they are small. */
const writeDown = ({ stateDir }: RepositoryPlace, about: Omit<Repair, 'apply'>): void => {
  const folder = join(stateDir, 'repairs');
  mkdirSync(folder, { recursive: true });
  const line = JSON.stringify({ at: new Date().toISOString(), ...about });
  appendFileSync(join(folder, 'repairs.jsonl'), `${line}\n`);
};
