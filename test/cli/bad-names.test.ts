import fc from 'fast-check';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TempRepo } from '../support/git-repo.ts';
import { fanin } from './fanin.ts';
import { planOf, robotRepo, writes } from './robot-repo.ts';
import { toldBy } from './told.ts';
import { tracesOf } from './untouched.ts';

/** What people type with a delivery, a task or work behind it; `name` is put in. */
const COMMANDS: Readonly<Record<string, (name: string) => readonly string[]>> = {
  'review show': (name) => ['review', 'show', name],
  'review approve': (name) => ['review', 'approve', name],
  'review return': (name) => ['review', 'return', name, 'because'],
  'review reject': (name) => ['review', 'reject', name, 'because'],
  'review park': (name) => ['review', 'park', name],
  'review split': (name) => ['review', 'split', name, 'src'],
  undo: (name) => ['undo', name],
  log: (name) => ['log', name],
  collect: (name) => ['collect', name],
};
const names = Object.keys(COMMANDS);
const typed = (command: string, name: string): readonly string[] => COMMANDS[command]?.(name) ?? [];
/** Those that read a history or work copies, and need no run. */
const NEED_NO_RUN = new Set(['log', 'collect']);

/** A failure as a script gets it: one on stdout, with a code and words, and nothing else anywhere. */
const refusal = async (cwd: string, args: readonly string[]) => {
  const { code, out, err } = await fanin(cwd, ...args, '--json');
  expect([args, err]).toEqual([args, '']);
  const { error } = toldBy(out);
  expect(error.message).not.toBe('');
  return { exit: code, code: error.code, hint: error.hint };
};

let repo: TempRepo;
let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'fanin-none-')));
  repo = await robotRepo({
    review: 'human',
    plan: planOf('core', 'corner', 'docs'),
    steps: { core: writes('core'), corner: writes('corner'), docs: writes('docs') },
  });
});
afterAll(async () => {
  await repo.remove();
  await rm(folder, { recursive: true });
});

describe('where there is nothing to ask of', () => {
  it.each(names)('fanin %s says so outside of a repository', async (command) => {
    const told = await refusal(folder, typed(command, 'core'));
    expect([told.exit, told.code]).toEqual([5, 'no-repository']);
  });

  it.each(names)('fanin %s says so where nothing has run', async (command) => {
    const told = await refusal(repo.path, typed(command, 'core'));
    expect(told.exit).toBe(NEED_NO_RUN.has(command) ? told.exit : 4);
    expect(told.code).toBe(NEED_NO_RUN.has(command) ? told.code : 'nothing-ran');
    expect([2, 4, 5]).toContain(told.exit);
  });

  it.each(['review list', 'status'])('fanin %s says so, too', async (command) => {
    expect(await refusal(repo.path, command.split(' '))).toMatchObject({ code: 'nothing-ran' });
  });
});

describe('where a run waits for a person', () => {
  beforeAll(async () => {
    expect((await fanin(repo.path, 'run')).code).toBe(3);
  });

  it.each(names)('fanin %s knows no other names', async (command) => {
    const before = await tracesOf(repo);
    const told = await refusal(repo.path, typed(command, 'nobody-there'));
    expect([2, 5]).toContain(told.exit);
    expect(await tracesOf(repo)).toEqual(before);
  });

  it.each(names.filter((name) => !NEED_NO_RUN.has(name)))(
    'fanin %s takes no name that two have, no attempt that is none, no run that is none',
    async (command) => {
      const before = await tracesOf(repo);
      expect(await refusal(repo.path, typed(command, 'cor'))).toMatchObject({
        exit: 2,
        code: 'ambiguous-id',
      });
      expect(await refusal(repo.path, typed(command, 'nothing/core'))).toMatchObject({
        exit: 2,
        code: 'no-run',
      });
      expect((await refusal(repo.path, typed(command, 'core#9'))).exit).toBe(2);
      expect(await tracesOf(repo)).toEqual(before);
    },
  );

  it('takes no tree but the one that is there', async () => {
    for (const tree of ['0000000', 'abc', '', 'HEAD'])
      expect(await refusal(repo.path, ['review', 'approve', 'core', '--tree', tree])).toMatchObject(
        {
          exit: 4,
          code: 'tree-changed',
        },
      );
  });

  it('undoes nothing that has not landed, and decides nothing twice', async () => {
    expect(await refusal(repo.path, ['undo', 'core'])).toMatchObject({
      exit: 4,
      code: 'not-landed',
    });
    expect((await fanin(repo.path, 'review', 'reject', 'docs', 'no')).code).toBe(0);
    for (const command of ['approve', 'return', 'reject', 'park', 'split'])
      expect(await refusal(repo.path, typed(`review ${command}`, 'docs')), command).toMatchObject({
        exit: 4,
        code: command === 'split' ? 'nothing-left' : 'not-reviewable',
      });
  });

  it('compares nothing that is not there, and says so to a script by its exit code', async () => {
    const { code, out, err } = await fanin(repo.path, 'conflicts', 'main', 'nobody', '--json');
    expect([code, err]).toEqual([2, '']);
    expect(JSON.parse(out)).toMatchObject({ unread: [{ name: 'nobody' }] });
    const target = ['conflicts', 'main', '--target', 'nobody'];
    expect(await refusal(repo.path, target)).toMatchObject({ exit: 2, code: 'no-such-commit' });
    expect(await refusal(folder, ['conflicts'])).toMatchObject({ exit: 5, code: 'no-repository' });
  });

  it('asks why something is returned or rejected', async () => {
    for (const verb of ['return', 'reject'])
      expect(await refusal(repo.path, ['review', verb, 'core'])).toMatchObject({
        exit: 2,
        code: 'usage',
      });
  });

  it('whatever is typed as a name is refused in words, and never a fault', async () => {
    const odd = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.string({ minLength: 1 }),
      fc.constantFrom(
        '#',
        '/',
        '#1',
        'core#',
        'core#0',
        'core#-1',
        '..',
        '__proto__',
        'constructor',
      ),
    );
    const before = await tracesOf(repo);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), odd, async (command, name) => {
        fc.pre(!name.startsWith('-') && !name.includes('\0') && !isSomething(name));
        const told = await refusal(repo.path, typed(command, name));
        expect([2, 4, 5]).toContain(told.exit);
        expect(told.code).toMatch(/^[a-z-]+$/u);
      }),
      { numRuns: 80 },
    );
    expect(await tracesOf(repo)).toEqual(before);
  });

  it('says everything without colour where none is wanted', async () => {
    for (const command of names) {
      const { out, err } = await fanin(repo.path, ...typed(command, 'nobody-there'));
      expect(out).toBe('');
      expect(err).not.toContain('\u001B');
      expect(err).toMatch(/\[[a-z-]+\]/u);
    }
    for (const args of [['review', 'list'], ['review', 'show', 'core'], ['log'], ['conflicts']])
      expect((await fanin(repo.path, ...args)).out).not.toContain('\u001B');
  });
});

/** A name that means a delivery, a branch or a work copy here. */
const isSomething = (name: string): boolean =>
  /^(?:core|corner|docs|d.*|r.*|main|HEAD|@|\.\.?\/?|\.|~.*|.*[/\\].*|.*[\^~:@].*)$/su.test(name) ||
  name.trim() === '';
