import { existsSync, lstatSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { failure } from '../../../../domain/failure.ts';
import type { Failure } from '../../../../domain/failure.ts';
import { err, ok } from '../../../../domain/result.ts';
import type { Result } from '../../../../domain/result.ts';
import { makeBorrowing } from '../../../git/borrowing.ts';
import { gitAll, runGit } from '../../../git/git.ts';
import type { GitCommand, GitOptions } from '../../../git/git.ts';
import { onTree } from '../../../git/object-access.ts';
import { namesIn, statOf } from '../../../git/small-file.ts';
import { paths, someOf } from '../../../git/paths.ts';
import { isObject, readRecord, writeRecord } from '../../records.ts';
import { openClosed } from './open-closed.ts';
import { removeStrange } from './remove-strange.ts';
import type { FillRequest, Filled, MarkRequest } from './request.ts';

/** What set-up left in a copy, and what it was made from. */
interface Setup {
  readonly key: string;
  /** Ignored files and folders, relative, folders with a slash at the end. */
  readonly products: readonly string[];
  /** Every file in them, and every one in HOME → what it was like when set-up had ended. */
  readonly files: Stamps;
  readonly home: Stamps;
}

type Stamps = Readonly<Record<string, string>>;

/**
 * Puts a commit into a check copy: tracked files as the commit has them, and nothing else but what
 * set-up made, as set-up made it. Its git folder is out of every check's reach, so that no check had
 * a say in what git remembers of the files; nobody but the kernel sets the time of a change.
 */
export const fill = async (request: FillRequest): Promise<Result<Filled, Failure>> => {
  const { copy, gitDir, home, lent } = request;
  if (!existsSync(join(gitDir, 'HEAD'))) {
    const { objects, format, config, notes } = lent;
    const whole = { ...notes, sparse: null };
    const plain = config.filter(([key]) => !key.startsWith('core.sparse'));
    makeBorrowing({ gitDir, objects, format, config: plain, notes: whole, head: request.commit });
  }
  // Whatever a check has put there: git and its users find the folder by this file alone.
  rmSync(join(copy, '.git'), { recursive: true, force: true });
  openClosed(copy);
  removeStrange(copy);
  const setup = readSetup(gitDir);
  openClosed(home);
  const intact =
    setup !== null &&
    restore(copy, setup.products, setup.files) &&
    restore(home, namesBelow(home), setup.home);
  if (!intact) for (const name of readdirSync(home)) remove(join(home, name));
  if (!intact) rmSync(join(gitDir, 'setup.json'), { force: true });
  const products = intact ? setup.products : [];
  const first = await checkOut(request, products, false);
  const done =
    first.ok && first.value.length === 0 ? first : await checkOut(request, products, true);
  if (!done.ok) return done;
  writeFileSync(join(copy, '.git'), `gitdir: ${gitDir}\n`);
  // What still differs after every file was written anew is how git checks this commit out.
  const left = done.value.filter((line) => !line.startsWith(' M '));
  if (left.length === 0) return ok({ setupKey: intact ? setup.key : null });
  const message = `The check copy does not hold ${request.commit} as it is: ${someOf(left)}`;
  return err(failure('check-copy-dirty', message));
};

/** The value is what differs from the commit afterwards, as `git status` says it. */
const checkOut = async (
  { copy, gitDir, commit, lent }: FillRequest,
  products: readonly string[],
  everyFile: boolean,
): Promise<Result<readonly string[], Failure>> => {
  rmSync(join(gitDir, 'index.lock'), { force: true });
  if (everyFile) rmSync(join(gitDir, 'index'), { force: true });
  const inCopy = (args: readonly string[], more: GitOptions = {}): GitCommand => ({
    cwd: copy,
    args,
    options: onTree(gitDir, copy, { ...more, config: lent.filters }),
  });
  const kept = products.flatMap((product) => ['-e', `/${escaped(product)}`]);
  const done = await gitAll([
    inCopy(['checkout', '-q', '--detach', '--force', commit]),
    inCopy(['clean', '-ffdxq', ...kept]),
    // A repository that was put where a submodule belongs would be asked by its own configuration.
    inCopy(['status', '--porcelain=v1', '-z', '--no-renames', '--ignore-submodules=all'], {
      readOnly: true,
    }),
  ]);
  return done.ok ? ok(paths(done.value[2].stdout)) : done;
};

/** As a line of a .gitignore file that means this one path. */
const escaped = (path: string): string => path.replaceAll(/[\\*?[\]!# ]/g, String.raw`\$&`);

/** Remembers what set-up has made. */
export const markSetup = async ({
  copy,
  gitDir,
  home,
  key,
  without,
}: MarkRequest): Promise<Result<null, Failure>> => {
  const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  const listed = await runGit({
    cwd: copy,
    args,
    options: onTree(gitDir, copy, { readOnly: true }),
  });
  if (!listed.ok) return listed;
  const products = paths(listed.value.stdout).filter((path) => !without.includes(path));
  const setup: Setup = {
    key,
    products,
    files: stampsOf(copy, products),
    home: stampsOf(home, namesBelow(home)),
  };
  await writeRecord(gitDir, 'setup.json', setup);
  return ok(null);
};

const readSetup = (gitDir: string): Setup | null =>
  readRecord(gitDir, 'setup.json', (value) =>
    isObject(value) &&
    typeof value['key'] === 'string' &&
    isObject(value['files']) &&
    isObject(value['home'])
      ? (value as unknown as Setup)
      : null,
  );

/**
 * Takes out of set-up's folders what came later, such as caches. False when something in them is not
 * any more what set-up made: then none of it counts.
 */
const restore = (root: string, products: readonly string[], files: Stamps): boolean => {
  const waiting = new Set(Object.keys(files));
  for (const path of products.flatMap((product) => filesIn(root, product))) {
    if (!waiting.delete(path)) remove(join(root, path));
    else if (stampOf(root, path) !== files[path]) return false;
  }
  return waiting.size === 0;
};

const remove = (path: string): void => rmSync(path, { recursive: true, force: true });

const stampsOf = (root: string, products: readonly string[]): Stamps =>
  Object.fromEntries(
    products
      .flatMap((product) => filesIn(root, product))
      .map((path) => [path, stampOf(root, path)]),
  );

const namesBelow = (root: string): readonly string[] =>
  readdirSync(root, { withFileTypes: true }).map((entry) =>
    entry.isDirectory() ? `${entry.name}/` : entry.name,
  );

/** A file, a link, or everything but the folders themselves below a folder. Links are not followed. */
const filesIn = (copy: string, product: string): readonly string[] => {
  if (!product.endsWith('/')) return [product];
  const found: string[] = [];
  const waiting = [product.slice(0, -1)];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const stat = statOf(join(copy, folder));
    if (stat?.isDirectory() !== true) {
      if (stat !== null) found.push(folder);
      continue;
    }
    for (const name of namesIn(join(copy, folder))) waiting.push(`${folder}/${name}`);
  }
  return found;
};

const stampOf = (copy: string, path: string): string => {
  const stat = lstatSync(join(copy, path), { bigint: true, throwIfNoEntry: false });
  if (stat === undefined) return 'gone';
  return [stat.mode, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(' ');
};
