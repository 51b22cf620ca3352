import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Receipt } from '../../../src/domain/receipt/receipt.ts';
import type { TempRepo } from '../../support/git-repo.ts';
import { fanin, faninJson } from '../fanin.ts';
import { robotRepo } from '../robot-repo.ts';

interface Status {
  readonly run: { readonly targetRef: string };
  readonly tasks: readonly { readonly id: string; readonly phase: string }[];
}
interface Parts {
  readonly id: string;
  readonly parts: readonly {
    readonly id: string;
    readonly files: readonly string[];
    readonly phase: string;
    readonly verdict: string;
    readonly tree: string;
  }[];
}

let repo: TempRepo;
beforeEach(async () => {
  const steps = [
    { write: { path: 'src/core.txt', text: 'core\n' } },
    { write: { path: 'docs/guide.md', text: 'guide\n' } },
    { write: { path: 'docs/more/api.md', text: 'api\n' } },
  ];
  repo = await robotRepo({
    review: 'human',
    steps: { core: steps },
    plan: 'goal: Try\ntasks:\n  core: { prompt: Write core, writes: [src, docs], size: 10m }\n',
  });
  expect((await fanin(repo.path, 'run')).code).toBe(3);
});
afterEach(() => repo.remove());

const split = (...args: readonly string[]) => fanin(repo.path, 'review', 'split', ...args);
/** Without what an engine leaves that had nothing to do. */
const refs = async (): Promise<string> =>
  (await repo.git('for-each-ref')).replace(/^.*refs\/fanin\/fence\n/mu, '');
const filesOn = async (ref: string): Promise<readonly string[]> =>
  (await repo.git('ls-tree', '-r', '--name-only', ref)).split('\n');

describe('fanin review split', { timeout: 60_000 }, () => {
  it('makes two deliveries of one, each checked, reviewed and landed by itself', async () => {
    const done = await split('core', 'docs');
    expect([done.code, done.out]).toEqual([0, '']);
    expect(done.err).toContain(
      'core#1 is taken apart; each part is checked and approved by itself',
    );
    expect(done.err).toMatch(/core#2 · src\/core\.txt · tree [0-9a-f]{7} · green/u);
    expect(done.err).toMatch(/core-2#1 · docs\/guide\.md, docs\/more\/api\.md · .* · green/u);
    const receipt = await faninJson<Receipt>(repo.path, 'receipt', 'core-2');
    expect(receipt).toMatchObject({
      claims: [],
      split: { task: 'core', n: 1, paths: ['docs'], taken: true },
      files: [{ path: 'docs/guide.md' }, { path: 'docs/more/api.md' }],
    });
    expect((await fanin(repo.path, 'receipt', 'core')).out).toContain('core#1 without docs');
    expect((await fanin(repo.path, 'review', 'approve', 'core-2')).code).toBe(0);
    const { run } = await faninJson<Status>(repo.path, 'status');
    expect(await filesOn(run.targetRef)).not.toContain('src/core.txt');
    expect((await fanin(repo.path, 'review', 'approve', 'core')).code).toBe(0);
    expect(await filesOn(run.targetRef)).toEqual(
      expect.arrayContaining(['docs/guide.md', 'docs/more/api.md', 'src/core.txt']),
    );
    const subjects = await repo.git('log', '--first-parent', '--format=%s', run.targetRef);
    expect(subjects).toMatch(/^core: Write core\ncore-2: Write core \(docs\)$/mu);
    const events = (await fanin(repo.path, 'events')).out;
    expect(events).toContain('core-2 is split off from core · docs');
    expect(events).toContain('core-2#1 holds what was taken out of core#1');
  });

  it('says by --json what became of it, under a name that a person gives', async () => {
    const made = await faninJson<Parts>(
      repo.path,
      'review',
      'split',
      'core',
      '--name',
      'words',
      'docs/*.md',
    );
    expect(made.parts).toMatchObject([
      { files: ['docs/more/api.md', 'src/core.txt'], phase: 'awaiting-review', verdict: 'green' },
      { files: ['docs/guide.md'], phase: 'awaiting-review', verdict: 'green' },
    ]);
    expect(made.parts[1]?.id).toBe(made.id.replace(/core-1$/u, 'words-1'));
  });

  it('puts what is taken on top of the rest with --after: it lands after that', async () => {
    expect((await split('--after', 'core', 'docs')).code).toBe(0);
    const early = await fanin(repo.path, 'review', 'approve', 'core-2');
    expect([early.code, early.err]).toEqual([4, expect.stringContaining('needs-first')]);
    expect((await fanin(repo.path, 'review', 'approve', 'core')).code).toBe(0);
    expect((await fanin(repo.path, 'review', 'approve', 'core-2')).code).toBe(0);
    const { tasks } = await faninJson<Status>(repo.path, 'status');
    expect(tasks.map(({ id, phase }) => `${id} ${phase}`)).toEqual([
      'core landed',
      'core-2 landed',
    ]);
  });

  it('refuses what cannot be taken apart like that, and changes nothing', async () => {
    const state = async () => [await refs(), (await fanin(repo.path, 'events')).out];
    const before = await state();
    for (const [args, code, failure, told] of REFUSED) {
      const said = await split(...args);
      expect([args, said.code, said.out]).toEqual([args, code, '']);
      expect(said.err).toContain(failure);
      expect(said.err).toContain(told);
    }
    expect(await state()).toEqual(before);
  });
});

const REFUSED = [
  [['core', 'nowhere/**'], 2, 'no-such-path', 'it changes docs/guide.md'],
  [['core', 'docs', 'src/*.ts'], 2, 'no-such-path', 'changes nothing under src/*.ts'],
  [['core', '**'], 4, 'nothing-left', 'approve or return it as it is'],
  [['core', '/etc'], 2, 'bad-path', 'seen from the root of the repository'],
  [['core', 'docs', '--name', 'Not A Name'], 2, 'bad-task-id', 'cannot name a task'],
  [['core', 'docs', '--name', 'core'], 4, 'task-taken', '--name'],
  [['core', 'docs', '--tree', 'abcd'], 4, 'tree-changed', 'look at it again'],
  [['nobody', 'docs'], 2, 'no-task', ''],
  [['core'], 2, '', 'at least 2'],
] as const;
