import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { discoverRepository } from '../../../../src/adapters/git/discover.ts';
import { gitLandedChanges } from '../../../../src/adapters/git/lost-updates/landed-changes.ts';
import { gitRepository } from '../../../../src/adapters/git/repository.ts';
import type { LostUpdate } from '../../../../src/domain/lost-updates/lost-update.ts';
import { findLostUpdates, isRecomputed } from '../../../../src/engine/find-lost-updates.ts';
import type { LandedChanges } from '../../../../src/ports/landed-changes.ts';
import type { Repository } from '../../../../src/ports/repository.ts';
import { makeRepo } from '../../../support/git-repo.ts';
import type { TempRepo } from '../../../support/git-repo.ts';
import type { BuiltCase } from '../../../support/lost-updates/case.ts';
import { LOST_CASES } from '../../../support/lost-updates/corpus.ts';
import { yardIn } from '../../../support/lost-updates/yard.ts';
import type { Yard } from '../../../support/lost-updates/yard.ts';

describe('the corpus of lost updates', () => {
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

  const value = <T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T => {
    if (!result.ok) throw new Error(JSON.stringify(result.error));
    return result.value;
  };

  /** As a landing would look at it. */
  const foundIn = async ({
    target,
    base,
    tip,
    landed,
  }: BuiltCase): Promise<readonly LostUpdate[]> => {
    const merge = value(await repository.merge(target, tip));
    if (merge.kind === 'conflict') throw new Error('a conflict goes back by itself');
    const merged =
      landed === undefined ? merge.tree : await repo.git('rev-parse', `${landed}^{tree}`);
    const candidate = {
      onto: target,
      tip,
      merged,
      base: { commit: base, known: true },
      isRemade: () => false,
    };
    return [
      ...value(await findLostUpdates(changes, candidate)),
      ...value(await isRecomputed(changes, candidate)),
    ];
  };

  const judged = (found: readonly LostUpdate[]): string => {
    if (found.length === 0) return 'clear';
    return found.some(({ blocks }) => blocks) ? 'blocks' : 'told';
  };

  it('has two variants of each kind at least, and as many near misses', () => {
    const kinds = [...new Set(LOST_CASES.map(({ kind }) => kind))];
    expect(kinds).toHaveLength(11);
    for (const kind of kinds) {
      const of = LOST_CASES.filter((each) => each.kind === kind);
      const harmless = of.filter(({ expected }) => expected === 'clear');
      expect(harmless.length, kind).toBeGreaterThanOrEqual(2);
      expect(of.length - harmless.length, kind).toBeGreaterThanOrEqual(2);
    }
  });

  it.each(LOST_CASES)('$kind: $name', async (lost) => {
    const found = await foundIn(await lost.make(yard));
    const told = found.map(({ check, path, evidence }) => `${check} ${path}: ${evidence}`);
    expect([judged(found), ...told]).toEqual([
      lost.expected,
      ...(lost.expected === 'clear' ? [] : told),
    ]);
    const victims = found.map(({ victim }) => victim?.task ?? 'victim');
    if (lost.expected !== 'clear') expect(victims).toContain('victim');
  });
});
