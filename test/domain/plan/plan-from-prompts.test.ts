import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planFromPrompts } from '../../../src/domain/plan/plan-from-prompts.ts';

const idsOf = (...prompts: readonly string[]): readonly string[] =>
  Object.keys(planFromPrompts(prompts).tasks);

describe('planFromPrompts', () => {
  it('names tasks by their first telling words', () => {
    expect(
      idsOf('Fix the flaky test in parser.ts', 'Please add a dark mode to the web page'),
    ).toEqual(['fix-flaky-test', 'add-dark-mode']);
  });

  it('keeps names apart, short and typeable', () => {
    expect(idsOf('fix bug', 'Fix bug!', 'FIX BUG')).toEqual(['fix-bug', 'fix-bug-2', 'fix-bug-3']);
    expect(idsOf('internationalisation everywhere')).toEqual(['internationalisation']);
    expect(idsOf('a'.repeat(100))).toEqual(['a'.repeat(20)]);
  });

  it('counts where there are no such words', () => {
    expect(idsOf('修复测试', '123 456', 'the a of', '')).toEqual(['t1', 't2', 't3', 't4']);
  });

  it('says nothing about what may be written', () => {
    expect(planFromPrompts(['x y'])).toEqual({ goal: 'x y', tasks: { 'x-y': { prompt: 'x y' } } });
    expect(planFromPrompts(['x', 'y']).goal).toBeUndefined();
    expect(planFromPrompts([`${'x'.repeat(100)}\nz`]).goal).toBe(`${'x'.repeat(71)}…`);
  });

  it('gives every prompt a task with a valid id, in their order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 30 }), { maxLength: 20 }),
        (prompts) => {
          const tasks = Object.entries(planFromPrompts(prompts).tasks);
          expect(tasks.map(([, { prompt }]) => prompt)).toEqual(prompts);
          for (const [id] of tasks) expect(id).toMatch(/^[a-z0-9][a-z0-9_-]{0,39}$/u);
        },
      ),
    );
  });
});
