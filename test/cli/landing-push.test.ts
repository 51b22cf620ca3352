import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { TempRepo } from '../support/git-repo.ts';
import { fanin, faninJson } from './fanin.ts';
import { planOf, robotRepo, writes } from './robot-repo.ts';

let repo: TempRepo | null = null;
afterEach(async () => {
  await repo?.remove();
  repo = null;
});

/** A repository that a bare one was cloned from, in which `push` says where landings go. */
const shared = async (...more: readonly string[]): Promise<TempRepo> => {
  const made = await robotRepo({
    plan: planOf('core', 'late'),
    steps: { core: writes('core'), late: writes('late') },
  });
  repo = made;
  await appendFile(
    join(made.path, 'fanin.config.yaml'),
    ['landing: { push: origin/main }', ...more, ''].join('\n'),
  );
  await made.git('commit', '-qam', 'Push landings');
  const remote = join(made.base, 'remote.git');
  await made.git('clone', '-q', '--bare', made.path, remote);
  await made.git('remote', 'add', 'origin', remote);
  return made;
};

const there = (made: TempRepo, ...args: readonly string[]): Promise<string> =>
  made.gitIn(join(made.base, 'remote.git'), ...args);

interface Status {
  readonly run: { readonly targetRef: string };
}

describe('landing where others push to', () => {
  it(
    'pushes what lands, on top of what a colleague has pushed meanwhile',
    { timeout: 60_000 },
    async () => {
      const made = await shared();
      const first = await fanin(made.path, 'run', 'core');
      expect(first.err).toBe('');
      expect(first.code).toBe(0);
      const other = join(made.base, 'other');
      await made.git('clone', '-q', join(made.base, 'remote.git'), other);
      expect(await made.gitIn(other, 'ls-files')).toContain('src/core.txt');
      await made.gitIn(other, 'commit', '-q', '--allow-empty', '-m', 'By a colleague');
      await made.gitIn(other, 'push', '-q', 'origin', 'HEAD:main');
      // The second run starts from where the person's own branch is: before both.
      expect((await fanin(made.path, 'run', 'late')).code).toBe(0);
      const { run } = await faninJson<Status>(made.path, 'status');
      const log = await there(made, 'log', '--first-parent', '--format=%s', 'main');
      expect(log.split('\n').slice(0, 3)).toEqual([
        expect.stringMatching(/^late: /u),
        'By a colleague',
        expect.stringMatching(/^core: /u),
      ]);
      expect(await made.git('rev-parse', run.targetRef)).toBe(
        await there(made, 'rev-parse', 'main'),
      );
    },
  );

  it(
    'lands nothing where the remote refuses it, and says what it said',
    { timeout: 60_000 },
    async () => {
      const made = await shared();
      const before = await there(made, 'rev-parse', 'main');
      await there(made, 'config', 'receive.denyNonFastForwards', 'true');
      await there(made, 'config', 'core.hooksPath', join(made.base, 'refusing'));
      await mkdir(join(made.base, 'refusing'));
      await writeFile(
        join(made.base, 'refusing', 'update'),
        '#!/bin/sh\necho main is protected >&2\nexit 1\n',
        { mode: 0o755 },
      );
      const ran = await fanin(made.path, 'run', 'core');
      expect(ran.code).not.toBe(0);
      expect(await there(made, 'rev-parse', 'main')).toBe(before);
      const shown = await fanin(made.path, 'review', 'core');
      expect(shown.out).toContain('origin refused the landing (hook declined): main is protected');
    },
  );

  it('lands one commit for each task where it is to squash', { timeout: 60_000 }, async () => {
    const made = await shared('queue: { squash: true }');
    expect((await fanin(made.path, 'run', 'core')).code).toBe(0);
    const parents = await there(made, 'log', '-1', '--format=%P', 'main');
    expect(parents.split(' ')).toHaveLength(1);
    expect(
      await there(made, 'log', '-1', '--format=%(trailers:key=Fanin-Task,valueonly)'),
    ).toContain('core');
    const undone = await fanin(made.path, 'undo', 'core', 'no');
    expect(undone.code).toBe(0);
    expect(await there(made, 'ls-tree', '-r', '--name-only', 'main')).not.toContain('src/core.txt');
  });

  it.each(['main', 'origin', 'origin/'])('says what %s should look like', async (push) => {
    const made = await robotRepo({ plan: planOf('core'), steps: {} });
    repo = made;
    await appendFile(join(made.path, 'fanin.config.yaml'), `landing: { push: ${push} }\n`);
    const said = await fanin(made.path, 'config');
    expect(said.code).toBe(2);
    expect(said.err).toContain('origin/main');
  });
});
