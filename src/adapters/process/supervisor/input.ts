import { closeSync, constants, existsSync, fstatSync, openSync, writeSync } from 'node:fs';
import { FILES, errorCode } from '../records.ts';

/** An agent that reads nothing for this long takes no message. */
const LIMIT_MS = 5_000;
const POLL_MS = 20;

/**
 * Writes to the input of the attempt's agent, after its initial text; false when nobody reads it.
 * Up to 4 KiB are written whole or not at all; of a longer text a part may have been written when
 * an agent stops reading.
 */
export async function sendInput(folder: string, text: string): Promise<boolean> {
  const until = performance.now() + LIMIT_MS;
  const path = `${folder}/${FILES.input}`;
  while (!existsSync(`${folder}/${FILES.inputReady}`)) {
    if (!existsSync(path) || performance.now() > until) return false;
    await pause();
  }
  const file = openPipe(path);
  if (file === null) return false;
  try {
    return await writeAll(file, Buffer.from(text), until);
  } finally {
    closeSync(file);
  }
}

function openPipe(path: string): number | null {
  try {
    const file = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    if (fstatSync(file).isFIFO()) return file;
    closeSync(file);
    return null;
  } catch {
    // Gone with its agent, or nobody has it open.
    return null;
  }
}

async function writeAll(file: number, bytes: Buffer, until: number): Promise<boolean> {
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(file, bytes, written);
    } catch (error) {
      if (errorCode(error) !== 'EAGAIN' || performance.now() > until) return false;
      await pause();
    }
  }
  return true;
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, POLL_MS);
  });
}
