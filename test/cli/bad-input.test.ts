import { afterEach, describe, expect, it } from 'vitest';
import type { TempRepo } from '../support/git-repo.ts';
import { BAD_PLANS } from './bad-plans.ts';
import { BAD_REPOSITORIES } from './bad-repositories.ts';
import { fanin } from './fanin.ts';
import { planOf, robotRepo } from './robot-repo.ts';
import { toldBy } from './told.ts';
import { tracesOf } from './untouched.ts';

let repo: TempRepo | null = null;
afterEach(async () => {
  await repo?.remove();
  repo = null;
});

describe.each(['plan', 'run'])('fanin %s with a bad plan', (command) => {
  it.each(BAD_PLANS)('tells of $what once, with its place, and leaves nothing', async (bad) => {
    repo = await robotRepo({ plan: bad.plan });
    const before = await tracesOf(repo);
    const { code, out, err } = await fanin(repo.path, command, '--json');
    expect([code, err]).toEqual([2, '']);
    const { error, errors } = toldBy(out);
    const { file, line, column } = error.where ?? {};
    expect(errors).toBe(undefined);
    expect([error.code, `${file}:${line}:${column}`]).toEqual([bad.code, `plan.yaml:${bad.at}`]);
    expect(error.message).toContain(bad.message);
    if (bad.hint !== undefined) expect(error.hint).toContain(bad.hint);
    expect(await tracesOf(repo)).toEqual(before);
  });
});

describe('a bad plan on the screen', () => {
  it('has the place, the line with a mark, and what to do', async () => {
    repo = await robotRepo({
      plan: 'tasks:\n  core: { prompt: x, writes: [a] }\n  b: { prompt: x, writes: [b], needs: [cor] }\n',
    });
    const { code, out, err } = await fanin(repo.path, 'run');
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(
      /^plan\.yaml:3:40 {2}tasks\.b\.needs: there is no task "cor".*\n {6}b: \{ prompt: x, writes: \[b\], needs: \[cor\] \}\n {43}\^\^\^ did you mean "core"\?\n$/u,
    );
  });

  it('tells of several mistakes each once', async () => {
    repo = await robotRepo({
      plan: 'limits: { live: 0 }\ntasks:\n  a: { prompt: "", needs: [x] }\n',
    });
    const { out } = await fanin(repo.path, 'plan', '--json');
    const { errors = [] } = toldBy(out);
    expect(errors.map(({ code }) => code).toSorted()).toEqual([
      'bad-limit',
      'empty-prompt',
      'missing-need',
    ]);
  });
});

describe('an agent that is not installed', () => {
  it('is told before anything starts', async () => {
    const config =
      'agents: { gone: { use: claude-code, run: /nowhere/claude } }\ndefaults: { agent: gone }\n';
    repo = await robotRepo({
      plan: planOf('core', 'docs'),
      files: { 'fanin.config.yaml': config },
    });
    const before = await tracesOf(repo);
    const { code, out } = await fanin(repo.path, 'run', '--json');
    expect(code).toBe(5);
    const { error, errors } = toldBy(out);
    expect([error.code, errors]).toEqual(['agent-not-installed', undefined]);
    expect(error.hint).toContain('npm install');
    expect(await tracesOf(repo)).toEqual(before);
  });
});

describe('fanin run in a repository that it cannot work in', () => {
  it.each(BAD_REPOSITORIES)(
    'tells of $what once, with what to do, and leaves nothing',
    async (bad) => {
      repo = await robotRepo({ plan: planOf('core') });
      const folder = await bad.spoil(repo);
      const seen = { ...repo, path: folder };
      const before = await tracesOf(seen);
      const { code, out, err } = await fanin(folder, 'run', '--json');
      const { error, errors } = toldBy(out);
      expect([code, error.code, errors, err]).toEqual([bad.exit, bad.code, undefined, '']);
      expect(error.hint).toContain(bad.hint);
      expect(await tracesOf(seen)).toEqual(before);
      expect((await fanin(folder, 'plan')).code).toBe(bad.exit);
    },
  );
});
