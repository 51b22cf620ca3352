import { mkdir, mkdtemp, readdir, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { ConfigEntry } from '../../adapters/git/environment.ts';
import { git, gitLine } from '../../adapters/git/git.ts';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { demoFiles } from './files.ts';
import { testCommand } from './programs.ts';

/** Where a demo plays. Absolute real paths. */
export interface DemoPlace {
  /** Everything of the demo lies in here. */
  readonly folder: string;
  /** The repository. */
  readonly app: string;
  /** Its first commit. */
  readonly head: string;
}

/** What is asked for. `dir`: the folder, seen from `cwd`, new or empty; null: a new one for temporary files. */
export interface DemoWish {
  readonly dir: string | null;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Makes the demo's repository with its config, plan and script, committed on `main`. What the user's own
 * git config says (signing, hooks, templates, a branch name, an identity or none) changes nothing.
 * Codes: `path-occupied`, `bad-folder`, those of git.
 */
export async function makeDemo(wish: DemoWish): Promise<Result<DemoPlace, Failure>> {
  const folder = await makeFolder(wish);
  if (!folder.ok) return folder;
  const app = join(folder.value, 'app');
  await writeFiles(app, demoFiles(testCommand(wish.env)));
  const head = await commitAll(app);
  return head.ok ? ok({ folder: folder.value, app, head: head.value }) : head;
}

async function makeFolder({ dir, cwd }: DemoWish): Promise<Result<string, Failure>> {
  const wanted = dir === null ? join(tmpdir(), 'fanin-demo-…') : resolve(cwd, dir);
  try {
    const made = dir === null ? await mkdtemp(join(tmpdir(), 'fanin-demo-')) : wanted;
    await mkdir(made, { recursive: true });
    const folder = await realpath(made);
    if ((await readdir(folder)).length > 0) return err(occupied(wanted));
    return ok(folder);
  } catch (error) {
    return err(unusable(wanted, error));
  }
}

const occupied = (folder: string): Failure =>
  failure('path-occupied', `${folder} is not empty, and the demo writes over nothing`, {
    hint: 'name a new or an empty folder, or leave --dir out',
  });

const unusable = (folder: string, error: unknown): Failure =>
  failure(
    'bad-folder',
    `the demo's folder ${folder} cannot be made: ${error instanceof Error ? error.message : String(error)}`,
    {
      hint: 'name another one: fanin demo --dir <folder>',
    },
  );

async function writeFiles(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const path = join(root, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}

/** For `git init`: no hooks from a template, and the formats that every git can read. */
const PLAIN: readonly ConfigEntry[] = [
  ['init.defaultRefFormat', 'files'],
  ['init.defaultObjectFormat', 'sha1'],
];

async function commitAll(app: string): Promise<Result<string, Failure>> {
  const made = await git(app, ['init', '-q', '-b', 'main', '--template='], { config: PLAIN });
  if (!made.ok) return made;
  for (const [key, value] of ownConfig(app)) {
    const set = await git(app, ['config', '--local', key, value]);
    if (!set.ok) return set;
  }
  const staged = await git(app, ['add', '-A']);
  if (!staged.ok) return staged;
  const committed = await git(app, ['commit', '-q', '-m', 'tally, before the agents come']);
  return committed.ok ? gitLine(app, ['rev-parse', 'HEAD']) : committed;
}

/** What the repository says itself, so that the user's git config does not decide, now or later. */
const ownConfig = (app: string): readonly ConfigEntry[] => [
  ['user.name', 'fanin demo'],
  ['user.email', 'demo@fanin.invalid'],
  ['commit.gpgSign', 'false'],
  ['tag.gpgSign', 'false'],
  ['core.hooksPath', join(app, '.git', 'hooks')],
  ['core.autocrlf', 'false'],
  ['core.excludesFile', ''],
  ['core.attributesFile', ''],
];
