import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/domain/attempt/attempt.ts';
import { isTaskId } from '../../../src/domain/ids.ts';
import { partHarvest } from '../../../src/domain/split/part-harvest.ts';
import { partName, partTask, planAfterSplit } from '../../../src/domain/split/part-task.ts';
import { planOf, taskOf } from '../../support/plans.ts';
import { partOf } from '../../support/split-work.ts';

const file = fc.constantFrom('a', 'b', 'docs/a', 'docs/b', 'docs/c/d', 'src/a');
/** Changed files, each in one of two parts. */
const parts: fc.Arbitrary<Record<'taken' | 'rest', readonly string[]>> = fc
  .uniqueArray(fc.tuple(file, fc.boolean()), { minLength: 1, selector: ([path]) => path })
  .map((all) => ({
    taken: all.flatMap(([path, out]) => (out ? [path] : [])),
    rest: all.flatMap(([path, out]) => (out ? [] : [path])),
  }));
const finding = fc.record({
  kind: fc.constantFrom('x', 'y'),
  text: fc.string(),
  path: fc.option(file, { nil: undefined }),
  blocks: fc.boolean(),
});

const whole = (findings: readonly Finding[], toldToWrapUp: boolean) => ({
  toldToWrapUp,
  harvest: { commit: 'c', tree: 't', base: 'b', snapshot: true, findings },
});

describe('the parts of a delivery', () => {
  it('lose no finding of the whole between them, and none is said of a part without its file', () => {
    fc.assert(
      fc.property(parts, fc.array(finding), fc.boolean(), ({ taken, rest }, found, told) => {
        const findings = found.map(({ path, ...other }): Finding =>
          path === undefined ? other : { ...other, path },
        );
        const [one, two] = [partOf('1', taken), partOf('2', rest)];
        const of = whole(findings, told);
        const [first, second] = [partHarvest(of, one, two), partHarvest(of, two, one)];
        for (const each of findings) {
          const said = [first, second].map((harvest) => harvest.findings.includes(each));
          expect(said).toContain(true);
          if (each.path !== undefined && taken.includes(each.path))
            expect(said).toEqual([true, false]);
          if (each.path === undefined) expect(said).toEqual([true, true]);
        }
        for (const { findings: all } of [first, second])
          expect(all.some(({ kind, blocks }) => kind === 'told-to-wrap-up' && blocks)).toBe(told);
      }),
    );
  });

  it('own each deliverable of the whole once', () => {
    const deliverable = fc.constantFrom('a', 'docs', 'docs/a', 'docs/c/', 'src', 'other');
    fc.assert(
      fc.property(parts, fc.uniqueArray(deliverable), ({ taken, rest }, deliverables) => {
        const first = taskOf('a', { deliverables });
        const out = { id: 'a-2', n: 1, paths: ['x'], files: taken, others: rest, after: false };
        const part = partTask(first, out);
        const plan = planAfterSplit(planOf([first]), { task: 'a', part, paths: ['x'] });
        const left = plan.tasks[0]?.deliverables ?? [];
        expect([...left, ...part.deliverables].toSorted()).toEqual(deliverables.toSorted());
        // What the rest has changed of it is the rest's.
        for (const path of part.deliverables)
          expect(rest.some((each) => each === path || each.startsWith(`${path}/`))).toBe(false);
      }),
    );
  });

  it('are checked, scoped and made as the whole was', () => {
    const first = taskOf('a', { prompt: 'Port it.\n\nAll of it.', locks: ['db'], needs: ['z'] });
    const out = { id: 'p', n: 3, paths: ['docs', '*.md'], files: [], others: [], after: true };
    expect(partTask(first, out)).toEqual({
      ...first,
      id: 'p',
      needs: ['z', 'a'],
      prompt:
        'Port it. (docs *.md)\n\nA part of a: what a#3 changed under docs *.md. Change nothing else.\n\nAll of it.',
    });
  });

  it('have a name that may name a task and is nobody else’s', () => {
    const id = fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,39}$/u);
    fc.assert(
      fc.property(id, fc.array(id), fc.nat(12), (first, others, k) => {
        const taken = new Set([first, ...others]);
        for (let i = 0; i < k; i += 1) taken.add(partName(first, taken));
        const name = partName(first, taken);
        expect(isTaskId(name)).toBe(true);
        expect(taken.has(name)).toBe(false);
      }),
    );
    expect(partName('core', new Set(['core', 'core-2']))).toBe('core-3');
  });
});
