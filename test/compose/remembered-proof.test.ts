import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memoryBoundary } from '../../src/adapters/simulated/boundary.ts';
import { rememberedProof } from '../../src/compose/remembered-proof.ts';
import { failure } from '../../src/domain/failure.ts';
import { err, ok } from '../../src/domain/result.ts';
import type { Boundary } from '../../src/ports/boundary.ts';
import { withFolder } from '../adapters/config/temp-repo.ts';

const PROOF = { version: '1', tried: ['a way out'], networks: ['none', 'allow'] } as const;
const HOUR = 3_600_000;

/** Proves itself, or not, and counts how often it was asked. */
const counted = (holds = true) => {
  const asked: number[] = [];
  const boundary: Boundary = {
    ...memoryBoundary().boundary,
    prove: async () => {
      asked.push(1);
      return holds ? ok(PROOF) : err(failure('boundary-fails', 'it leaks'));
    },
  };
  return { asked, boundary };
};
const proveAt = async (
  boundary: Boundary,
  stateDir: string,
  more: { readonly fresh?: boolean; readonly now?: number } = {},
) => {
  const { fresh = false, now = 1_000 } = more;
  return rememberedProof(boundary, { stateDir, fresh, now: () => now }).prove();
};

describe('the proof of a boundary', () => {
  it('stands for an hour for whoever only looks', async () =>
    withFolder({}, async (folder) => {
      const { asked, boundary } = counted();
      for (const now of [1_000, 2_000, HOUR + 999])
        expect(await proveAt(boundary, folder, { now })).toEqual(ok(PROOF));
      expect(asked).toHaveLength(1);
      await proveAt(boundary, folder, { now: HOUR + 1_000 });
      expect(asked).toHaveLength(2);
      // A clock that was set back.
      await proveAt(boundary, folder, { now: 500 });
      expect(asked).toHaveLength(3);
    }));

  it('is made anew for whoever starts agents, and stands for others then', async () =>
    withFolder({}, async (folder) => {
      const { asked, boundary } = counted();
      await proveAt(boundary, folder);
      await proveAt(boundary, folder, { fresh: true });
      expect(asked).toHaveLength(2);
      await proveAt(boundary, folder);
      expect(asked).toHaveLength(2);
    }));

  it('is not remembered where it failed', async () =>
    withFolder({}, async (folder) => {
      const { asked, boundary } = counted(false);
      for (let k = 0; k < 2; k += 1)
        expect(await proveAt(boundary, folder)).toMatchObject({ ok: false });
      expect(asked).toHaveLength(2);
    }));

  it('stands for nothing but what it was made with, and for nothing that was written badly', async () =>
    withFolder({}, async (folder) => {
      const { asked, boundary } = counted();
      await proveAt(boundary, folder);
      const file = join(folder, 'boundary-proof.json');
      const known = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
      for (const text of [JSON.stringify({ ...known, of: 'another' }), '{', 'null', '{"at":1}']) {
        await writeFile(file, text);
        await proveAt(boundary, folder);
      }
      expect(asked).toHaveLength(5);
    }));
});
