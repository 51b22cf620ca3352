import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LandedChanges } from '../../src/ports/landed-changes.ts';

/** What a history is to the contract. */
export interface LandedChangesHarness {
  readonly changes: LandedChanges;
  /** A commit with these files beside those of its first parent; null: without one. */
  commit(
    parents: readonly string[],
    files: Readonly<Record<string, string | null>>,
    message?: string,
  ): Promise<string>;
  treeOf(commit: string): Promise<string>;
  remove(): Promise<void>;
}

const value = <T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};

/** Every implementation of the port holds to this. */
export const landedChangesContract = (
  name: string,
  make: () => Promise<LandedChangesHarness>,
): void => {
  describe(`landed changes contract: ${name}`, () => {
    let at: LandedChangesHarness;
    let root: string;
    let base: string;
    beforeEach(async () => {
      at = await make();
      root = await at.commit([], { 'a.txt': 'one\ntwo\n', 'b.txt': 'b\n' });
      base = await at.commit([root], { 'a.txt': 'one\ntwo\nthree\n' }, 'second');
    });
    afterEach(() => at.remove());

    it('tells landings with their tasks, the oldest first, and not what all began with', async () => {
      const side = await at.commit([base], { 'c.txt': 'c\n' });
      const message = 'Land it\n\nFanin-Task: core\nFanin-Run: r1\nFanin-Attempt: core#1\n';
      const landed = await at.commit([base, side], { 'c.txt': 'c\n' }, message);
      const found = value(await at.changes.landings(landed, 50));
      expect(found.map(({ commit, task, title }) => [commit, task, title])).toEqual([
        [base, null, 'second'],
        [landed, 'core', 'Land it'],
      ]);
      expect(found.map(({ files }) => files.map(({ path }) => path))).toEqual([
        ['a.txt'],
        ['c.txt'],
      ]);
      expect(value(await at.changes.landings(landed, 50))).toEqual(found);
      expect(value(await at.changes.landings(landed, 1))).toHaveLength(1);
    });

    it('tells what differs, line by line', async () => {
      const next = await at.commit([base], { 'a.txt': 'one\nTWO\nthree\n', 'b.txt': null });
      const files = value(await at.changes.delta(base, await at.treeOf(next)));
      expect(files.map(({ path, after }) => [path, after === null])).toEqual([
        ['a.txt', false],
        ['b.txt', true],
      ]);
      expect(files.map(({ hunks }) => hunks.map(({ removed, added }) => [removed, added]))).toEqual(
        [[[['two'], ['TWO']]], [[['b'], []]]],
      );
      expect(value(await at.changes.delta(base, base))).toEqual([]);
    });

    it('tells what an author had, and what the work was put on top of', async () => {
      const one = await at.commit([base], { 'c.txt': 'c\n' });
      const two = await at.commit([one], { 'd.txt': 'd\n' });
      const work = await at.commit([base], { 'e.txt': 'e\n' }, 'own work');
      const ask = (tip: string) => at.changes.history({ onto: two, tip, base, window: 50 });
      const beside = value(await ask(work));
      expect([...beside.baseLacks].toSorted()).toEqual([one, two].toSorted());
      expect(beside.tipLacks).toEqual(beside.baseLacks);
      expect(beside.own).toMatchObject([{ commit: work, title: 'own work', merge: null }]);
      expect(beside.own[0]?.startLacks).toEqual(beside.baseLacks);
      const stale = value(await ask(await at.commit([two], { 'c.txt': null, 'd.txt': null })));
      expect([stale.tipLacks.size, stale.own[0]?.startLacks?.size]).toEqual([0, 0]);
      expect(stale.baseLacks.size).toBe(2);
    });

    it('tells what a merge holds beyond git’s own', async () => {
      const target = await at.commit([base], { 'c.txt': 'c\n' });
      const work = await at.commit([base], { 'e.txt': 'e\n' });
      const ask = async (tip: string) => {
        const { own } = value(await at.changes.history({ onto: target, tip, base, window: 50 }));
        return own.find(({ commit }) => commit === tip)?.merge;
      };
      const clean = await at.commit([work, target], { 'c.txt': 'c\n' });
      expect(await ask(clean)).toEqual({ files: [], conflicts: [], oneSided: [] });
      const evil = await ask(await at.commit([work, target], {}));
      expect(evil?.files.map(({ path, after }) => [path, after])).toEqual([['c.txt', null]]);
      const more = await at.commit([clean], { 'f.txt': 'f\n' });
      const { own } = value(
        await at.changes.history({ onto: target, tip: more, base, window: 50 }),
      );
      expect(own.map(({ commit }) => commit)).toEqual([work, clean, more]);
      expect(own.map(({ startLacks }) => startLacks === null)).toEqual([false, true, true]);
    });

    it('makes a merge once more; none of what conflicts', async () => {
      const ours = await at.commit([base], { 'b.txt': 'B\n' });
      const theirs = await at.commit([base], { 'c.txt': 'c\n' });
      const both = await at.commit([base], { 'b.txt': 'B\n', 'c.txt': 'c\n' });
      expect(value(await at.changes.recomputed(ours, theirs))).toBe(await at.treeOf(both));
      const other = await at.commit([base], { 'b.txt': 'other\n' });
      expect(value(await at.changes.recomputed(ours, other))).toBeNull();
    });
  });
};
