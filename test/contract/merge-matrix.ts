import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Failure } from '../../src/domain/failure.ts';
import type { Result } from '../../src/domain/result.ts';
import type { MergeMatrix } from '../../src/ports/merge-matrix.ts';

/** What a matrix is to the contract. */
export interface MatrixHarness {
  readonly matrix: MergeMatrix;
  /** Writes a commit on top of `parent`; null removes a path. */
  commitFiles(
    parent: string | null,
    files: Readonly<Record<string, string | null>>,
  ): Promise<string>;
  remove(): Promise<void>;
}

/** Every implementation of the port holds to this. */
export const mergeMatrixContract = (name: string, make: () => Promise<MatrixHarness>): void => {
  describe(`merge matrix contract: ${name}`, () => {
    let at: MatrixHarness;
    let base: string;
    const value = <T>(result: Result<T, Failure>): T => {
      if (!result.ok) throw new Error(JSON.stringify(result.error));
      return result.value;
    };
    const tips = async (
      changes: Readonly<Record<string, Readonly<Record<string, string | null>>>>,
    ) => {
      const made: { name: string; commit: string }[] = [];
      for (const [tip, files] of Object.entries(changes))
        made.push({ name: tip, commit: await at.commitFiles(base, files) });
      return made;
    };

    beforeEach(async () => {
      at = await make();
      base = await at.commitFiles(null, { 'a.txt': 'one\n', 'b.txt': 'two\n' });
    });
    afterEach(() => at.remove());

    it('finds who conflicts with whom, and in which files', async () => {
      const made = await tips({
        x: { 'a.txt': 'x\n' },
        y: { 'a.txt': 'y\n', 'new.txt': 'y\n' },
        z: { 'b.txt': 'z\n', 'new.txt': 'z\n' },
        same: { 'a.txt': 'x\n' },
        nothing: {},
      });
      const found = value(await at.matrix.compare({ target: base, tips: made }));
      expect(found).toMatchObject({ against: [], unread: [], left: 0 });
      expect(found.pairs).toEqual([
        { a: 'x', b: 'y', files: ['a.txt'] },
        { a: 'y', b: 'z', files: ['new.txt'] },
        { a: 'y', b: 'same', files: ['a.txt'] },
      ]);
    });

    it('counts what each brings to the target, not what the target has got since', async () => {
      const made = await tips({ young: { 'b.txt': 'young\n' } });
      const target = await at.commitFiles(base, { 'a.txt': 'moved\n' });
      const late = await at.commitFiles(target, { 'new.txt': 'late\n' });
      const old = await tips({ old: { 'a.txt': 'old\n' } });
      const all = [...made, { name: 'late', commit: late }, ...old];
      const found = value(await at.matrix.compare({ target, tips: all }));
      expect(found.against).toEqual([{ name: 'old', files: ['a.txt'] }]);
      expect(found.pairs).toEqual([]);
    });

    it('leaves out what cannot be read, and goes on', async () => {
      const made = await tips({ x: { 'a.txt': 'x\n' }, y: { 'a.txt': 'y\n' } });
      const lost = { name: 'lost', commit: 'd'.repeat(base.length) };
      const all = [...made.slice(0, 1), lost, ...made.slice(1)];
      const found = value(await at.matrix.compare({ target: base, tips: all }));
      expect(found.pairs).toHaveLength(1);
      expect(found.unread.map((each) => each.name)).toEqual(['lost']);
      const nowhere = await at.matrix.compare({ target: 'd'.repeat(base.length), tips: made });
      expect(!nowhere.ok && nowhere.error.code).toBe('no-such-commit');
    });

    it('tells the lines of a conflict, and none where there is none', async () => {
      const [x, y, z] = await tips({
        x: { 'a.txt': 'x\n' },
        y: { 'a.txt': 'y\n' },
        z: { 'b.txt': 'z\n' },
      });
      if (x === undefined || y === undefined || z === undefined) throw new Error('no tips');
      const [file, ...more] = value(await at.matrix.conflict({ target: base, a: x, b: y }));
      expect(more).toEqual([]);
      expect(file?.path).toBe('a.txt');
      for (const part of ['<<<<<<< ', 'x\n', 'one\n', '=======\ny\n'])
        expect(file?.text).toContain(part);
      expect(value(await at.matrix.conflict({ target: base, a: x, b: z }))).toEqual([]);
      expect(value(await at.matrix.conflict({ target: base, a: x, b: null }))).toEqual([]);
      const target = await at.commitFiles(base, { 'a.txt': 'moved\n' });
      expect(value(await at.matrix.conflict({ target, a: x, b: null }))).toHaveLength(1);
    });

    it('tells how far it is', async () => {
      const told: (readonly [number, number])[] = [];
      const made = await tips({ x: { 'a.txt': 'x\n' }, y: { 'a.txt': 'y\n' } });
      const progress = (done: number, all: number): void => void told.push([done, all]);
      value(await at.matrix.compare({ target: base, tips: made, progress }));
      expect(told.at(-1)).toEqual([3, 3]);
    });
  });
};
