import { constants, existsSync } from 'node:fs';
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { RepositoryPlace } from '../git/discover.ts';
import { git } from '../git/git.ts';
import { onObjects } from '../git/object-access.ts';
import { looseObject } from '../git/private-store.ts';

/** The user's repository, and the private one that reads its objects. */
export interface Stores {
  readonly main: RepositoryPlace;
  readonly store: RepositoryPlace;
}

/** So many objects are asked for at once. */
const AT_ONCE = 100;

/**
 * Copies the objects that the private store only borrows, in the order given. What an agent staged
 * or committed may be garbage in the user's repository a moment later.
 */
export const ownObjects = async (
  stores: Stores,
  ids: readonly string[],
): Promise<Result<null, Failure>> => {
  const missing = ids.filter((id) => !existsSync(looseObject(stores.store, id)));
  const packed: string[] = [];
  for (const id of missing) if (!(await copyLoose(stores, id))) packed.push(id);
  for (let at = 0; at < packed.length; at += AT_ONCE) {
    const copied = await copyPacked(stores, packed.slice(at, at + AT_ONCE));
    if (!copied.ok) return copied;
  }
  return ok(null);
};

/**
 * The same for the commits that lead from `base` to `head` and everything in them. `head` itself is
 * last: where it is, the others are.
 */
export const ownHistory = async (
  stores: Stores,
  { base, head }: { readonly base: string; readonly head: string },
): Promise<Result<null, Failure>> => {
  if (head === base || existsSync(looseObject(stores.store, head))) return ok(null);
  const args = ['rev-list', '--objects', '--no-object-names', head, '--not', base];
  const listed = await git(stores.main.commonDir, args, onObjects(stores.main, { readOnly: true }));
  if (!listed.ok) return listed;
  const ids = listed.value.stdout.toString('latin1').split('\n').slice(0, -1);
  const others = await ownObjects(
    stores,
    ids.filter((id) => id !== head),
  );
  return others.ok ? ownObjects(stores, [head]) : others;
};

const copyLoose = async ({ main, store }: Stores, id: string): Promise<boolean> => {
  const target = looseObject(store, id);
  await mkdir(dirname(target), { recursive: true });
  const temporary = `${target}.${String(process.pid)}.tmp`;
  try {
    await copyFile(looseObject(main, id), temporary, constants.COPYFILE_FICLONE);
  } catch {
    await rm(temporary, { force: true });
    return false;
  }
  await settle(temporary, target);
  return true;
};

const copyPacked = async (
  { main, store }: Stores,
  ids: readonly string[],
): Promise<Result<null, Failure>> => {
  const input = ids.map((id) => `${id}\n`).join('');
  const options = onObjects(main, { readOnly: true, input });
  const output = await git(main.commonDir, ['cat-file', '--batch'], options);
  if (!output.ok) return output;
  const { stdout } = output.value;
  let at = 0;
  for (const id of ids) {
    const end = stdout.indexOf('\n', at);
    const [, type = '', size = ''] = stdout.toString('latin1', at, end).split(' ');
    if (!/^\d+$/.test(size))
      return err(failure('object-missing', `The repository has lost the object ${id}.`));
    const start = end + 1;
    at = start + Number(size) + 1;
    await writeLoose(store, { id, type, content: stdout.subarray(start, at - 1) });
  }
  return ok(null);
};

const deflated = promisify<Buffer, Buffer>(deflate);

const writeLoose = async (
  store: RepositoryPlace,
  object: { readonly id: string; readonly type: string; readonly content: Buffer },
): Promise<void> => {
  const target = looseObject(store, object.id);
  await mkdir(dirname(target), { recursive: true });
  const head = Buffer.from(`${object.type} ${String(object.content.length)}\0`);
  const temporary = `${target}.${String(process.pid)}.tmp`;
  const file = await open(temporary, 'w', 0o444);
  try {
    await file.writeFile(await deflated(Buffer.concat([head, object.content])));
  } finally {
    await file.close();
  }
  await settle(temporary, target);
};

/** On the disk before it has its name: a host that dies leaves no broken object behind. */
const settle = async (temporary: string, target: string): Promise<void> => {
  const file = await open(temporary, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, target);
};
