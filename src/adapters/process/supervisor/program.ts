import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';

/** What starting a program would come to: its path, or a shell's exit code for why not. */
export type ProgramLookup =
  | { readonly path: string }
  | { readonly path: null; readonly code: 126 | 127; readonly words: string };

/** What the system uses where there is no PATH. */
const DEFAULT_PATH = '/usr/bin:/bin';
/** An interpreter's line longer than this is cut by the system too. */
const MAX_INTERPRETER_LINE = 256;

/**
 * Looks for a program as the system would for a process with that working folder and that PATH.
 * A script's interpreter must be there as well.
 */
export function findProgram(program: string, cwd: string, path = DEFAULT_PATH): ProgramLookup {
  const places = program.includes('/')
    ? [resolve(cwd, program)]
    : path.split(delimiter).map((folder) => resolve(cwd, folder, program));
  const files = program === '' ? [] : places.filter(isFile);
  const found = files.find(isExecutable);
  if (found !== undefined) return withInterpreter(found, cwd);
  return files[0] === undefined
    ? { path: null, code: 127, words: 'there is no such program' }
    : { path: null, code: 126, words: `${files[0]} is not executable` };
}

function withInterpreter(path: string, cwd: string): ProgramLookup {
  const interpreter = /^#![ \t]*([^\s]+)/.exec(head(path))?.[1];
  if (interpreter === undefined || isFile(resolve(cwd, interpreter))) return { path };
  return { path: null, code: 127, words: `${path} asks for ${interpreter}, which is not there` };
}

function head(path: string): string {
  const buffer = Buffer.alloc(MAX_INTERPRETER_LINE);
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    return buffer.toString('latin1', 0, readSync(file, buffer));
  } catch {
    // What may be started need not be readable.
    return '';
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
