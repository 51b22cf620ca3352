import { MARK, canBe, hasMarks, hasPattern } from './value.ts';
import type { World } from './ground.ts';

/** More entries of a folder than this are not looked at one by one. */
const MOST_NAMES = 300;
const MOST_PATHS = 40;

/** Without `.`, `..` and doubled separators, by its text alone. `path` is absolute. */
export function lexical(path: string): string {
  if (isPlain(path)) return path;
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') kept.pop();
    else if (segment !== '' && segment !== '.') kept.push(segment);
  }
  return `/${kept.join('/')}`;
}

/** Most paths have nothing that could be taken out. */
const isPlain = (path: string): boolean =>
  path.length > 1 &&
  path.startsWith('/') &&
  !path.endsWith('/') &&
  !path.includes('//') &&
  !path.includes('/.');

export const joined = (folder: string, path: string): string =>
  path.startsWith('/') ? path : `${folder}/${path}`;

export const parentOf = (path: string): string => lexical(`${path}/..`);

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Whether `path` is `folder` or below it. */
export const isIn = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);

/** A process's own working directory and root by another name. */
const PROC = new RegExp(`^/proc/(?:[^/]+)(?:/task/[^/]+)?/(cwd|root)(?=/|$)`);

/**
 * Where a path leads as the kernel walks it: links followed, `..` taken after them, patterns held
 * against what is there. A path that cannot be told is `MARK.any`.
 * @param known places that a pattern may mean although they are not listed
 */
export function walked(
  world: World,
  cwd: string,
  path: string,
  known: readonly string[],
): readonly string[] {
  if (path.startsWith(MARK.any) || (cwd.startsWith(MARK.any) && !path.startsWith('/')))
    return [MARK.any];
  const whole = insteadOfProc(joined(cwd, path), cwd);
  if (!hasMarks(whole) && !whole.includes('..')) return [world.real(lexical(whole))];
  let at: readonly string[] = ['/'];
  const segments = whole.split('/').filter((each) => each !== '' && each !== '.');
  for (const [index, segment] of segments.entries()) {
    if (segment.includes(MARK.any)) {
      const rest = segments.slice(index + 1);
      if (rest.includes('..')) return [MARK.any];
      return at.map((each) => below(each, [segment, ...rest].join('/')));
    }
    at = [...new Set(at.flatMap((each) => step(world, each, segment, known)))].slice(0, MOST_PATHS);
  }
  return at;
}

const below = (folder: string, name: string): string =>
  folder === '/' ? `/${name}` : `${folder}/${name}`;

function step(
  world: World,
  folder: string,
  segment: string,
  known: readonly string[],
): readonly string[] {
  if (segment === '..') return [parentOf(folder)];
  if (!hasPattern(segment)) {
    const path = below(folder, segment);
    return [hasMarks(path) ? path : world.real(path)];
  }
  const found = hasMarks(folder) ? [] : matches(world, folder, segment);
  const meant = known.flatMap((place) => {
    if (!isIn(place, folder) || place === folder) return [];
    const name = place.slice(folder === '/' ? 1 : folder.length + 1).split('/')[0] ?? '';
    return canBe(segment, name) ? [below(folder, name)] : [];
  });
  // Unmatched it is the name of one file, which has these characters in it.
  return [...new Set([...meant, ...found, below(folder, segment)])];
}

/** Where the matches lead; of those that lead nowhere else one stands for all. */
function matches(world: World, folder: string, segment: string): readonly string[] {
  const names = world.names(folder).slice(0, MOST_NAMES);
  const hidden = segment.startsWith('.');
  const real = names
    .filter((name) => (hidden || !name.startsWith('.')) && canBe(segment, name))
    .map((name) => ({ name, path: world.real(below(folder, name)) }));
  const led = real.filter(({ name, path }) => path !== below(folder, name));
  const plain = real.filter(({ name, path }) => path === below(folder, name));
  return [...led, ...plain.slice(0, MOST_PATHS / 2)].map(({ path }) => path);
}

function insteadOfProc(path: string, cwd: string): string {
  const whole = path.startsWith('/proc/') ? path : lexicalStart(path);
  const match = PROC.exec(whole);
  if (match === null) return whole;
  return (match[1] === 'cwd' ? cwd : '') + whole.slice(match[0].length);
}

/** `/./proc`, `//proc` are the same. */
const lexicalStart = (path: string): string =>
  /^[/.]+\/proc\//.test(path) ? path.replace(/^[/.]+\//, '/') : path;
