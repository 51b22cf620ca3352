import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Receipt } from '../../src/domain/receipt/receipt.ts';
import { makeRepo, writeFiles } from '../support/git-repo.ts';
import type { Files, TempRepo } from '../support/git-repo.ts';
import { fanin, faninJson } from './fanin.ts';
import { robotRepo } from './robot-repo.ts';

interface Status {
  readonly run: { readonly id: string; readonly targetRef: string };
  readonly tasks: readonly {
    readonly id: string;
    readonly phase: string;
    readonly attempts: number;
  }[];
}

let repo: TempRepo;
afterEach(() => repo.remove());

/** Work on a branch of its own, in a worktree beside the main checkout; the value is its path. */
const worktree = async (name: string, files: Files, message = `Write ${name}`): Promise<string> => {
  const path = join(repo.base, name.replaceAll('/', '-'));
  await repo.git('worktree', 'add', '-q', path, '-b', name, 'main');
  await writeFiles(path, files);
  await repo.gitIn(path, 'add', '-A');
  await repo.gitIn(path, 'commit', '-q', '-m', message);
  return path;
};
const phases = async (): Promise<Readonly<Record<string, string>>> => {
  const { tasks } = await faninJson<Status>(repo.path, 'status');
  return Object.fromEntries(tasks.map(({ id, phase, attempts }) => [`${id}#${attempts}`, phase]));
};

describe('fanin collect, where nothing is configured', () => {
  beforeEach(async () => {
    repo = await makeRepo();
  });

  it('takes in a branch, which is unverified until a person lets it land', async () => {
    await worktree('feature/login', { 'login.txt': 'login\n' });
    const { code, out, err } = await fanin(repo.path, 'collect', 'feature/login');
    expect(code).toBe(3);
    expect(err).toContain('Taking in 1 piece of work into a run of its own, from main@');
    expect(err).toContain('no checks are configured');
    expect(out).toContain('feature-login  ready for review    no checks · 1 file +1 −0');
    const receipt = await faninJson<Receipt>(repo.path, 'receipt', 'feature-login');
    expect(receipt).toMatchObject({
      verdict: 'unverified',
      claims: [],
      collected: { uncommitted: 0 },
    });
    expect((await fanin(repo.path, 'review', 'approve', 'feature-login')).code).toBe(0);
    expect((await fanin(repo.path, 'promote')).code).toBe(0);
    expect(await repo.git('show', 'main:login.txt')).toBe('login');
    const landed = await repo.git('log', '-1', '--format=%B', 'main');
    expect(landed).toMatch(/^feature-login: Write feature\/login\n[^]*Fanin-Receipt: sha256:/u);
  });

  it('says what holds nothing new, and takes nothing in', async () => {
    await repo.git('branch', 'old');
    const { code, out, err } = await fanin(repo.path, 'collect', 'old', 'old');
    expect([code, out]).toEqual([0, '']);
    expect(err).toBe(
      'Nothing of it is new, so nothing is taken in.\n\n  –  old  nothing new against main\n',
    );
    expect(await faninJson(repo.path, 'collect', 'old')).toMatchObject({
      run: null,
      collected: [],
      nothingNew: [{ name: 'old' }],
    });
    expect((await fanin(repo.path, 'status')).err).toContain('nothing has run');
  });

  it('takes nothing at all when something of it cannot be taken', async () => {
    await worktree('a', { 'a.txt': 'a\n' });
    const { code, err } = await fanin(repo.path, 'collect', 'a', 'nope', '/nowhere');
    expect(code).toBe(2);
    expect(err.match(/no-such-work/gu)).toHaveLength(2);
    expect((await fanin(repo.path, 'status')).err).toContain('nothing has run');
    expect(await repo.git('for-each-ref', 'refs/fanin')).toBe('');
  });

  it('is told what it takes, and where it cannot be', async () => {
    expect((await fanin(repo.path, 'collect')).code).toBe(2);
    const bare = join(repo.base, 'bare.git');
    await repo.git('clone', '-q', '--bare', repo.path, bare);
    expect((await fanin(bare, 'collect', 'main')).err).toContain('bare-repository');
    const { err } = await fanin(repo.path, 'collect', 'main', '--check', 'unit');
    expect(err).toContain('--check: there is no check "unit"');
  });

  it('starts from another branch, and lands on another target', async () => {
    await repo.git('branch', 'next');
    await worktree('a', { 'a.txt': 'a\n' });
    const { code } = await fanin(
      repo.path,
      'collect',
      'a',
      '--target',
      'next',
      '--isolation',
      'worktree',
    );
    expect(code).toBe(3);
    expect((await fanin(repo.path, 'review', 'approve', 'a')).code).toBe(0);
    expect(await repo.git('show', 'next:a.txt')).toBe('a');
  });
});

describe('fanin collect of what was collected before', () => {
  let path: string;
  beforeEach(async () => {
    repo = await robotRepo({
      review: 'human',
      steps: { a: [{ write: { path: 'a.txt', text: 'robot\n' } }] },
    });
    path = await worktree('a', { 'a.txt': 'a\n' });
    await fanin(repo.path, 'collect', 'a');
  });

  it('goes on where it was, and what waited of it waits no more', async () => {
    expect((await fanin(repo.path, 'collect', path)).err).toContain('nothing new since a#1');
    await writeFiles(path, { 'a.txt': 'more\n' });
    const { code, err } = await fanin(repo.path, 'collect', 'a');
    expect([code, err]).toEqual([3, expect.stringContaining('takes the place of a#1')]);
    expect(await phases()).toEqual({ 'a#2': 'delivered' });
    const old = await fanin(repo.path, 'review', 'approve', 'a#1');
    expect([old.code, old.err]).toEqual([4, expect.stringContaining('not-reviewable')]);
    expect((await fanin(repo.path, 'review', 'approve', 'a')).code).toBe(0);
    expect(await phases()).toEqual({ 'a#2': 'landed' });
  });

  it('takes further work in the same run beside it, and after it has landed a run of its own', async () => {
    await worktree('b', { 'b.txt': 'b\n' });
    const { id } = (await faninJson<Status>(repo.path, 'status')).run;
    expect((await fanin(repo.path, 'collect', 'b', '--into', id)).code).toBe(3);
    expect(await phases()).toEqual({ 'a#1': 'delivered', 'b#1': 'delivered' });
    await fanin(repo.path, 'review', 'approve', 'a');
    await writeFiles(path, { 'a.txt': 'later\n' });
    await fanin(repo.path, 'collect', 'a');
    expect((await faninJson<Status>(repo.path, 'status')).run.id).not.toBe(id);
    await fanin(repo.path, 'collect', 'a', '--into', id);
    expect(await faninJson<Status>(repo.path, 'status', '--run', id)).toMatchObject({
      tasks: [{ id: 'a', phase: 'landed' }, { id: 'b' }, { id: 'a-2', phase: 'delivered' }],
    });
  });

  it('cannot tell a run that has begun who decides', async () => {
    await writeFiles(path, { 'a.txt': 'more\n' });
    const { code, err } = await fanin(repo.path, 'collect', 'a', '--by', 'checks');
    expect([code, err]).toEqual([2, expect.stringContaining('--into new')]);
    expect((await fanin(repo.path, 'collect', 'a', '--by', 'checks', '--into', 'new')).code).toBe(
      0,
    );
    expect(await phases()).toEqual({ 'a#1': 'landed' });
  });

  it('has no brief until it comes back, and then says what to do', async () => {
    const none = await fanin(repo.path, 'brief', 'a');
    expect([none.code, none.err]).toEqual([4, expect.stringContaining('nothing has come back')]);
    await fanin(repo.path, 'review', 'return', 'a', 'shorter, please');
    expect((await fanin(repo.path, 'status')).out).toContain('fanin brief a');
    const { out } = await fanin(repo.path, 'brief', 'a');
    expect(out).toContain('## a#1 was sent back by a reviewer\n\nshorter, please');
    expect(await faninJson(repo.path, 'brief', 'a')).toMatchObject({ schema: 1, brief: out });
    expect((await fanin(repo.path, 'path', 'a')).out).toBe(`${path}\n`);
  });

  it(
    'can be given to an agent, which works in a workspace of fanin’s',
    { timeout: 60_000 },
    async () => {
      await fanin(repo.path, 'review', 'return', 'a', 'by a robot');
      const unknown = await fanin(repo.path, 'retry', 'a', '--agent', 'nobody-there');
      expect([unknown.code, unknown.err]).toEqual([
        2,
        expect.stringContaining('--agent: there is no agent'),
      ]);
      const { code } = await fanin(repo.path, 'retry', 'a', '--agent', 'robot');
      expect(code).toBe(3);
      expect(await phases()).toEqual({ 'a#2': 'delivered' });
      const brief = (await fanin(repo.path, 'brief', 'a')).out;
      expect(brief).toContain('## An earlier attempt was sent back by a reviewer\n\nby a robot');
      expect(brief).toContain(`Its work is kept as commit ${await repo.git('rev-parse', 'a')}`);
      const receipt = await faninJson<Receipt>(repo.path, 'receipt', 'a');
      expect(receipt).toMatchObject({ collected: null, agent: { name: 'robot' } });
      expect(await faninJson(repo.path, 'receipt', 'a#1')).toMatchObject({
        agent: { name: 'unknown' },
      });
      expect(await repo.gitIn(path, 'status', '--porcelain')).toBe('');
    },
  );
});

// What users of such tools have reported: work that says of itself that it passes, and proof that is older than it.
describe('what collected work says of itself', () => {
  it('proves nothing: a suite that fails is red, whatever the commit and the files say', async () => {
    repo = await robotRepo();
    await worktree(
      'done',
      { 'README.md': null, 'RESULT.md': 'All tests pass.\n' },
      'All tests pass, ready to merge',
    );
    const { code, out } = await fanin(repo.path, 'collect', 'done', '--by', 'checks');
    expect([code, out]).toEqual([3, expect.stringContaining('red: there failed (exit code 1)')]);
    const receipt = await faninJson<Receipt>(repo.path, 'receipt', 'done');
    expect(receipt).toMatchObject({ verdict: 'red', claims: [], risks: [] });
  });

  it('is not covered by the checks of what it was before: an edit after them is checked anew', async () => {
    repo = await robotRepo({ review: 'human' });
    const path = await worktree('done', { 'a.txt': 'a\n' });
    await fanin(repo.path, 'collect', 'done');
    await writeFiles(path, { 'README.md': null });
    await fanin(repo.path, 'review', 'approve', 'done');
    expect(await repo.git('show', 'fanin/' + (await runId()) + '/target:README.md')).toBe('hello');
    await fanin(repo.path, 'collect', 'done');
    expect(await phases()).toEqual({ 'done#1': 'parked' });
  });

  const runId = async (): Promise<string> => (await faninJson<Status>(repo.path, 'status')).run.id;
});
