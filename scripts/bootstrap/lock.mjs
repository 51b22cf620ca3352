import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StepError } from './errors.mjs';

const WAIT_MS = 15 * 60_000;
const POLL_MS = 200;

/**
 * Runs `work` while this process alone holds `<folder>/bootstrap.lock`.
 *
 * The lock is a folder with one file, named after its owner. It comes into being by renaming a
 * folder that already has that file, which the system refuses while another owner's file is there
 * and allows over an empty folder. A dead owner's file is removed by its full name, so of two
 * processes that both see it dead one removes it, and neither can remove a live owner's.
 */
export async function withLock(folder, work) {
  mkdirSync(folder, { recursive: true });
  const lock = join(folder, 'bootstrap.lock');
  const owner = `${process.pid}-${startTime(process.pid)}`;
  await acquire(lock, owner);
  const release = () => {
    attempt(() => unlinkSync(join(lock, owner)));
    attempt(() => rmdirSync(lock));
  };
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.removeListener('exit', release);
    release();
  }
}

async function acquire(lock, owner) {
  const deadline = Date.now() + WAIT_MS;
  let told = false;
  while (!tryAcquire(lock, owner)) {
    const holder = attempt(() => readdirSync(lock)[0]);
    if (holder !== undefined && !isAlive(holder)) attempt(() => unlinkSync(join(lock, holder)));
    else {
      if (!told) process.stderr.write(`waiting for another bootstrap (${holder ?? 'starting'})\n`);
      told = true;
      if (Date.now() > deadline) {
        throw new StepError(
          `waited 15 minutes for ${lock}\nif no bootstrap runs, remove that folder`,
        );
      }
      await sleep(POLL_MS);
    }
  }
}

function tryAcquire(lock, owner) {
  const mine = `${lock}.${owner}`;
  mkdirSync(mine, { recursive: true });
  writeFileSync(join(mine, owner), '');
  try {
    renameSync(mine, lock);
    return true;
  } catch (error) {
    rmSync(mine, { recursive: true, force: true });
    if (error.code === 'ENOTEMPTY' || error.code === 'EEXIST') return false;
    throw error;
  }
}

function isAlive(holder) {
  const [pid, started] = holder.split('-');
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
  return startTime(pid) === started;
}

/** When that process started, so that another one with its number is not taken for it ("0": unknown). */
function startTime(pid) {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return '0';
  const stat = attempt(() => readFileSync(file, 'utf8'));
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '0';
}

function attempt(work) {
  try {
    return work();
  } catch {
    return undefined;
  }
}
