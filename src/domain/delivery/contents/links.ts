import type { Finding } from '../../attempt/attempt.ts';
import { passesForGit } from './bad-paths.ts';
import type { DeliveredEntry } from './delivered-tree.ts';
import { blocking, shown } from './tell.ts';

/** Links that lead out of the tree or into git's own folder, also by way of other links. */
export const linkFindings = (entries: readonly DeliveredEntry[]): readonly Finding[] => {
  const links = new Map(
    entries.flatMap(({ path, target }) => (target === null ? [] : [[path, target] as const])),
  );
  // A new link can lead an old one astray.
  if (!entries.some(({ isNew, target }) => isNew && target !== null)) return [];
  return [...links].flatMap(([path, target]) => {
    const end = follow(links, path);
    if (end === 'inside') return [];
    const where = end === 'git' ? "into git's own folder" : 'out of the tree';
    return [
      blocking(
        'link-leaves-tree',
        path,
        `${shown(path)} is a link to ${shown(target)}: it leads ${where}.`,
      ),
    ];
  });
};

/** As many as Linux follows. */
const MOST_LINKS = 40;

const follow = (links: ReadonlyMap<string, string>, link: string): 'inside' | 'outside' | 'git' => {
  let at: string[] = [];
  const ahead = link.split('/').toReversed();
  for (let followed = 0; followed <= MOST_LINKS;) {
    const name = ahead.pop();
    if (name === undefined) return 'inside';
    if (name === '' || name === '.') continue;
    if (name === '..') {
      if (at.length === 0) return 'outside';
      at = at.slice(0, -1);
      continue;
    }
    if (passesForGit(name)) return 'git';
    const target = links.get([...at, name].join('/'));
    if (target === undefined) {
      at.push(name);
      continue;
    }
    if (/^(?:[/\\]|[a-z]:)/i.test(target)) return 'outside';
    ahead.push(...target.split(/[/\\]/).toReversed());
    followed += 1;
  }
  // It leads round and round, and nowhere else.
  return 'inside';
};
