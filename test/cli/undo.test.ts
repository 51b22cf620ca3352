import { afterEach, describe, expect, it } from 'vitest';
import type { TempRepo } from '../support/git-repo.ts';
import { fanin, faninJson } from './fanin.ts';
import { robotRepo, writes } from './robot-repo.ts';

let repo: TempRepo | null = null;
afterEach(async () => {
  await repo?.remove();
  repo = null;
});

const PLAN = [
  'goal: Try it',
  'concurrency: off',
  'tasks:',
  '  core: { prompt: core, writes: [src/core.txt, lib.txt], size: 10m }',
  '  late: { prompt: late, needs: [core], writes: [src/late.txt], size: 10m }',
  '  free: { prompt: free, needs: [core], writes: [lib.txt], size: 10m }',
  '',
].join('\n');

const STEPS = {
  core: [...writes('core'), { write: { path: 'lib.txt', text: 'one\n' } }],
  late: writes('late'),
  free: [{ write: { path: 'lib.txt', text: 'two\n' } }],
};

interface Status {
  readonly run: { readonly target: string; readonly targetRef: string };
  readonly tasks: readonly {
    readonly id: string;
    readonly phase: string;
    readonly reason: string;
  }[];
}

const landed = async (...tasks: readonly string[]): Promise<TempRepo> => {
  const made = await robotRepo({ plan: PLAN, steps: STEPS });
  repo = made;
  const ran = await fanin(made.path, 'run', ...tasks);
  expect(ran.code).toBe(0);
  return made;
};

const filesOn = async (repo: TempRepo): Promise<readonly string[]> => {
  const { run } = await faninJson<Status>(repo.path, 'status');
  return (await repo.git('ls-tree', '-r', '--name-only', run.targetRef)).split('\n');
};

describe('fanin undo', () => {
  it(
    'takes a landing back by a commit of its own, and leaves the rest',
    { timeout: 60_000 },
    async () => {
      const made = await landed('core', 'late');
      expect(await filesOn(made)).toContain('src/core.txt');
      const done = await fanin(made.path, 'undo', 'core', 'it is too slow');
      expect(done.err).toBe('');
      expect(done.out).toMatch(
        /^core is off fanin\/r\S+\/target again, which is at [0-9a-f]{7} and green\.$/mu,
      );
      expect(done.code).toBe(0);
      const left = await filesOn(made);
      expect([left.includes('src/core.txt'), left.includes('src/late.txt')]).toEqual([false, true]);
      const { tasks, run } = await faninJson<Status>(made.path, 'status');
      expect(tasks.find(({ id }) => id === 'core')).toMatchObject({
        phase: 'parked',
        reason: expect.stringMatching(/^undone by \S+: it is too slow$/u) as string,
      });
      expect(await made.git('log', '-1', '--format=%B', run.targetRef)).toMatch(
        /^core: undone: it is too slow\n[\s\S]*Fanin-Undoes: [0-9a-f]{40}/u,
      );
      const log = await fanin(made.path, 'log');
      expect(log.out).toMatch(/core#1, undone +scripted/u);
      expect(log.out).toMatch(/undoes [0-9a-f]{7}/u);
      expect((await made.git('for-each-ref', 'refs/fanin')).includes('landed/core')).toBe(false);
    },
  );

  it('can be made again and land again', { timeout: 60_000 }, async () => {
    const made = await landed('core');
    await fanin(made.path, 'undo', 'core', 'again');
    expect((await fanin(made.path, 'retry', 'core', 'better')).code).toBe(0);
    const { tasks } = await faninJson<Status>(made.path, 'status');
    expect(tasks).toMatchObject([{ id: 'core', phase: 'landed' }]);
    expect(await filesOn(made)).toContain('src/core.txt');
  });

  it('is refused where later landings changed the same lines', { timeout: 60_000 }, async () => {
    const made = await landed('core', 'free');
    const before = await filesOn(made);
    const refused = await fanin(made.path, 'undo', 'core');
    expect(refused.code).toBe(1);
    expect(refused.out).toMatch(
      /core stays on \S+: later landings changed the same lines as core: lib\.txt/u,
    );
    expect(await filesOn(made)).toEqual(before);
    expect((await fanin(made.path, 'undo', 'free')).code).toBe(0);
    expect((await fanin(made.path, 'undo', 'core')).code).toBe(0);
    expect(await filesOn(made)).not.toContain('lib.txt');
  });

  it('knows only what has landed', async () => {
    const made = await landed('core');
    await fanin(made.path, 'undo', 'core');
    const again = await fanin(made.path, 'undo', 'core');
    expect(again.err).toContain('core is parked; only what has landed can be undone');
    expect(again.code).not.toBe(0);
    expect((await fanin(made.path, 'undo', 'none')).code).toBe(2);
  });
});
