import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Boundary, Profile } from '../../src/ports/boundary.ts';

/** Every implementation of the port holds to this. */
export const boundaryContract = (name: string, make: () => Boundary): void => {
  describe(`boundary contract: ${name}`, () => {
    let folder: string;
    let boundary: Boundary;
    let profile: Profile;
    const command = { argv: ['true'], cwd: '/tmp', env: { A: '1' } };

    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'fanin-boundary-'));
      boundary = make();
      profile = { home: folder, shares: [], network: { mode: 'none' }, uid: 65_534 };
    });
    afterEach(() => rm(folder, { recursive: true, force: true }));

    it('proves itself, and says by what', async () => {
      const proven = await boundary.prove();
      expect(proven).toMatchObject({ ok: true });
      if (!proven.ok) return;
      expect(proven.value.tried.length).toBeGreaterThan(0);
      expect(proven.value.networks).toContain('none');
    });

    it('makes a way in, again and again, that wraps the same command into the same one', async () => {
      const state = `${folder}-state`;
      const ways = [await boundary.enclose(state, profile), await boundary.enclose(state, profile)];
      await rm(state, { recursive: true, force: true });
      const wrapped = ways.map((way) => (way.ok ? way.value.wrap(command) : null));
      expect(wrapped[0]?.argv).toContain('true');
      expect(wrapped[1]).toEqual(wrapped[0]);
    });

    it('refuses paths that are not absolute, by its code', async () => {
      const shares = [{ from: 'here', to: '/there', write: false }];
      const made = await boundary.enclose(`${folder}-state`, { ...profile, shares });
      expect(made).toMatchObject({ ok: false, error: { code: 'boundary-unusable' } });
    });

    it('knows of no refusal where nobody came in', async () => {
      expect(await boundary.refusals(`${folder}-state`)).toEqual([]);
    });
  });
};
