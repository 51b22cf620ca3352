import { buildRouteMap } from '@stricli/core';
import type { Command, RouteMap } from '@stricli/core';
import type { CommandBench, Route } from '../../src/cli/app/command.ts';
import { runRoute } from '../../src/cli/app/run-route.ts';
import { COMMANDS } from '../../src/cli/command-list.ts';
import { fencesOf } from './markdown.ts';
import type { Page } from './markdown.ts';

type Leaf = Command<CommandBench>;

/** The command lines of fanin in a page's fences, as a person would type them. */
export function fencedCommandLines(of: Page): readonly string[] {
  return fencesOf(of)
    .filter(({ lang }) => lang === 'sh' || lang === 'console')
    .flatMap(({ lang, lines }) =>
      lines.flatMap((line) => {
        const typed = lang === 'sh' ? line : (/^\$ (.*)$/u.exec(line)?.[1] ?? '');
        return [...typed.matchAll(/(?:^|\$\()(fanin (?:[^)#]|(?<=\S)#)*)/gu)].map(
          // Where its output goes is the shell's.
          ([, found = '']) => found.trim().replace(/ >{1,2} \S+$/u, ''),
        );
      }),
    );
}

/** The words of a command line, as a shell would take it apart. */
export const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/gu)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );

/** Whether the command line's own parser takes it; the command itself does nothing. */
export async function parses(line: string): Promise<boolean> {
  const [, name = '', ...args] = wordsOf(line);
  const command = COMMANDS.find((each) => each.name === name);
  if (command === undefined) return false;
  return (await runRoute({ name, route: idle(await command.load()), args })) === 0;
}

/** What a command line mentions that is not there: the command, or a flag of it. */
export async function unknownIn(line: string): Promise<readonly string[]> {
  const [, name = '', ...args] = wordsOf(line);
  const command = COMMANDS.find((each) => each.name === name);
  if (command === undefined) return [name];
  const flags = flagsOf(leafOf(await command.load(), args[0]));
  return args.filter((word) => /^--?[a-z]/iu.test(word) && !flags.has(word));
}

const isLeaf = (target: Route): target is Leaf => 'loader' in target;

const leafOf = (route: Route, word: string | undefined): Leaf => {
  if (isLeaf(route)) return route;
  const found = route.getAllEntries().find(({ name }) => name.original === word)?.target;
  const leaf = found ?? route.getDefaultCommand();
  if (leaf === undefined || !isLeaf(leaf)) throw new Error('a route below a route');
  return leaf;
};

function flagsOf({ parameters }: Leaf): ReadonlySet<string> {
  const names = Object.keys(parameters.flags ?? {}).map((name) =>
    name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`),
  );
  const short = Object.keys(parameters.aliases ?? {});
  return new Set([
    '--help',
    '-h',
    ...names.flatMap((name) => [`--${name}`, `--no-${name}`]),
    ...short.map((letter) => `-${letter}`),
  ]);
}

/** The same route with commands that do nothing. */
const idle = (route: Route): Route => (isLeaf(route) ? idleLeaf(route) : idleMap(route));

const idleLeaf = (leaf: Leaf): Leaf => ({
  ...leaf,
  loader: () => Promise.resolve(() => undefined),
});

function idleMap(map: RouteMap<CommandBench>): Route {
  const entries = map.getAllEntries();
  const routes = entries.map(({ name, target }) => [name.original, idle(target)] as const);
  const start = entries.find(({ target }) => target === map.getDefaultCommand());
  return buildRouteMap<string, CommandBench>({
    routes: Object.fromEntries(routes),
    ...(start === undefined ? {} : { defaultCommand: start.name.original }),
    docs: { brief: map.brief },
  });
}
