import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Receipt } from '../../src/domain/receipt/receipt.ts';
import { fanin, faninJson } from '../cli/fanin.ts';
import { robotRepo } from '../cli/robot-repo.ts';
import type { RobotOptions } from '../cli/robot-repo.ts';
import { writeFiles } from '../support/git-repo.ts';
import type { TempRepo } from '../support/git-repo.ts';

// What users have reported of agents that said more than they had done. Work of other tools that says so of itself is
// in test/cli/collect.test.ts.
interface Status {
  readonly run: { readonly targetRef: string; readonly base: string; readonly target: string };
  readonly tasks: readonly { readonly id: string; readonly phase: string }[];
}

let repo: TempRepo;
afterEach(() => repo.remove());

const CONFIG = (checks: string): string =>
  `checks: ${checks}\nreview: { by: checks, limit: 3 }\nlimits: { retries: 0 }\nagents: { robot: { use: scripted, script: script.json } }\ndefaults: { agent: robot }\nisolation: worktree\n`;
const scene = async (options: RobotOptions, checks?: string): Promise<void> => {
  repo = await robotRepo({
    ...options,
    files: {
      ...options.files,
      ...(checks === undefined ? {} : { 'fanin.config.yaml': CONFIG(checks) }),
    },
  });
};
const plan = (...tasks: readonly string[]): string => `goal: Try\ntasks:\n${tasks.join('')}`;
const CORE = '  core: { prompt: core, writes: [src, bench, report.md], size: 10m }\n';
const phases = async (): Promise<Readonly<Record<string, string>>> => {
  const { tasks } = await faninJson<Status>(repo.path, 'status');
  return Object.fromEntries(tasks.map(({ id, phase }) => [id, phase]));
};
const receiptOf = (task: string): Promise<Receipt> =>
  faninJson<Receipt>(repo.path, 'receipt', task);
/** Nothing of it is on the target. */
const nothingLanded = async (): Promise<void> => {
  const { run } = await faninJson<Status>(repo.path, 'status');
  expect(await repo.git('rev-parse', run.targetRef)).toBe(run.base);
};

describe('what an agent claims, as users have seen it', { timeout: 30_000 }, () => {
  it('it said that all tests passed, and had not run them: they fail', async () => {
    const steps = {
      core: [
        { write: { path: 'src/core.sh', text: 'exit 1\n' } },
        { claim: 'All tests pass.' },
        { say: 'Done. All tests pass and the work is complete.' },
      ],
    };
    await scene({ plan: plan(CORE), steps }, '{ suite: sh src/core.sh }');
    expect((await fanin(repo.path, 'run')).code).toBe(3);
    const receipt = await receiptOf('core');
    expect(receipt).toMatchObject({ verdict: 'red', commands: [] });
    expect(receipt.claims).not.toEqual([]);
    expect(new Set(receipt.claims.map(({ verdict }) => verdict))).toEqual(
      new Set(['contradicted']),
    );
    await nothingLanded();
  });

  it('a part of the gate had passed, and was reported as all of it', async () => {
    const steps = {
      core: [
        { write: { path: 'src/core.sh', text: 'exit 0\n' } },
        { run: 'sh src/core.sh' },
        { skipped: { check: 'lint', reason: 'it takes long' } },
        { claim: 'All checks pass.' },
      ],
    };
    await scene(
      { plan: plan(CORE), steps },
      '{ suite: sh src/core.sh, lint: "! grep -q exit src/core.sh" }',
    );
    await fanin(repo.path, 'run');
    const receipt = await receiptOf('core');
    expect(receipt.checks.map(({ name, by, status }) => [name, by, status])).toEqual([
      ['suite', 'fanin', 'passed'],
      ['lint', 'fanin', 'failed'],
    ]);
    expect(receipt.claims).toMatchObject([{ verdict: 'contradicted' }]);
    await nothingLanded();
  });

  it('no check was there that could have told, and it was reported as verified', async () => {
    const steps = {
      core: [
        { write: { path: 'src/core.sh', text: 'exit 1\n' } },
        { claim: 'I verified the change with the full test suite.' },
      ],
    };
    await scene({ plan: plan(CORE), steps }, '{}');
    expect((await fanin(repo.path, 'run')).code).toBe(3);
    expect(await receiptOf('core')).toMatchObject({ verdict: 'unverified' });
    expect(await phases()).toEqual({ core: 'delivered' });
    await nothingLanded();
  });

  it('a check that could not be run counted as one that passed', async () => {
    const steps = { core: [{ write: { path: 'src/core.sh', text: 'exit 0\n' } }] };
    await scene({ plan: plan(CORE), steps }, '{ suite: no-such-program --all }');
    await fanin(repo.path, 'run');
    expect((await receiptOf('core')).verdict).toBe('red');
    await nothingLanded();
  });

  it('a worker with no tool call and no change was recorded as a success', async () => {
    const steps = {
      core: [{ say: 'Everything is implemented and tested.' }, { claim: 'It is done.' }],
      late: [{ write: { path: 'late.txt', text: 'late\n' } }],
    };
    const late = '  late: { prompt: late, needs: [core], writes: [late.txt], size: 10m }\n';
    await scene({ plan: plan(CORE, late), steps });
    expect((await fanin(repo.path, 'run')).code).toBe(1);
    expect(await phases()).toEqual({ core: 'failed', late: 'waiting' });
    expect((await fanin(repo.path, 'status')).out).toContain('changed nothing');
  });

  it('the proof was older than the last edit', async () => {
    const steps = {
      core: [
        { write: { path: 'src/core.sh', text: 'exit 0\n' } },
        { run: 'sh src/core.sh && echo "suite: passed" > report.md' },
        { commit: 'All green' },
        { write: { path: 'src/core.sh', text: 'exit 1\n' } },
        { claim: 'The suite passes, see report.md.' },
      ],
    };
    await scene({ plan: plan(CORE), steps }, '{ suite: sh src/core.sh }');
    await fanin(repo.path, 'run');
    const receipt = await receiptOf('core');
    expect(receipt).toMatchObject({ verdict: 'red' });
    // What was checked is what was delivered, the last edit with it.
    expect(receipt.checks.map(({ tree }) => tree)).toEqual([receipt.tree]);
    await nothingLanded();
  });

  it('a person approved what they had looked at, and something else by that name landed', async () => {
    await scene({ review: 'human' });
    const path = join(repo.base, 'wt');
    await repo.git('worktree', 'add', '-q', path, '-b', 'work');
    await writeFiles(path, { 'a.txt': 'seen\n' });
    await fanin(repo.path, 'collect', 'work');
    const seen = (await receiptOf('work')).tree;
    await writeFiles(path, { 'a.txt': 'slipped in\n' });
    await fanin(repo.path, 'collect', 'work');
    const late = await fanin(repo.path, 'review', 'approve', 'work', '--tree', seen.slice(0, 12));
    expect([late.code, late.err]).toEqual([4, expect.stringContaining('tree-changed')]);
    await nothingLanded();
  });

  it('results of a benchmark that was never run passed, since the form was right', async () => {
    const steps = {
      core: [
        { write: { path: 'bench/results.json', text: '{"speedup": 3.2}\n' } },
        { claim: 'I ran the benchmark in bench/run.sh; results are in bench/results.json.' },
        { claim: 'I rewrote src/hot.sh.' },
      ],
    };
    await scene({ plan: plan(CORE), steps });
    await fanin(repo.path, 'run');
    const { claims } = await receiptOf('core');
    const verdicts = claims.map(({ text, verdict }) => [text, verdict]);
    expect(verdicts).toContainEqual(['I rewrote src/hot.sh.', 'contradicted']);
    expect(claims.some(({ verdict }) => verdict === 'confirmed')).toBe(false);
    await nothingLanded();
  });

  it.each([
    ['was missing', [], 'missing-deliverable'],
    ['was empty', [{ write: { path: 'report.md', text: '' } }], 'empty-deliverable'],
    ['was the one of last time', [], 'unchanged-deliverable'],
  ] as const)(
    'a worker reported done, and the report that others wait for %s: they started all the same',
    async (how, reported, kind) => {
      const core =
        '  core: { prompt: core, writes: [src, report.md], deliverables: [report.md], size: 10m }\n';
      const late = '  late: { prompt: late, needs: [core], writes: [late.txt], size: 10m }\n';
      const old: RobotOptions['files'] =
        how === 'was the one of last time' ? { 'report.md': 'of last week\n' } : {};
      const steps = {
        core: [{ write: { path: 'src/core.txt', text: 'core\n' } }, ...reported],
        late: [{ write: { path: 'late.txt', text: 'late\n' } }],
      };
      await scene({ plan: plan(core, late), steps, files: old });
      expect((await fanin(repo.path, 'run')).code).toBe(3);
      expect(await phases()).toEqual({ core: 'delivered', late: 'waiting' });
      const { findings } = await receiptOf('core');
      expect(findings).toMatchObject([{ kind, path: 'report.md', blocks: true }]);
    },
  );
});
