import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Finding, Harvest } from '../../../../src/domain/attempt/attempt.ts';
import { withoutSuspects } from '../../../../src/domain/attempt/suspects.ts';
import { writeFiles } from '../../../support/git-repo.ts';
import { kinds, makeYard, value } from './yard-rig.ts';
import type { Prepared, YardRig } from './yard-rig.ts';

/** What all work copies share, while an attempt is at work. */
describe('shared state', () => {
  let rig: YardRig;
  let ws: Prepared;
  beforeEach(async () => {
    rig = await makeYard({ 'a.txt': 'one\n' });
    await rig.repo.git('branch', 'feature');
    await rig.repo.git('tag', 'v1');
    ws = await rig.prepare();
  });
  afterEach(() => rig.repo.remove());

  const only = (harvest: Harvest, kind: string): Finding => {
    const found = harvest.findings.filter((each) => each.kind === kind);
    expect(found).toHaveLength(1);
    return found[0] ?? { kind, text: '', blocks: false };
  };
  const endAgent = async (prepared: Prepared, at: Date): Promise<void> => {
    const file = join(prepared.spec.folder, 'exit.json');
    await writeFile(file, '{}');
    await utimes(file, at, at);
  };

  it('that nobody touched is no finding, whatever neighbours fanin makes and removes', async () => {
    const other = await rig.prepare('other');
    await writeFiles(other.path, { 'b.txt': 'work\n' });
    await other.git('add', '-A');
    await other.git('commit', '-qm', 'work');
    const copy = value(await rig.workspaces.checkCopy('r1', rig.base, 'worktree'));
    expect((await ws.harvest()).findings).toEqual([]);
    await other.harvest();
    await copy.release();
    await rig.workspaces.removeCheckCopies();
    expect(await other.remove()).toEqual({ removed: true });
    expect((await ws.harvest()).findings).toEqual([]);
  });

  it('a branch that moved is told with its log, and with who had the commit', async () => {
    await writeFiles(ws.path, { 'a.txt': 'two\n' });
    await ws.git('commit', '-qam', 'two');
    await ws.git('update-ref', '-m', 'sneaky', 'refs/heads/feature', 'HEAD');
    const { text, path, blocks } = only(await ws.harvest(), 'shared-refs-changed');
    expect([path, blocks]).toEqual(['refs/heads/feature', false]);
    expect(text).toMatch(
      /^feature moved while this attempt ran, from [0-9a-f]{8} to [0-9a-f]{8}\./u,
    );
    expect(text).toContain('core#1 had that commit checked out; git’s log: Test Person');
    expect(text).toContain('“sneaky”');
  });

  it('a tag or branch that was deleted can be brought back by what is told', async () => {
    await ws.git('tag', '-d', 'v1');
    const { text } = only(await ws.harvest(), 'shared-refs-changed');
    expect(withoutSuspects(text)).toBe(
      `v1 was deleted while this attempt ran; it was at ${rig.base.slice(0, 8)}: git update-ref refs/tags/v1 ${rig.base} brings it back.`,
    );
  });

  it('a fetch is nobody’s offence, and a remote’s ref that goes is one', async () => {
    await ws.git('update-ref', 'refs/remotes/origin/main', rig.base);
    expect((await ws.harvest()).findings).toEqual([]);
    const later = await rig.prepare('later');
    await ws.git('update-ref', '-d', 'refs/remotes/origin/main');
    expect(only(await later.harvest(), 'shared-refs-changed').path).toBe(
      'refs/remotes/origin/main',
    );
  });

  it('names the attempt whose stash it was, and blocks nothing', async () => {
    const other = await rig.prepare('other');
    await writeFiles(ws.path, { 'a.txt': 'work\n' });
    await ws.git('stash');
    const { text, blocks } = only(await other.harvest(), 'stash-changed');
    expect(text).toMatch(/The last entry is core#1’s, \d\d:\d\d:\d\d UTC\.$/u);
    expect(blocks).toBe(false);
  });

  it('names all that were at work, and none that had ended', async () => {
    const ended = await rig.prepare('ended');
    await endAgent(ended, new Date(Date.now() - 3_600_000));
    const other = await rig.prepare('other');
    await ws.git('config', 'core.editor', 'evil');
    const { text, blocks } = only(await other.harvest(), 'shared-config-changed');
    expect(text).toMatch(
      / At work then: core#1, other#1, and whoever else uses this repository\.$/u,
    );
    expect(blocks).toBe(true);
  });

  it('says so when one attempt alone was at work', async () => {
    await ws.git('config', 'core.editor', 'evil');
    const { text } = only(await ws.harvest(), 'shared-config-changed');
    expect(text).toContain(' At work then: core#1 alone, and');
  });

  it('a neighbour that is pruned away is told', async () => {
    const other = await rig.prepare('other');
    const third = await rig.prepare('third');
    await rm(join(rig.place.commonDir, 'worktrees', other.spec.attempt), { recursive: true });
    const { text, path } = only(await third.harvest(), 'work-copies-changed');
    expect(path).toBe('worktrees/r1-other-1');
    expect(text).toContain(`git lists the work copy ${other.path} no more`);
    expect(kinds(await other.harvest())).toEqual(['workspace-unregistered']);
  });

  it('a neighbour’s lock and config are told, and block', async () => {
    const other = await rig.prepare('other');
    const third = await rig.prepare('third');
    await rig.repo.git('worktree', 'unlock', other.path);
    expect(only(await third.harvest(), 'work-copies-changed').blocks).toBe(true);
    const fourth = await rig.prepare('fourth');
    const book = join(rig.place.commonDir, 'worktrees', other.spec.attempt);
    await writeFile(join(book, 'config.worktree'), '[core]\n\tfsmonitor = evil\n');
    expect(only(await fourth.harvest(), 'work-copies-changed').path).toBe('worktrees/r1-other-1');
  });

  it('a work copy that is nobody’s of fanin is told and blocks nothing', async () => {
    await ws.git('worktree', 'add', '-q', '--detach', join(rig.repo.base, 'own'));
    const { text, blocks } = only(await ws.harvest(), 'work-copies-changed');
    expect([text.includes(`${rig.repo.base}/own is new`), blocks]).toEqual([true, false]);
  });

  it('a submodule’s config that leads to a work copy blocks', async () => {
    const module = join(rig.place.commonDir, 'modules/libs/a');
    await mkdir(module, { recursive: true });
    await writeFile(join(module, 'config'), '[core]\n\tworktree = ../../../../libs/a\n');
    const later = await rig.prepare('later');
    await writeFile(join(module, 'config'), `[core]\n\tworktree = ${later.path}/libs/a\n`);
    const { path, blocks } = only(await later.harvest(), 'submodule-config-changed');
    expect([path, blocks]).toEqual(['modules/libs/a/config', true]);
  });

  it('a lock file that is left is told', async () => {
    await writeFile(join(rig.place.commonDir, 'packed-refs.lock'), '');
    expect(only(await ws.harvest(), 'lock-left').path).toBe('packed-refs.lock');
  });

  it('core.bare and a work tree that leak into the shared config block', async () => {
    await ws.git('config', 'core.worktree', ws.path);
    await rig.repo.gitIn(
      rig.repo.base,
      `--git-dir=${rig.place.commonDir}`,
      'config',
      'core.bare',
      'true',
    );
    const harvest = await ws.harvest();
    expect(harvest.findings.map(({ path, blocks }) => [path, blocks])).toEqual(
      expect.arrayContaining([
        ['core.bare', true],
        ['core.worktree', true],
      ]),
    );
  });

  it('is compared by what an older version wrote down, too', async () => {
    const file = join(ws.spec.folder, 'prepared.json');
    const record = JSON.parse(await readFile(file, 'utf8')) as {
      fingerprint: Record<string, unknown>;
    };
    delete record.fingerprint['shared'];
    await writeFile(file, JSON.stringify(record));
    await rig.repo.git('branch', 'new');
    expect((await ws.harvest()).findings).toEqual([]);
  });
});
