import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  neededForWorktree,
  worktreeShares,
} from '../../../src/adapters/boundary/worktree-shares.ts';
import { run } from '../../../src/adapters/process/run.ts';
import { describeWith } from '../../support/capabilities.ts';
import { ORDINARY, WHO, makeRig } from './boundary-rig.ts';
import type { Rig } from './boundary-rig.ts';

const ME = ['-c', 'user.name=x', '-c', 'user.email=x@example.com'];
const BRANCHES = 'fanin/r1/attempts/core/1';

describeWith(['bubblewrap'], 'a linked worktree behind the boundary', () => {
  describe.each(WHO)('fanin $name', (who) => {
    let rig: Rig;
    let main: string;
    let path: string;
    const inside = async (script: string): Promise<string> => {
      const linked = { path, commonDir: join(main, '.git'), id: 'r1-core-1', branches: BRANCHES };
      const shares = worktreeShares(linked);
      const git = `git() { command git -c user.name=a -c user.email=a@example.com -c safe.directory='*' "$@"; }`;
      const ran = await rig.sh(`${git}\ncd ${path}\n${script}`, { shares });
      return `${ran.out}${ran.stderr.toString('utf8')}`;
    };
    const git = async (cwd: string, ...args: string[]): Promise<string> => {
      const ran = await run({ argv: ['git', '-c', 'safe.directory=*', ...ME, ...args], cwd });
      return ran.stdout.toString('utf8').trim();
    };

    beforeEach(async () => {
      rig = makeRig(who);
      main = join(rig.folder, 'main');
      path = join(rig.folder, 'r1-core-1');
      mkdirSync(main);
      await git(main, 'init', '-q', '-b', 'main');
      writeFileSync(join(main, 'a.txt'), 'one\n');
      writeFileSync(join(main, '.env'), 'a secret');
      await git(main, 'add', 'a.txt');
      await git(main, 'commit', '-q', '-m', 'one');
      await git(main, 'worktree', 'add', '-q', '-b', `${BRANCHES}/work`, path);
      await git(main, 'repack', '-q', '-d');
      const linked = { path, commonDir: join(main, '.git'), id: 'r1-core-1', branches: BRANCHES };
      for (const [each, content] of neededForWorktree(linked)) {
        if (content === null) mkdirSync(each, { recursive: true });
        else if (!existsSync(each)) writeFileSync(each, content);
      }
      const own = who.uid === 0 ? ORDINARY : who.uid;
      if (process.getuid?.() === 0) {
        const wanted = worktreeShares(linked).filter(({ write }) => write);
        for (const { to } of wanted)
          await run({ argv: ['chown', '-R', `${own}:${own}`, to], cwd: '/' });
        chownSync(rig.home, own, own);
      }
    });
    afterEach(() => rig.remove());

    it('works for everyday git', async () => {
      const said = await inside(`set -e
        echo two >>a.txt; git add -A; git commit -qm two; git commit -q --amend -m two
        git switch -qc ${BRANCHES}/side; echo 3 >c.txt; git add c.txt; git commit -qm three
        git switch -q ${BRANCHES}/work; git reset -q --hard HEAD; git status --short; git log --oneline | wc -l`);
      expect(said.trim()).toBe('2');
      expect(await git(main, 'log', '-1', '--format=%s', `${BRANCHES}/side`)).toBe('three');
      expect(await git(main, 'fsck', '--no-dangling')).toBe('');
    });

    it.each([
      [
        'another branch',
        'git update-ref refs/heads/main HEAD^0 $(git commit-tree -m x HEAD^{tree}) ; git branch other',
      ],
      ['config', 'git config x.y z'],
      ['a hook', 'echo x >$(git rev-parse --git-common-dir)/hooks/pre-commit'],
      ['packs', 'rm -f $(git rev-parse --git-common-dir)/objects/pack/*'],
      ['its .git file', 'echo "gitdir: /tmp" >.git; rm -f .git; mv .git elsewhere'],
      ['its own config', 'echo x >$(git rev-parse --git-dir)/config.worktree'],
      ['where its repository lies', 'echo /tmp >$(git rev-parse --git-dir)/commondir'],
      ['other worktrees', 'git worktree prune --expire=now; git worktree add /tmp/x'],
      [
        'the main checkout',
        'cat $(dirname $(git rev-parse --git-common-dir))/.env; ls $(dirname $(git rev-parse --git-common-dir))',
      ],
    ])('keeps from it: %s', async (_what, script) => {
      const before = await shape(main);
      const said = await inside(script);
      expect(said).not.toContain('a secret');
      expect(said).not.toContain('a.txt');
      expect(await shape(main)).toEqual(before);
      expect(readFileSync(join(path, '.git'), 'utf8')).toContain(dirname(main));
    });

    /** Refs, config, hooks, packs and worktrees of the repository. */
    async function shape(repository: string): Promise<unknown> {
      const at = (name: string): string => join(repository, '.git', name);
      const own = at('worktrees/r1-core-1');
      return {
        refs: await git(repository, 'for-each-ref'),
        config: readFileSync(at('config'), 'utf8'),
        lists: ['hooks', 'objects/pack', 'worktrees'].map((name) => readdirSync(at(name))),
        own: ['commondir', 'gitdir', 'config.worktree'].map((name) =>
          readFileSync(join(own, name), 'utf8'),
        ),
      };
    }
  });
});
