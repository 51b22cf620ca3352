import type { TaskId } from '../ids.ts';
import { placeText } from './collected-from.ts';
import type { CollectedFrom } from './collected-from.ts';

/** Long enough to tell branches apart, short enough to type. */
const MAX_NAME = 32;

/** A name for the task of what was taken from there, fit for one and not among those `taken`. */
export const taskName = (
  from: Pick<CollectedFrom, 'branch' | 'worktree'>,
  taken: ReadonlySet<TaskId>,
): TaskId => {
  const text = placeText(from);
  const name = nameOf(from.branch === null ? (text.split('/').at(-1) ?? '') : text);
  let id = name;
  for (let k = 2; taken.has(id); k += 1) id = `${name}-${k}`;
  return id;
};

const nameOf = (text: string): string => {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/gu, '-')
    .replace(/^[-_]+/u, '')
    .slice(0, MAX_NAME)
    .replace(/-+$/u, '');
  // A name of digits alone would be taken for a number.
  return /[a-z]/u.test(plain) ? plain : ['work', plain].filter((part) => part !== '').join('-');
};
