import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Does `work` while nothing in `folder` can be written: by file modes, or by a mount for root, whom they do not bind. */
export async function whileReadOnly<T>(folder: string, work: () => T | Promise<T>): Promise<T> {
  const undo = process.getuid?.() === 0 ? mountReadOnly(folder) : forbidWriting(folder);
  try {
    return await work();
  } finally {
    undo();
  }
}

function mountReadOnly(folder: string): () => void {
  execFileSync('mount', ['--bind', folder, folder]);
  execFileSync('mount', ['-o', 'remount,ro,bind', folder]);
  return () => void execFileSync('umount', [folder]);
}

function forbidWriting(folder: string): () => void {
  const paths = [folder, ...readdirSync(folder).map((name) => join(folder, name))];
  const before = paths.map((path) => ({ path, mode: statSync(path).mode }));
  for (const { path, mode } of before) chmodSync(path, mode & 0o555);
  return () => {
    for (const { path, mode } of before) chmodSync(path, mode);
  };
}
