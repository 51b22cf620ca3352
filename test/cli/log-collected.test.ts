import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { fanin, faninJson } from './fanin.ts';
import { robotRepo } from './robot-repo.ts';
import { writeFiles } from '../support/git-repo.ts';
import type { TempRepo } from '../support/git-repo.ts';

interface Landings {
  readonly landings: readonly { readonly attempt: string; readonly agent: string | null }[];
}
interface Statement {
  readonly predicate: {
    readonly agent: unknown;
    readonly said: { readonly agent: string | null };
  };
}

let repo: TempRepo;
afterEach(() => repo.remove());

it('tells of work that fanin did not start where it was taken from, and no path of this machine', async () => {
  repo = await robotRepo({ review: 'human' });
  for (const [name, args] of [
    ['one', ['-b', 'feature/one']],
    ['two', ['--detach']],
  ] as const) {
    const path = join(repo.base, name);
    await repo.git('worktree', 'add', '-q', path, ...args);
    await writeFiles(path, { [`${name}/a.txt`]: 'a\n', [`${name}/b.txt`]: 'b\n' });
  }
  await fanin(repo.path, 'collect', 'feature/one', join(repo.base, 'two'));
  // A part of it was made where the whole was.
  expect((await fanin(repo.path, 'review', 'split', 'feature-one', 'one/b.txt')).code).toBe(0);
  for (const task of ['feature-one', 'feature-one-2', 'two'])
    expect((await fanin(repo.path, 'review', 'approve', task)).code).toBe(0);
  const { landings } = await faninJson<Landings>(repo.path, 'log');
  expect(landings.map(({ attempt, agent }) => [attempt, agent])).toEqual([
    ['two#1', 'collected from work copy two'],
    ['feature-one-2#1', 'collected from branch feature/one'],
    ['feature-one#2', 'collected from branch feature/one'],
  ]);
  const { out } = await fanin(repo.path, 'log');
  expect(out).toContain('from feature/one');
  const text = (await fanin(repo.path, 'log', '--in-toto')).out;
  expect(text).not.toContain(repo.base);
  const [statement] = text.split('\n');
  expect(JSON.parse(statement ?? '') as Statement).toMatchObject({
    predicate: { agent: null, said: { agent: 'collected from work copy two' } },
  });
}, 30_000);
