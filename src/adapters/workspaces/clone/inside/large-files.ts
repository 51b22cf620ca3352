import { copyFileSync, mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { statOf } from '../../../git/small-file.ts';
import { regularFilesIn } from './read-regular.ts';
import { keptIn, largeFile, mirrorIn } from './request.ts';
import type { TakeRequest } from './request.ts';

/** More would be a store of its own. */
const MOST_FILES = 10_000;

/**
 * Git LFS keeps contents beside git's objects, in the git folder it is started in: they would go with
 * the clone. The value names those that the user's repository does not have; `keeps`: they are copied to
 * `out`.
 */
export const largeFilesOf = ({ lent, clone, out, keeps }: TakeRequest): readonly string[] => {
  const stores = [join(clone, '.git'), mirrorIn(out)].map((each) => join(each, 'lfs', 'objects'));
  const lenders = lent.objects.map((objects) => join(dirname(objects), 'lfs', 'objects'));
  const found = new Map<string, string>();
  for (const store of stores) {
    for (const path of regularFilesIn(store, MOST_FILES)) {
      const name = basename(path);
      if (IS_NAME.test(name)) found.set(name, join(store, path));
    }
  }
  const missing = [...found].filter(
    ([name]) => !lenders.some((lender) => statOf(join(lender, largeFile(name))) !== null),
  );
  if (keeps) for (const [name, path] of missing) copyOut(path, join(keptIn(out), 'lfs', name));
  return missing.map(([name]) => name);
};

const IS_NAME = /^[0-9a-f]{64}$/;

const copyOut = (from: string, to: string): void => {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
};
