import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fencedCommandLines, parses, unknownIn, wordsOf } from './command-lines.ts';
import { anchorsOf, inlineCodeOf, inRepository, page, pages, proseOf } from './markdown.ts';
import type { Page } from './markdown.ts';

const all = pages();

describe('every page', () => {
  it.each(all.map((each) => [each.name, each] as const))('%s has no dead link', (_name, each) => {
    expect(deadLinks(each)).toEqual([]);
  });

  it.each(all.map((each) => [each.name, each] as const))(
    '%s types only what the command line takes',
    async (_name, each) => {
      const wrong: string[] = [];
      for (const line of fencedCommandLines(each)) if (!(await parses(line))) wrong.push(line);
      expect(wrong).toEqual([]);
    },
  );

  it.each(all.map((each) => [each.name, each] as const))(
    '%s names no command or flag that is not there',
    async (_name, each) => {
      const wrong: string[] = [];
      for (const code of inlineCodeOf(each)) {
        if (/^fanin [a-z-]/u.test(code) && (await unknownIn(code)).length > 0) wrong.push(code);
      }
      expect(wrong).toEqual([]);
    },
  );

  it.each(all.map((each) => [each.name, each] as const))(
    '%s runs only scripts that there are',
    (_name, each) => {
      const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
      const npm = matches(each, /\bnpm (?:run )?(start|test|(?<=run )[\w:-]+)/gu);
      expect(npm.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
      const files = matches(each, /\bnode ((?:scripts|bin)\/[\w./-]+)/gu);
      expect(files.filter((name) => !existsSync(inRepository(name)))).toEqual([]);
    },
  );

  it('is reached from the README, directly or over another page', () => {
    const reached = new Set(['README.md']);
    for (const name of reached)
      for (const target of linksOf(page(name)).filter(isPage)) reached.add(target);
    const lost = all.map(({ name }) => name).filter((name) => !reached.has(name));
    expect(lost.filter((name) => !name.startsWith('docs/adr/'))).toEqual([]);
  });
});

describe('the README', () => {
  const readme = page('README.md');

  it('starts with the two commands, and they are scripts of the package', () => {
    const [first = ''] = /```[\s\S]*?```/u.exec(readme.text) ?? [];
    expect([...first.matchAll(/^npm (\w+)/gmu)].map(([, name]) => name)).toEqual(['start', 'test']);
    const manifest = read('package.json');
    expect(manifest).toMatch(/"start": "node scripts\/bootstrap\.mjs demo"/u);
    expect(manifest).toMatch(/"test": "node scripts\/bootstrap\.mjs test"/u);
  });

  it('shows the picture, which is small and runs nothing', () => {
    expect(readme.text).toContain('](docs/picture.svg)');
    const file = inRepository('docs/picture.svg');
    expect(statSync(file).size).toBeLessThan(60_000);
    const picture = readFileSync(file, 'utf8');
    expect(picture).toMatch(/^<svg [\s\S]*<\/svg>\n$/u);
    expect(picture).not.toMatch(/<(?:script|foreignObject|image|a)\b|\shref=|\son\w+=/iu);
    for (const word of ['Time line', 'What happened', 'returned']) expect(picture).toContain(word);
  });
});

describe('the checks of these pages', () => {
  it('see commands, links and flags that are wrong', async () => {
    expect(await parses('fanin status --why')).toBe(true);
    expect(await parses('fanin review return core "no"')).toBe(true);
    expect(await parses('fanin review return')).toBe(false);
    expect(await parses('fanin stauts')).toBe(false);
    expect(await parses('fanin limit none')).toBe(false);
    expect(await unknownIn('fanin run --resume')).toEqual([]);
    expect(await unknownIn('fanin run --resum')).toEqual(['--resum']);
    expect(wordsOf(`a "b c" 'd' -e`)).toEqual(['a', 'b c', 'd', '-e']);
    const bad = { name: 'docs/x.md', text: '# Here\n[a](nowhere.md) [b](#here) [c](#there)\n' };
    expect(deadLinks(bad)).toEqual(['nowhere.md', '#there']);
    const typed = '```sh\ncd "$(fanin path a)"\nfanin diff a#1 # what it did\n```\n';
    expect(fencedCommandLines({ name: 'x', text: typed })).toEqual([
      'fanin path a',
      'fanin diff a#1',
    ]);
  });

  it('see many of each', () => {
    expect(all.flatMap(fencedCommandLines).length).toBeGreaterThan(20);
    expect(all.flatMap(linksOf).length).toBeGreaterThan(30);
  });
});

const read = (name: string): string => readFileSync(inRepository(name), 'utf8');

const matches = ({ text }: Page, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

const linksIn = (each: Page): readonly string[] =>
  [...proseOf(each).matchAll(/\]\(([^)\s]+)\)/gu)].map(([, target = '']) => target);

/** Files that a page links to, from the root of the repository. */
const linksOf = (each: Page): readonly string[] =>
  linksIn(each)
    .filter((target) => !/^[a-z]+:/u.test(target))
    .map((target) => join(dirname(each.name), target.split('#')[0] ?? ''));

const isPage = (name: string): boolean => name.endsWith('.md');

function deadLinks(each: Page): readonly string[] {
  return linksIn(each).filter((target) => {
    if (/^[a-z]+:/u.test(target)) return !target.startsWith('https://');
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? each.name : join(dirname(each.name), path);
    if (path !== '' && !existsSync(inRepository(file))) return true;
    if (anchor === undefined) return false;
    return !anchorsOf(path === '' ? each : page(file)).includes(anchor);
  });
}
