import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { programBeside } from '../../process/program-beside.ts';

/** The program that does inside what fanin never does outside: git on a tree that an agent wrote. */
const PROGRAM = programBeside(import.meta.url, 'inside-main');

/** How it is started. */
export const programArgv = (): readonly string[] => [process.execPath, PROGRAM];

/** What of the host it needs to see: Node, and its own code. */
export const programShares = (): readonly string[] => {
  const code = PROGRAM.endsWith('.bundle.js')
    ? PROGRAM
    : join(packageRoot, PROGRAM.slice(packageRoot.length).split('/')[1] ?? '');
  const manifest = join(packageRoot, 'package.json');
  return [process.execPath, code, ...(existsSync(manifest) ? [manifest] : [])];
};

/** The nearest folder above with a package.json: it says what kind of modules these are. */
const packageRoot = ((): string => {
  let folder = dirname(PROGRAM);
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder)
    folder = dirname(folder);
  return folder;
})();
