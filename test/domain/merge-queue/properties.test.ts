import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawDefective, isRed, itemName, playQueue, treeOf } from '../../support/queue-model.ts';
import type { Modelled } from '../../support/queue-model.ts';

const numbers = (items: number, most: number) =>
  fc.uniqueArray(fc.nat({ max: items - 1 }), { maxLength: most });

const models: fc.Arbitrary<Modelled> = fc.integer({ min: 1, max: 24 }).chain((items) =>
  fc.record({
    items: fc.constant(items),
    defective: numbers(items, 8),
    pairs: fc
      .array(fc.tuple(fc.nat({ max: items - 1 }), fc.nat({ max: items - 1 })), { maxLength: 3 })
      .map((pairs) => pairs.filter(([a, b]) => a !== b)),
    slots: fc.integer({ min: 1, max: 4 }),
    mode: fc.constantFrom('tip-green', 'every-commit-green'),
    alone: numbers(items, 3),
    withdrawn: fc.array(
      fc.record({ item: fc.nat({ max: items - 1 }), during: fc.integer({ min: 1, max: 6 }) }),
      { maxLength: 3 },
    ),
  }),
);

const runs = { numRuns: 100 };

describe('the merge queue, whatever comes', () => {
  it('ends: each item has landed, was returned, was withdrawn, or is left to a person', () => {
    const some = fc.uniqueArray(fc.integer({ min: 1, max: 14 }), { maxLength: 6 });
    fc.assert(
      fc.property(models, some, some, (model, faults, flaky) => {
        const flake = (test: number): boolean => flaky.includes(test);
        const played = playQueue({ ...model, faults, flake });
        const { queue, landed, returned, parked } = played;
        expect(queue.items).toEqual([]);
        expect(queue.tests).toEqual([]);
        const away = (model.withdrawn ?? []).map(({ item }) => itemName(item));
        for (let n = 0; n < model.items; n += 1)
          expect([...landed, ...returned, ...parked, ...away]).toContain(itemName(n));
        expect(landed.filter((item) => returned.includes(item))).toEqual([]);
      }),
      runs,
    );
  });

  it('moves the target to nothing but trees that were tested, as such, and were green', () => {
    fc.assert(
      fc.property(models, (model) => {
        const { targets, verdicts } = playQueue(model);
        for (const target of targets) {
          expect(verdicts[target]?.at(-1)).toBe('green');
          expect(isRed(model, target.split(' '))).toBe(false);
        }
      }),
      runs,
    );
  });

  it('lands each commit by itself where every commit must be green', () => {
    fc.assert(
      fc.property(models, (model) => {
        const { decisions } = playQueue({ ...model, mode: 'every-commit-green' });
        for (const decision of decisions)
          if (decision.kind === 'land') expect(decision.members).toHaveLength(1);
      }),
      runs,
    );
  });

  it('lands no member that was withdrawn while its group was tested', () => {
    fc.assert(
      fc.property(models, (model) => {
        const played = playQueue(model);
        const early = (model.withdrawn ?? []).filter(({ item, during }) => {
          const first = played.decisions.findIndex(
            (decision) => decision.kind === 'test' && decision.test === `t${during}`,
          );
          const landing = played.decisions.findIndex(
            (decision) => decision.kind === 'land' && decision.members.includes(itemName(item)),
          );
          return first !== -1 && landing > first;
        });
        expect(early).toEqual([]);
      }),
      runs,
    );
  });

  it('lands every good item where nothing is flaky and nothing clashes', () => {
    fc.assert(
      fc.property(models, (model) => {
        const plain = { ...model, pairs: [], withdrawn: [] };
        const { returned } = playQueue(plain);
        expect(returned.toSorted()).toEqual(plain.defective.map(itemName).toSorted());
      }),
      runs,
    );
  });

  it('returns of a pair that does not go together one, and lands the other', () => {
    fc.assert(
      fc.property(models, ({ items, slots, mode }) => {
        const [a, b] = [0, items - 1];
        const pairs = items > 1 ? [[a, b] as const] : [];
        const plain: Modelled = {
          items,
          defective: [],
          pairs,
          ...(slots && { slots }),
          ...(mode && { mode }),
        };
        const { returned, landed } = playQueue(plain);
        expect(returned).toHaveLength(pairs.length);
        expect(landed).toHaveLength(items - pairs.length);
      }),
      runs,
    );
  });

  it('tests no tree twice on one slot, but for the one re-run of a suspect', () => {
    fc.assert(
      fc.property(models, (model) => {
        const { verdicts, reruns } = playQueue({ ...model, slots: 1 });
        const again = Object.values(verdicts).map((seen) => seen.length - 1);
        expect(Math.max(0, ...again)).toBeLessThanOrEqual(1);
        expect(again.reduce((sum, times) => sum + times, 0)).toBeLessThanOrEqual(reruns);
      }),
      runs,
    );
  });

  it('never returns for one flake: an innocent is blamed only where two of its tests were', () => {
    fc.assert(
      fc.property(models, fc.integer({ min: 1, max: 20 }), (model, at) => {
        const plain = { ...model, defective: [], pairs: [], withdrawn: [] };
        const { returned, landed } = playQueue({ ...plain, flake: (test) => test === at });
        expect(returned).toEqual([]);
        expect(landed).toHaveLength(model.items);
      }),
      runs,
    );
  });

  it('decides again what it decided, from the same events', () => {
    const model = { items: 20, defective: [3, 11], slots: 2 };
    expect(playQueue(model)).toEqual(playQueue(model));
    expect(treeOf(['b', 'a'])).toBe('a b');
  });
});

describe('how many tests the queue takes', () => {
  const bound = (items: number, p: number): number =>
    -items * (p * Math.log2(p) + (1 - p) * Math.log2(1 - p));

  it.each([0.02, 0.05, 0.1, 0.2, 0.3])(
    'is within a quarter of the entropy bound on one slot, at a failure rate of %d that it does not know',
    (rate) => {
      const seeds = Array.from({ length: Math.round(4 / rate) }, (_, seed) => seed + 1);
      const tests = seeds.map(
        (seed) => playQueue({ items: 32, defective: drawDefective(32, rate, seed) }).tests,
      );
      const mean = tests.reduce((sum, each) => sum + each, 0) / seeds.length;
      expect(mean).toBeLessThanOrEqual(1.25 * bound(32, rate));
    },
  );

  it('blames next to nobody for flakes of three in a hundred', () => {
    const seeds = Array.from({ length: 60 }, (_, seed) => seed + 1);
    const innocent = seeds.flatMap((seed) => {
      const flaky = new Set(drawDefective(2000, 0.03, seed + 1000));
      const defective = drawDefective(32, 0.1, seed);
      const played = playQueue({ items: 32, defective, flake: (test) => flaky.has(test) });
      return played.returned.filter((item) => !defective.map(itemName).includes(item));
    });
    expect(innocent.length / seeds.length).toBeLessThan(0.3);
  });
});
