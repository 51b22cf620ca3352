import { shellParser } from '../../../src/adapters/shell/unbash.ts';
import type { Ground, World } from '../../../src/domain/guard/ground.ts';
import { judgeCommand } from '../../../src/domain/guard/interpreter.ts';
import type { Verdict } from '../../../src/domain/guard/verdict.ts';

/** The scene of test/fixtures/guard: a main checkout, a workspace beside it, and a neighbour. */
export const HOME = '/home/u';
export const MAIN = `${HOME}/main`;
export const WORKSPACE = `${HOME}/main.fanin/a`;
const NEIGHBOUR = `${HOME}/main.fanin/b`;

const LINKS: Readonly<Record<string, string>> = { [`${WORKSPACE}/link-to-main`]: MAIN };

const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  '/': ['home', 'tmp', 'usr', 'etc', 'var', 'dev', 'proc', 'root', 'bin'],
  '/home': ['u'],
  [HOME]: ['main', 'main.fanin', '.ssh', '.gitconfig'],
  [`${HOME}/main.fanin`]: ['a', 'b'],
  [MAIN]: ['.git', 'src', 'sub', 'package.json', 'README.md', 'x'],
  [NEIGHBOUR]: ['.git', 'src'],
  [WORKSPACE]: ['.git', 'src', 'packages', 'link-to-main', 'package.json', 'README.md', 'nested'],
  [`${WORKSPACE}/src`]: ['a.ts', 'b.ts', 'x.py'],
  [`${WORKSPACE}/packages`]: ['app', 'a', 'b'],
  [`${WORKSPACE}/packages/app`]: ['package.json'],
  [`${WORKSPACE}/packages/a`]: [],
  [`${WORKSPACE}/packages/b`]: [],
  [`${WORKSPACE}/nested`]: ['.git', 'c.ts'],
  [`${MAIN}/src`]: ['a.ts'],
  '/tmp': [],
};

const REPOSITORIES: Readonly<Record<string, string>> = {
  [MAIN]: `${MAIN}/.git`,
  [WORKSPACE]: `${MAIN}/.git`,
  [NEIGHBOUR]: `${MAIN}/.git`,
  [`${WORKSPACE}/nested`]: `${WORKSPACE}/nested/.git`,
};

const BRANCHES = new Set(['main', 'develop', 'feature/x', 'fanin/r1/attempts/b/1/work']);

/** A world in memory. */
export const world: World = {
  real: (path) => {
    for (const [link, target] of Object.entries(LINKS))
      if (path === link || path.startsWith(`${link}/`)) return target + path.slice(link.length);
    return path;
  },
  exists: (path) => {
    const real = world.real(path);
    const parent = real.slice(0, real.lastIndexOf('/')) || '/';
    return (
      real in FOLDERS || (FOLDERS[parent]?.includes(real.slice(real.lastIndexOf('/') + 1)) ?? false)
    );
  },
  names: (folder) => FOLDERS[world.real(folder)] ?? [],
  repository: (folder) => {
    for (let at = world.real(folder); at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
      const gitDir = REPOSITORIES[at];
      if (gitDir !== undefined) return { root: at, gitDir };
    }
    return null;
  },
  isBranch: (name) => BRANCHES.has(name),
  variable: (name) => ({ HOME, TMPDIR: '/tmp/attempt', USER: 'u', PATH: '/usr/bin:/bin' })[name],
};

export const ground: Ground = {
  workspace: WORKSPACE,
  main: MAIN,
  gitDir: `${MAIN}/.git`,
  neighbours: `${HOME}/main.fanin`,
  allowed: ['/tmp/attempt'],
  ownGit: false,
  branches: 'fanin/r1/attempts/a/1/',
  scope: null,
};

/** The fixtures' placeholders as paths of the scene. */
export const placed = (command: string): string =>
  command
    .replaceAll(/(?:(?<=[\s="'`]-[A-Za-z])|(?<![\w.]))\/M\b/g, MAIN)
    .replaceAll(/(?<![\w.])\/W\b/g, WORKSPACE);

/** The verdict on a command of the fixtures. */
export const judge = (command: string, more: Partial<Ground> = {}, cwd = WORKSPACE): Verdict =>
  judgeCommand({
    command: placed(command),
    cwd,
    ground: { ...ground, ...more },
    world,
    parse: shellParser.parse,
  });
