import { describe, expect, it } from 'vitest';
import { listed } from './guard-lists.ts';
import { judge } from './guard-scene.ts';

const verdicts = (name: Parameters<typeof listed>[0]) =>
  listed(name).map((each) => ({ ...each, ...judge(each.command) }));

describe('the lists of commands', () => {
  it('are judged as expected, one by one', () => {
    const wrong = verdicts('commands').filter(({ expect: wanted, verdict }) =>
      wanted === 'block' ? !['deny', 'undecidable'].includes(verdict) : verdict !== wanted,
    );
    expect(wrong).toEqual([]);
  });

  it('let no command through that reaches the main checkout by its text', () => {
    const all = verdicts('attacks');
    expect(all.length).toBeGreaterThanOrEqual(300);
    expect(all.filter(({ verdict }) => verdict === 'allow' || verdict === 'out-of-scope')).toEqual(
      [],
    );
  });

  it('let ordinary commands be', () => {
    const all = verdicts('ordinary');
    const share = (kind: string): number =>
      all.filter(({ verdict }) => verdict === kind).length / all.length;
    expect(all.length).toBeGreaterThanOrEqual(1_000);
    expect(share('deny')).toBeLessThanOrEqual(0.005);
    expect(share('undecidable')).toBeLessThanOrEqual(0.05);
  });

  it('name a rule, a reason and what would be right for whatever is not allowed', () => {
    for (const each of verdicts('attacks')) {
      if (each.verdict === 'allow') continue;
      expect(each.rule, each.command).toMatch(/^[a-z-]+$/);
      expect(each.reason, each.command).toMatch(/^.+[.…]$/su);
      expect(each.instead, each.command).not.toBe('');
    }
  });
});
