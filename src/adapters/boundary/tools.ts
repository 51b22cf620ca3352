import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/** Absolute paths of the programs that a boundary is made of. */
export interface Tools {
  readonly bwrap: string;
  readonly setpriv: string;
  readonly prlimit: string;
  readonly setsid: string;
  readonly env: string;
  readonly shell: string;
}

/** The system's own folders come first: a `bwrap` that a project puts on PATH is not what is meant. */
const SYSTEM = ['/usr/bin', '/bin', '/usr/sbin', '/sbin'];

/** The program's absolute path; null: it is not there. */
export function findTool(name: string, path: string = process.env['PATH'] ?? ''): string | null {
  const folders = [...SYSTEM, ...path.split(':').filter((folder) => folder.startsWith('/'))];
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null;
}

/** All of them, or the names of those that are missing. Only bash can close any descriptor. */
export function findTools(): Tools | readonly string[] {
  const names = ['bwrap', 'setpriv', 'prlimit', 'setsid', 'env', 'bash'] as const;
  const [bwrap, setpriv, prlimit, setsid, env, shell] = names.map((name) => findTool(name));
  if (
    typeof bwrap === 'string' &&
    typeof setpriv === 'string' &&
    typeof prlimit === 'string' &&
    typeof setsid === 'string' &&
    typeof env === 'string' &&
    typeof shell === 'string'
  ) {
    return { bwrap, setpriv, prlimit, setsid, env, shell };
  }
  return names.filter((name) => findTool(name) === null);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
