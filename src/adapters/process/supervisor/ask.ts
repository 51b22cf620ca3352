import type { StopReason } from '../../../domain/attempt/attempt.ts';
import { FILES, createText } from '../records.ts';

/** Asks a live supervisor to stop its agent; false when it has gone. The first reason stands. */
export function askToStop(folder: string, supervisorPid: number, why: StopReason): boolean {
  try {
    process.kill(supervisorPid, wroteWord(folder, why) ? 'SIGUSR1' : 'SIGTERM');
    // One that somebody has halted must act too.
    process.kill(supervisorPid, 'SIGCONT');
    return true;
  } catch {
    return false;
  }
}

/** Asks one that cannot be signalled from here: it looks twice a minute. Throws what the file system throws. */
export function leaveWord(folder: string, why: StopReason): void {
  createText(folder, FILES.stop, `${why}\n`);
}

/** False on a full disk: then it stops for a person, which is better than not at all. */
function wroteWord(folder: string, why: StopReason): boolean {
  try {
    leaveWord(folder, why);
    return true;
  } catch {
    return false;
  }
}
