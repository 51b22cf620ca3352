import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A real repository in a temp folder of its own, with its own HOME. */
export interface TempRepo {
  /** The temp folder that holds everything, workspaces included. Real path. */
  readonly base: string;
  /** The main checkout. */
  readonly path: string;
  readonly home: string;
  /** Runs git in the main checkout; the value is stdout without the last line end. Rejects on a non-zero exit. */
  git(...args: readonly string[]): Promise<string>;
  /** The same in another folder. */
  gitIn(cwd: string, ...args: readonly string[]): Promise<string>;
  /** Writes files below the main checkout; null removes. */
  write(files: Files): Promise<void>;
  /** Writes files, commits everything, returns the commit. */
  commit(files: Files, message?: string): Promise<string>;
  /** Removes everything and gives the environment back. */
  remove(): Promise<void>;
}

/** Path → content; null removes the file. */
export type Files = Readonly<Record<string, string | Buffer | null>>;

/** How the repository is made. `files` become the first commit; with `empty` there is none. */
export interface RepoOptions {
  readonly name?: string;
  readonly files?: Files;
  readonly empty?: boolean;
  readonly initArgs?: readonly string[];
}

const SCRUBBED = /^(GIT_|XDG_CONFIG_HOME$|EMAIL$)/;

/**
 * Makes a repository. While it exists, HOME and the GIT_* variables of this process are its own,
 * so that code under test sees the same git configuration as the helper.
 */
export const makeRepo = async (options: RepoOptions = {}): Promise<TempRepo> => {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'fanin-git-')));
  const home = join(base, 'home');
  const path = join(base, options.name ?? 'app');
  await mkdir(home);
  await mkdir(path);
  await writeFile(
    join(home, '.gitconfig'),
    '[user]\n\tname = Test Person\n\temail = test@example.com\n[init]\n\tdefaultBranch = main\n',
  );
  const restore = takeEnvironment(home);
  const gitIn = (cwd: string, ...args: readonly string[]): Promise<string> => run(cwd, args);
  const git = (...args: readonly string[]): Promise<string> => run(path, args);
  const write = (files: Files): Promise<void> => writeFiles(path, files);
  const commit = async (files: Files, message = 'change'): Promise<string> => {
    await write(files);
    await git('add', '-A');
    await git('commit', '-q', '--allow-empty', '-m', message);
    return git('rev-parse', 'HEAD');
  };
  const remove = async (): Promise<void> => {
    restore();
    await rm(base, { recursive: true, force: true });
  };
  await git('init', '-q', ...(options.initArgs ?? []));
  if (options.empty !== true) await commit(options.files ?? { 'README.md': 'hello\n' }, 'first');
  return { base, path, home, git, gitIn, write, commit, remove };
};

/** Writes files below `root`; null removes. */
export const writeFiles = async (root: string, files: Files): Promise<void> => {
  for (const [name, content] of Object.entries(files)) {
    const file = join(root, name);
    if (content === null) {
      await rm(file, { recursive: true });
      continue;
    }
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
};

/** A symbolic link below `root`. */
export const writeLink = async (root: string, name: string, to: string): Promise<void> => {
  await mkdir(dirname(join(root, name)), { recursive: true });
  await symlink(to, join(root, name));
};

const takeEnvironment = (home: string): (() => void) => {
  const before = { ...process.env };
  for (const name of Object.keys(process.env)) {
    if (SCRUBBED.test(name)) delete process.env[name];
  }
  process.env['HOME'] = home;
  process.env['GIT_CONFIG_NOSYSTEM'] = '1';
  return () => {
    for (const name of Object.keys(process.env)) {
      if (SCRUBBED.test(name)) delete process.env[name];
    }
    Object.assign(process.env, before);
  };
};

const run = (cwd: string, args: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = { cwd, maxBuffer: 64 * 1024 * 1024, encoding: 'utf8' } as const;
    execFile('git', [...args], options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout.replace(/\n$/, ''));
      else reject(new Error(`git ${args.join(' ')} in ${cwd}: ${stderr}`, { cause: error }));
    });
  });
