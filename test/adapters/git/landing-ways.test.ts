import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { discoverRepository } from '../../../src/adapters/git/discover.ts';
import type { RepositoryPlace } from '../../../src/adapters/git/discover.ts';
import { gitRepository } from '../../../src/adapters/git/repository.ts';
import { fetchTarget, pushTarget } from '../../../src/adapters/git/remote-target.ts';
import { describeWith } from '../../support/capabilities.ts';
import { makeRepo } from '../../support/git-repo.ts';
import type { TempRepo } from '../../support/git-repo.ts';

let repo: TempRepo;
let place: RepositoryPlace;
let base: string;
beforeEach(async () => {
  repo = await makeRepo({ files: { a: '1\n' } });
  const found = discoverRepository(repo.path);
  if (!found.ok) throw new Error(found.error.message);
  place = found.value;
  base = await repo.git('rev-parse', 'HEAD');
});
afterEach(() => repo.remove());

const MESSAGE = 'core: do it\n\nFanin-Task: core\nFanin-Attempt: r1 core#1\n';
const treeOf = (commit: string): Promise<string> => repo.git('rev-parse', `${commit}^{tree}`);

const hook = async (name: string, script: string): Promise<void> => {
  const file = join(repo.path, '.git', 'hooks', name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
};

const commit = async (ways: { readonly sign: boolean; readonly hooks: boolean }) =>
  gitRepository(place, null, ways).commit(await treeOf(base), [base], MESSAGE);

describe('hooks at a landing', () => {
  it('do not run unless they are wanted', async () => {
    await hook('commit-msg', 'exit 1');
    await hook('reference-transaction', 'exit 1');
    const made = await commit({ sign: false, hooks: false });
    expect(made.ok).toBe(true);
  });

  it('see the message, and may add to it', async () => {
    await hook('commit-msg', 'printf "Signed-off-by: Ann\\n" >> "$1"; pwd > .git/where');
    const made = await commit({ sign: false, hooks: true });
    if (!made.ok) throw new Error(made.error.message);
    const said = await repo.git('log', '-1', '--format=%B', made.value);
    expect(said.trimEnd()).toBe(`${MESSAGE}Signed-off-by: Ann`);
    expect((await readFile(join(repo.path, '.git', 'where'), 'utf8')).trim()).toBe(place.root);
  });

  it.each([
    ['refuses', 'echo "no ticket in it" >&2; exit 1', 'no ticket in it'],
    ['drops what names the task', 'echo short > "$1"', 'Fanin-Task: core'],
  ])('keep a landing back when commit-msg %s', async (_what, script, said) => {
    await hook('commit-msg', script);
    const made = await commit({ sign: false, hooks: true });
    expect(made).toMatchObject({ ok: false, error: { code: 'hook-refused' } });
    expect(made.ok ? '' : made.error.message).toContain(said);
  });

  it('are found where the user has put them', async () => {
    await mkdir(join(repo.path, 'own'));
    await writeFile(join(repo.path, 'own', 'commit-msg'), '#!/bin/sh\nexit 3\n', { mode: 0o755 });
    await repo.git('config', 'core.hooksPath', 'own');
    expect(await commit({ sign: false, hooks: true })).toMatchObject({
      error: { code: 'hook-refused' },
    });
  });

  it('can keep the target where it is', async () => {
    await repo.git('update-ref', 'refs/heads/t', base);
    const made = await commit({ sign: false, hooks: false });
    if (!made.ok) throw new Error(made.error.message);
    await hook('reference-transaction', '[ "$1" = prepared ] && exit 1; exit 0');
    const request = {
      targetRef: 'refs/heads/t',
      from: base,
      to: made.value,
      tree: await treeOf(base),
      landed: [{ ref: 'refs/fanin/r1/landed/core', commit: made.value }],
    };
    const held = await gitRepository(place, null, { sign: false, hooks: true }).land(request);
    expect(held.ok).toBe(false);
    expect(await repo.git('rev-parse', 'refs/heads/t')).toBe(base);
    expect((await gitRepository(place).land(request)).ok).toBe(true);
  });
});

describeWith(['ssh-keygen'], 'signed landings', () => {
  it('are signed with the key of the user', async () => {
    const key = join(repo.path, '.git', 'key');
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
    await repo.git('config', 'gpg.format', 'ssh');
    await repo.git('config', 'user.signingKey', key);
    const made = await commit({ sign: true, hooks: false });
    if (!made.ok) throw new Error(made.error.message);
    expect(await repo.git('cat-file', 'commit', made.value)).toContain('BEGIN SSH SIGNATURE');
    const plain = await commit({ sign: false, hooks: false });
    expect(plain.ok && (await repo.git('cat-file', 'commit', plain.value))).not.toContain(
      'SIGNATURE',
    );
  });

  it('say what is wrong with the key', async () => {
    await repo.git('config', 'gpg.format', 'ssh');
    await repo.git('config', 'user.signingKey', join(repo.path, 'none'));
    expect(await commit({ sign: true, hooks: false })).toMatchObject({
      ok: false,
      error: { code: 'signing-failed' },
    });
  });
});

describe('a target that others push to', () => {
  const REF = 'refs/heads/main';
  let remote: string;
  beforeEach(async () => {
    remote = join(repo.path, '.git', 'remote.git');
    await repo.git('clone', '-q', '--bare', repo.path, remote);
    await repo.git('remote', 'add', 'origin', remote);
  });
  const there = () => repo.git('--git-dir', remote, 'rev-parse', REF);
  const target = () => ({ place, remote: 'origin', ref: REF });

  it('moves from where it was last seen, and from nowhere else', async () => {
    expect(await fetchTarget(target())).toEqual({ ok: true, value: base });
    const ours = await repo.commit({ b: '1\n' });
    const move = { from: base, to: ours, hooks: false };
    expect((await pushTarget(target(), move)).ok).toBe(true);
    expect(await there()).toBe(ours);
    await repo.git('--git-dir', remote, 'update-ref', REF, base);
    const late = { from: ours, to: ours, hooks: false };
    expect(
      await pushTarget(target(), { ...late, to: await repo.commit({ b: '2\n' }) }),
    ).toMatchObject({
      ok: false,
      error: { code: 'remote-moved' },
    });
    expect(await there()).toBe(base);
  });

  it('is made where it is not there, once', async () => {
    const fresh = { place, remote: 'origin', ref: 'refs/heads/new' };
    expect(await fetchTarget(fresh)).toEqual({ ok: true, value: null });
    expect((await pushTarget(fresh, { from: null, to: base, hooks: false })).ok).toBe(true);
    const again = await repo.commit({ c: '1\n' });
    expect(await pushTarget(fresh, { from: null, to: again, hooks: false })).toMatchObject({
      error: { code: 'remote-moved' },
    });
  });

  it('tells a refusal from a race, and both from nobody being there', async () => {
    const ours = await repo.commit({ b: '1\n' });
    const move = { from: base, to: ours, hooks: false };
    const update = join(remote, 'hooks', 'update');
    await mkdir(dirname(update), { recursive: true });
    await writeFile(update, '#!/bin/sh\necho protected >&2\nexit 1\n', { mode: 0o755 });
    const refused = await pushTarget(target(), move);
    expect(refused).toMatchObject({ error: { code: 'remote-refused' } });
    expect(refused.ok ? '' : refused.error.message).toContain('protected');
    const gone = { place, remote: join(repo.path, 'nowhere'), ref: REF };
    expect(await pushTarget(gone, move)).toMatchObject({ error: { code: 'remote-unreachable' } });
    expect(await fetchTarget(gone)).toMatchObject({ error: { code: 'remote-unreachable' } });
  });

  it('runs pre-push where hooks are wanted', async () => {
    await hook('pre-push', 'exit 1');
    const ours = await repo.commit({ b: '1\n' });
    expect((await pushTarget(target(), { from: base, to: ours, hooks: true })).ok).toBe(false);
    expect(await there()).toBe(base);
    expect((await pushTarget(target(), { from: base, to: ours, hooks: false })).ok).toBe(true);
  });
});
