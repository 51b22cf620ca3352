import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ORDINARY, WHO } from '../adapters/boundary/boundary-rig.ts';
import { describeWith } from '../support/capabilities.ts';
import { makeBehind, ranOnHost } from './behind-boundary.ts';
import type { Behind } from './behind-boundary.ts';
import { TRIED } from './catalogue/all.ts';
import { DELIVERY, HOST_SIDE } from './catalogue/host-side.ts';
import { NETWORK } from './catalogue/network.ts';
import { BRANCHES } from './scene.ts';
import { writeTable } from './table.ts';
import { tryWithoutBoundary } from './without-boundary.ts';

/** `npm run test:escape` tries the worktree level too, and writes the table. */
const WRITES = process.env['FANIN_ESCAPE'] === 'table';
const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'isolation.md');
const sandbox = new Map<string, readonly string[]>();
const note = (who: string, out: readonly string[]): void => {
  sandbox.set(who, [...(sandbox.get(who) ?? []), ...out]);
};

describeWith(['bubblewrap', 'iproute2'], 'ways out', () => {
  describe.each(WHO)('fanin $name', (who) => {
    let behind: Behind;
    beforeAll(async () => {
      behind = await makeBehind(who);
    });
    afterAll(() => behind.remove());

    it('everyday git works in the clone', async () => {
      expect(await behind.work()).toContain('all of it works');
    });

    it(`nobody gets out by ${TRIED.length} ways`, { timeout: 120_000 }, async () => {
      const { out, said } = await behind.tryRows(TRIED);
      note(who.name, out);
      expect(out.map((id) => [id, said[id]?.slice(0, 300)])).toEqual([]);
      // Nobody got out because nothing ran: what these say shows that it did.
      expect(Object.keys(said).length).toBeGreaterThan(TRIED.length - 5);
    });

    it('nor where a network allowlist is in force', { timeout: 60_000 }, async () => {
      const endpoints = [{ host: 'listed.example', port: null }];
      const { out, said } = await behind.tryRows(NETWORK, { mode: 'allow', endpoints });
      expect(out.map((id) => [id, said[id]?.slice(0, 300)])).toEqual([]);
    });

    it(
      'nothing that was planted in the clone runs when the host takes the work in',
      { timeout: 60_000 },
      async () => {
        await behind.tryRows(HOST_SIDE);
        expect(await behind.harvest(`${BRANCHES}/work`)).toBe('');
        expect(
          HOST_SIDE.filter(({ id }) => ranOnHost(behind.scene, id)).map(({ id }) => id),
        ).toEqual([]);
      },
    );

    it('no tree that would write elsewhere is taken in', { timeout: 60_000 }, async () => {
      const fresh = await makeBehind(who);
      try {
        await fresh.tryRows(DELIVERY);
        const taken = [];
        for (const { id } of DELIVERY) {
          if ((await fresh.harvest(`${BRANCHES}/${id}`)) === '') taken.push(id);
        }
        expect(taken).toEqual([]);
      } finally {
        fresh.remove();
      }
    });
  });

  it.runIf(WRITES)(
    'at the worktree level most get out, and the table says so',
    { timeout: 600_000 },
    async () => {
      const own = process.getuid?.() ?? 0;
      const rows = TRIED.filter(({ boundaryOnly }) => boundaryOnly !== true);
      const worktree = await tryWithoutBoundary(rows, own === 0 ? ORDINARY : own);
      writeTable(PAGE, [...TRIED, ...HOST_SIDE, ...DELIVERY], { sandbox, worktree });
      // Ways that lead nowhere without a boundary either would prove nothing of it.
      expect(worktree.filter(({ out }) => out).length).toBeGreaterThan(rows.length * 0.6);
    },
  );
});
