import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { discoverRepository } from '../../../../src/adapters/git/discover.ts';
import { gitLandedChanges } from '../../../../src/adapters/git/lost-updates/landed-changes.ts';
import { gitRepository } from '../../../../src/adapters/git/repository.ts';
import { findLostUpdates, isRecomputed } from '../../../../src/engine/find-lost-updates.ts';
import type { LandedChanges } from '../../../../src/ports/landed-changes.ts';
import type { Repository } from '../../../../src/ports/repository.ts';
import { makeRepo } from '../../../support/git-repo.ts';
import type { TempRepo } from '../../../support/git-repo.ts';
import { lines, text } from '../../../support/lost-updates/case.ts';
import { yardIn } from '../../../support/lost-updates/yard.ts';
import type { Entries, Yard } from '../../../support/lost-updates/yard.ts';

const RUNS = 12;
const FILES = ['a.ts', 'b.ts'] as const;
/** Each task writes into a stretch of its own, far from the others'. */
const STRETCHES = 4;

/** How many lines a task puts into its stretch of each file. */
const work = fc.array(fc.nat({ max: 3 }), { minLength: FILES.length, maxLength: FILES.length });
const plan = fc.record({
  tasks: fc
    .array(work, { minLength: 2, maxLength: STRETCHES })
    .filter((all) => all.every((counts) => counts.some((count) => count > 0))),
  squash: fc.boolean(),
  sync: fc.boolean(),
});

const fileOf = (name: string, done: readonly (readonly number[])[], at: number): string =>
  text(
    ...Array.from({ length: STRETCHES }, (_, stretch) => [
      ...lines(`${name} stretch ${stretch}`, 5),
      ...lines(`${name} of task ${stretch}`, done[stretch]?.[at] ?? 0),
    ]),
  );

/** The files once these tasks have done their work; an entry of zeros has done nothing. */
const filesOf = (done: readonly (readonly number[])[]): Entries =>
  Object.fromEntries(FILES.map((name, at) => [name, fileOf(name, done, at)]));

const only = (
  tasks: readonly (readonly number[])[],
  task: number,
): readonly (readonly number[])[] =>
  tasks.map((counts, at) => (at === task ? counts : counts.map(() => 0)));

describe('lost updates through real merges', () => {
  let repo: TempRepo;
  let yard: Yard;
  let changes: LandedChanges;
  let repository: Repository;
  beforeAll(async () => {
    repo = await makeRepo();
    yard = yardIn(repo);
    const place = discoverRepository(repo.path);
    if (!place.ok) throw new Error(place.error.message);
    changes = gitLandedChanges(place.value);
    repository = gitRepository(place.value);
  });
  afterAll(() => repo.remove());

  const look = async (onto: string, tip: string, base: string) => {
    const merge = await repository.merge(onto, tip);
    if (!merge.ok || merge.value.kind !== 'clean') throw new Error('no clean merge');
    const candidate = {
      onto,
      tip,
      merged: merge.value.tree,
      base: { commit: base, known: true },
      isRemade: () => false,
    };
    const [found, again] = [
      await findLostUpdates(changes, candidate),
      await isRecomputed(changes, candidate),
    ];
    if (!found.ok || !again.ok) throw new Error('git failed');
    return [...found.value, ...again.value];
  };

  it('are none in clean merges, and always block what drops others’ lines unseen', async () => {
    await fc.assert(
      fc.asyncProperty(plan, async ({ tasks, squash, sync }) => {
        const root = await yard.commit({ files: filesOf([]), message: 'first' });
        let target = await yard.commit({ parents: [root], files: { 'README.md': 'read\n' } });
        const base = target;
        const tips: string[] = [];
        for (const task of tasks.keys())
          tips.push(await yard.commit({ parents: [base], files: filesOf(only(tasks, task)) }));
        for (const [task, tip] of tips.entries()) {
          const delivered = sync && target !== base ? await yard.merge(tip, target) : tip;
          expect(await look(target, delivered, base)).toEqual([]);
          target = await yard.land(target, delivered, `task${task}`, squash);
        }
        const last = tips.at(-1) ?? base;
        const before = await yard.land(base, tips[0] ?? base, 'task0', squash);
        const stale = await yard.commit({ parents: [before], from: last, message: 'stale' });
        const found = await look(before, stale, base);
        expect(found.some(({ blocks, victim }) => blocks && victim?.task === 'task0')).toBe(true);
      }),
      { numRuns: RUNS },
    );
  }, 120_000);
});
