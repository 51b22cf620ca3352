import { existsSync, readFileSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import type { FoundRepository, World } from '../../domain/guard/ground.ts';

/** The guard's view of this machine. Each question is asked of the disk once. */
export function diskWorld(
  env: Readonly<Record<string, string | undefined>>,
  gitDir: string,
): World {
  const real = remembered(realOf);
  return {
    real,
    exists: remembered((path) => existsSync(path)),
    names: remembered(namesIn),
    repository: remembered((folder) => repositoryOf(folder, real)),
    isBranch: (name) => isBranch(gitDir, name),
    variable: (name) => env[name],
  };
}

function remembered<V>(ask: (path: string) => V): (path: string) => V {
  const known = new Map<string, V>();
  return (path) => {
    const had = known.get(path);
    if (had !== undefined) return had;
    const found = ask(path);
    known.set(path, found);
    return found;
  };
}

/** Of what is not there, the real path of the folder that is, and the rest as it was written. */
function realOf(path: string): string {
  let at = path;
  let rest = '';
  for (;;) {
    try {
      return join(realpathSync(at), rest);
    } catch {
      if (at === '/' || at === '.') return path;
      rest = rest === '' ? basename(at) : join(basename(at), rest);
      at = dirname(at);
    }
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The repository that git would find from there: a `.git` folder, or a file that leads to one. */
function repositoryOf(folder: string, real: (path: string) => string): FoundRepository | null {
  for (let at = real(folder); ; at = dirname(at)) {
    const git = join(at, '.git');
    const found = gitDirOf(git);
    if (found !== null) return { root: at, gitDir: real(found) };
    if (
      existsSync(join(at, 'HEAD')) &&
      existsSync(join(at, 'objects')) &&
      existsSync(join(at, 'refs'))
    )
      return { root: at, gitDir: at };
    if (at === '/') return null;
  }
}

function gitDirOf(git: string): string | null {
  const stat = statSync(git, { throwIfNoEntry: false });
  if (stat === undefined) return null;
  if (stat.isDirectory()) return existsSync(join(git, 'HEAD')) ? git : null;
  const target = /^gitdir: (.+?)\s*$/s.exec(textOf(git) ?? '')?.[1];
  if (target === undefined) return null;
  const own = isAbsolute(target) ? target : join(dirname(git), target);
  const common = textOf(join(own, 'commondir'))?.trim();
  if (common === undefined) return own;
  return isAbsolute(common) ? common : join(own, common);
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function isBranch(gitDir: string, name: string): boolean {
  if (/^[-/]|\.\.|[\s~^:?*[\\]|\.lock$/.test(name) || name === '') return false;
  const ref = name.startsWith('refs/heads/') ? name : `refs/heads/${name}`;
  if (statSync(join(gitDir, ref), { throwIfNoEntry: false })?.isFile() === true) return true;
  return (textOf(join(gitDir, 'packed-refs')) ?? '').includes(` ${ref}\n`);
}
