import { describe, expect, it } from 'vitest';
import type { TraceFinding } from '../../../../src/domain/trace/finding.ts';
import {
  tokensForNothing,
  summariseFound,
  worstFirst,
} from '../../../../src/domain/trace/measures/found.ts';
import type { Benefit } from '../../../../src/domain/trace/patterns/benefits/benefit.ts';
import type { PatternCode } from '../../../../src/domain/trace/patterns/pattern.ts';
import { AT, madeAgent, madeRequest, madeTrace } from '../../../support/made-trace.ts';

const finding = (code: PatternCode, more: Partial<TraceFinding> = {}): TraceFinding => ({
  id: code,
  code,
  label: ['', '', code],
  at: 0,
  agents: ['a', 'root'],
  names: ['a', 'root'],
  evidence: [AT],
  consequence: '',
  reasoning: '',
  rejected: { code: 'same-file-collision', label: '', reason: '' },
  confidence: 'high',
  serial: [],
  ...more,
});

describe('tokensForNothing', () => {
  const trace = madeTrace(
    [madeAgent('a'), madeAgent('b')],
    [madeRequest('root', 1), madeRequest('a', 10), madeRequest('a', 100), madeRequest('b', 1000)],
  );

  it('counts the tokens of those who worked for nothing, each once', () => {
    const unused = finding('unused-completed-result');
    expect(tokensForNothing(trace, [unused, finding('missing-verifier-return')])).toBe(110);
    expect(tokensForNothing(trace, [unused, { ...unused, agents: ['b', 'root'] }])).toBe(1110);
  });

  it('counts none where what was done was used', () => {
    expect(tokensForNothing(trace, [finding('same-file-collision')])).toBe(0);
  });
});

const benefit: Benefit = {
  id: 'b',
  code: 'complementary-work',
  name: 'Complementary Work',
  at: 0,
  agents: ['a'],
  names: ['a'],
  evidence: [AT],
  gain: '',
  reasoning: '',
  confidence: 'high',
};

describe('summariseFound', () => {
  it('says nothing where in some nothing was looked for', () => {
    expect(summariseFound([{ findings: [], benefits: [], unusedTokens: 0 }, null])).toBeNull();
  });

  it('counts findings by pattern, and advice by session', () => {
    const one = finding('source-overwrite');
    expect(
      summariseFound([
        {
          findings: [one, one, finding('same-file-collision')],
          benefits: [benefit],
          unusedTokens: 5,
        },
        { findings: [one, finding('blind-timeout-wait')], benefits: [], unusedTokens: 6 },
      ]),
    ).toEqual({
      byCode: [
        { code: 'source-overwrite', count: 3 },
        { code: 'blind-timeout-wait', count: 1 },
        { code: 'same-file-collision', count: 1 },
      ],
      byBenefit: [{ code: 'complementary-work', count: 1 }],
      unusedTokens: 11,
      advice: [
        { advice: 'disjoint-scopes', sessions: 2 },
        { advice: 'join-early', sessions: 1 },
      ],
    });
  });
});

describe('worstFirst', () => {
  it('puts lost work first, then what is surest, then the newest', () => {
    const all = [
      finding('same-file-collision', { at: 9 }),
      finding('source-overwrite', { confidence: 'low' }),
      finding('deliverable-overwrite', { at: 1 }),
      finding('deliverable-overwrite', { at: 2 }),
    ];
    expect(all.toSorted(worstFirst).map(({ code, at }) => [code, at])).toEqual([
      ['deliverable-overwrite', 2],
      ['deliverable-overwrite', 1],
      ['source-overwrite', 0],
      ['same-file-collision', 9],
    ]);
  });
});
