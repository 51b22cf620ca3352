import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TempRepo } from '../support/git-repo.ts';
import { fanin, faninJson } from './fanin.ts';
import { planOf, robotRepo, writes } from './robot-repo.ts';

interface Log {
  readonly landings: readonly {
    readonly commit: string;
    readonly task: string;
    readonly reviewer: string | null;
    readonly agent: string | null;
    readonly noted: boolean;
    readonly receipt: { readonly sha256: string | null; readonly state: string };
    readonly checks: readonly { readonly name: string; readonly status: string }[] | null;
  }[];
}

let repo: TempRepo;
beforeEach(async () => {
  repo = await robotRepo({
    plan: planOf('core', 'docs'),
    steps: { core: writes('core'), docs: writes('docs') },
  });
  expect((await fanin(repo.path, 'run')).code).toBe(0);
}, 60_000);
afterEach(() => repo.remove());

const attempts = () => join(repo.path, '.git', 'fanin', 'attempts');

describe('fanin log', () => {
  it(
    'tells who and what stand behind each landing, here and in a clone',
    { timeout: 60_000 },
    async () => {
      const { landings } = await faninJson<Log>(repo.path, 'log');
      expect(landings.map(({ task }) => task).toSorted()).toEqual(['core', 'docs']);
      for (const landing of landings)
        expect(landing).toMatchObject({
          reviewer: 'checks',
          agent: expect.stringMatching(/^scripted/u) as string,
          noted: true,
          receipt: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/u) as string, state: 'held' },
          checks: [{ name: 'there', status: 'passed' }],
        });
      const { out } = await fanin(repo.path, 'log');
      expect(out).toMatch(/^2 landings in fanin\/r\S+\/target since [0-9a-f]{7}$/mu);
      expect(out).toMatch(
        /core#1 +scripted.* ✓ there +by checks +just now +receipt [0-9a-f]{7}$/mu,
      );

      await fanin(repo.path, 'promote');
      const clone = join(repo.path, 'clone');
      await repo.git('clone', '-q', '.', clone);
      const told = await faninJson<Log>(clone, 'log');
      expect(told.landings.map(({ receipt, checks }) => [receipt.state, checks])).toEqual([
        ['elsewhere', null],
        ['elsewhere', null],
      ]);
      await repo.git('-C', clone, 'fetch', '-q', 'origin', 'refs/notes/fanin:refs/notes/fanin');
      const noted = await faninJson<Log>(clone, 'log', 'main');
      expect(noted.landings.map(({ checks }) => checks?.map(({ status }) => status))).toEqual([
        ['passed'],
        ['passed'],
      ]);
    },
  );

  it('prints in-toto statements that name commit, receipt and reviewer', async () => {
    const { landings } = await faninJson<Log>(repo.path, 'log');
    const { out } = await fanin(repo.path, 'log', '--in-toto');
    const statements = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Statement);
    expect(statements.map(({ predicateType }) => predicateType).toSorted()).toEqual([
      'https://in-toto.io/attestation/test-result/v0.1',
      'https://in-toto.io/attestation/test-result/v0.1',
      'urn:fanin:landing:1',
      'urn:fanin:landing:1',
    ]);
    const [first] = statements;
    expect(first?.subject[0]?.digest['gitCommit']).toBe(landings[0]?.commit);
    expect(first?.predicate).toMatchObject({
      said: { reviewer: 'checks', receipt: landings[0]?.receipt.sha256 },
      verdict: 'green',
      isolation: 'worktree',
    });
    expect(statements[1]?.predicate).toMatchObject({ result: 'PASSED', passedTests: ['there'] });
  });

  it('says which receipt was changed after its landing', async () => {
    const [folder = ''] = (await readdir(attempts())).filter((name) => name.includes('core'));
    const file = join(attempts(), folder, 'receipt.json');
    const receipt = await readFile(file, 'utf8');
    await writeFile(file, receipt.replace('"green"', '"red"'));
    const { out, code } = await fanin(repo.path, 'log');
    expect(code).toBe(0);
    expect(out).toMatch(/! the receipt of r\S+\/core#1 is not the one that was landed/u);
    const { landings } = await faninJson<Log>(repo.path, 'log', '-n', '5');
    expect(landings.find(({ task }) => task === 'core')?.receipt.state).toBe('differs');
  });

  it('has nothing to say of a history without landings, and names a range that is none', async () => {
    expect((await fanin(repo.path, 'log', 'HEAD')).out).toBe(
      'Nothing that fanin landed is in HEAD.\n',
    );
    const none = await fanin(repo.path, 'log', 'nowhere');
    expect([none.code === 0, none.out]).toEqual([false, '']);
    expect(none.err).toContain('nowhere');
  });
});

interface Statement {
  readonly predicateType: string;
  readonly subject: readonly { readonly digest: Readonly<Record<string, string>> }[];
  readonly predicate: unknown;
}
