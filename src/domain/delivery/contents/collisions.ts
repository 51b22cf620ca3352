import type { Finding } from '../../attempt/attempt.ts';
import type { DeliveredEntry } from './delivered-tree.ts';
import { blocking, some } from './tell.ts';

/**
 * Paths, and folders on the way to them, that are one and the same where case or the way of writing
 * an accent does not count: one of them would take the other's place there. Only such as come with a
 * new path.
 */
export const collisionFindings = (entries: readonly DeliveredEntry[]): readonly Finding[] => {
  const spellings = new Map<string, Set<string>>();
  const fresh = new Set<string>();
  for (const { path, isNew } of entries) {
    for (const part of isNew ? waysTo(path) : newest(path, spellings)) {
      const folded = fold(part);
      const known = spellings.get(folded) ?? new Set();
      spellings.set(folded, known.add(part));
      if (isNew) fresh.add(folded);
    }
  }
  return [...spellings].flatMap(([folded, paths]) =>
    paths.size > 1 && fresh.has(folded) && isOutermost(folded, spellings)
      ? [
          blocking(
            'paths-collide',
            [...paths].at(-1) ?? null,
            `${some([...paths])} are one path on file systems that do not tell case or accents apart.`,
          ),
        ]
      : [],
  );
};

/** Most folders are known from the path before. */
const newest = (
  path: string,
  known: ReadonlyMap<string, ReadonlySet<string>>,
): readonly string[] => {
  const ways: string[] = [];
  for (let part = path; part !== ''; part = part.slice(0, Math.max(0, part.lastIndexOf('/')))) {
    if (known.get(fold(part))?.has(part) === true) break;
    ways.push(part);
  }
  return ways;
};

const waysTo = (path: string): readonly string[] => {
  const parts = path.split('/');
  return parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
};

const fold = (path: string): string =>
  path.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFC');

/** What lies below two folders that collide collides, too: it is told once. */
const isOutermost = (
  folded: string,
  spellings: ReadonlyMap<string, ReadonlySet<string>>,
): boolean => {
  const above = folded.slice(0, Math.max(0, folded.lastIndexOf('/')));
  return above === '' || (spellings.get(above)?.size ?? 1) < 2;
};
