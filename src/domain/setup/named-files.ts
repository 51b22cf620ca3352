import { joinPath } from '../config/lexical-path.ts';
import { treePath } from './shape.ts';

/** What is looked for at most: a script that names more says that it could not be followed. */
const MOST_WORDS = 2_000;

/**
 * Paths of the tree that a script may mean, seen from the root and from `folder` (relative, `''`: the root), and
 * from every folder it changes to. Far more than there are files: who asks looks which exist.
 */
export function namedPaths(script: string, folder = ''): readonly string[] {
  // A variable may stand for the root, or for anything.
  const words = script
    .replaceAll(/\$\{?\w+\}?/gu, ' ')
    .split(/[\s"'`;|&()<>=${},:[\]]+/u)
    .slice(0, MOST_WORDS);
  const folders = ['', folder, ...changesTo(words)];
  const named = [...words, ...impliedBy(words)].flatMap((word) =>
    folders.map((from) => withoutUp(from === '' ? word : `${from}/${word}`)),
  );
  const found = named.flatMap((path) => treePath(path) ?? []);
  return [...new Set(found)];
}

/** `..` and a leading slash (behind a variable) lead who knows where: what follows them may still be a file of the tree. */
const withoutUp = (word: string): string =>
  word.includes('..') ? joinPath('/', word).slice(1) : word.replace(/^\/+/u, '');

const changesTo = (words: readonly string[]): readonly string[] =>
  words.flatMap((word, k) => {
    const to = /^(?:cd|pushd|-C|--prefix|--dir|--cwd)$/u.test(word) ? words[k + 1] : undefined;
    return to === undefined ? [] : [withoutUp(to)];
  });

/** Programs that run what a file of a fixed name says. Installing runs what packages say: that is not followed. */
const impliedBy = (words: readonly string[]): readonly string[] =>
  words.flatMap((word, k) => {
    const next = words[k + 1] ?? '';
    switch (word) {
      case 'make':
        return ['Makefile', 'makefile', 'GNUmakefile'];
      case 'just':
        return ['justfile', 'Justfile'];
      case 'npm':
      case 'pnpm':
      case 'yarn':
      case 'bun':
        return INSTALLS.test(next) ? [] : ['package.json'];
      default:
        return [];
    }
  });

const INSTALLS = /^(?:install|i|ci|add|fetch|-.*)?$/u;

/** Whether what a file says is looked through for further files: scripts are, data is not. */
export const isFollowed = (path: string, text: string): boolean =>
  text.length <= LONGEST &&
  (text.startsWith('#!') ||
    /\.(?:sh|bash|zsh|py|rb|pl|[cm]?[jt]s)$/u.test(path) ||
    /(?:^|\/)(?:GNUm|m|M)akefile$|(?:^|\/)[jJ]ustfile$/u.test(path) ||
    // A link's whole text is where it leads.
    (!text.includes('\n') && text.length < 1_000));

const LONGEST = 256 * 1024;
