import { lstat, opendir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isInside } from '../../domain/config/lexical-path.ts';

/** A folder that lay at `<from>/<path>` and is to lie at `<to>/<path>`. All but `path` absolute. */
export interface Move {
  readonly from: string;
  readonly to: string;
  readonly path: string;
}

/**
 * Makes a copied folder the workspace's own: absolute links into the main checkout lead to the workspace, and a
 * Python environment, whose programs name the folder that they were made in, names the new one. Else `pip install` in
 * the workspace would write into the main checkout's. The value is how many were changed.
 */
export async function moveIn(copy: string, move: Move): Promise<number> {
  const stat = await lstat(copy);
  if (stat.isSymbolicLink()) return (await relink(copy, move)) ? 1 : 0;
  if (!stat.isDirectory()) return 0;
  let changed = 0;
  const isPython = (await textOf(join(copy, 'pyvenv.cfg'))) !== null;
  for await (const entry of await opendir(copy)) {
    const inside = join(copy, entry.name);
    if (entry.isSymbolicLink()) changed += (await relink(inside, move)) ? 1 : 0;
    else if (entry.isDirectory())
      changed += (await moveIn(inside, move)) + (isPython ? await rename(inside, move) : 0);
    else if (isPython && entry.name === 'pyvenv.cfg') changed += await rewrite(inside, move);
  }
  return changed;
}

async function relink(link: string, move: Move): Promise<boolean> {
  const target = await readlink(link);
  if (!target.startsWith('/') || !isInside(move.from, target)) return false;
  await rm(link);
  await symlink(`${move.to}${target.slice(move.from.length)}`, link);
  return true;
}

/** Of a Python environment: its programs, and the files that put folders on Python's path. */
async function rename(folder: string, move: Move): Promise<number> {
  const name = basename(folder);
  const programs = name === 'bin' || name === 'Scripts';
  if (!programs && !/^lib(?:64)?$/iu.test(name)) return 0;
  let changed = 0;
  for await (const entry of await opendir(folder, { recursive: !programs })) {
    const isPath = /\.(?:pth|egg-link)$|^__editable__.*\.py$/u.test(entry.name);
    if (entry.isFile() && (programs || isPath))
      changed += await rewrite(join(entry.parentPath, entry.name), move);
  }
  return changed;
}

async function rewrite(file: string, { from, to }: Move): Promise<number> {
  const text = await textOf(file);
  if (text === null || !text.includes(from)) return 0;
  await writeFile(file, replaceFolder(text, from, to));
  return 1;
}

/** Only where the name ends there: `/app` is not the beginning of `/app2`. */
const replaceFolder = (text: string, from: string, to: string): string =>
  text.split(from).reduce((done, part) => `${done}${/^[\w.-]/u.test(part) ? from : to}${part}`);

const LONGEST = 1024 * 1024;

/** Null where it is no text, too long or not there. */
async function textOf(file: string): Promise<string | null> {
  const stat = await lstat(file).catch(() => null);
  if (stat === null || !stat.isFile() || stat.size > LONGEST) return null;
  const text = await readFile(file, 'utf8');
  return text.includes('\0') || text.includes('\u{fffd}') ? null : text;
}
