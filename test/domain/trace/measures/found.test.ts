import { describe, expect, it } from 'vitest';
import type { TraceFinding } from '../../../../src/domain/trace/finding.ts';
import {
  foundIn,
  summariseFound,
  worstFirst,
} from '../../../../src/domain/trace/measures/found.ts';
import type { PatternCode } from '../../../../src/domain/trace/patterns/pattern.ts';
import { AT, madeAgent, madeRequest, madeTrace } from '../../../support/made-trace.ts';

const finding = (code: PatternCode, more: Partial<TraceFinding> = {}): TraceFinding => ({
  id: code,
  code,
  label: ['', '', code],
  at: 0,
  agents: ['a', 'root'],
  evidence: [AT],
  consequence: '',
  reasoning: '',
  rejected: { code: 'same-file-collision', label: '', reason: '' },
  confidence: 'high',
  serial: [],
  ...more,
});

describe('foundIn', () => {
  const trace = madeTrace(
    [madeAgent('a'), madeAgent('b')],
    [madeRequest('root', 1), madeRequest('a', 10), madeRequest('a', 100), madeRequest('b', 1000)],
  );

  it('counts the tokens of those who worked for nothing, each once', () => {
    const unused = finding('unused-completed-result');
    expect(foundIn(trace, [unused, finding('missing-verifier-return')]).unusedTokens).toBe(110);
    expect(foundIn(trace, [unused, { ...unused, agents: ['b', 'root'] }]).unusedTokens).toBe(1110);
  });

  it('counts none where what was done was used', () => {
    expect(foundIn(trace, [finding('same-file-collision')]).unusedTokens).toBe(0);
  });
});

describe('summariseFound', () => {
  it('counts findings by pattern, and advice by session', () => {
    const one = finding('source-overwrite');
    expect(
      summariseFound([
        { findings: [one, one, finding('same-file-collision')], unusedTokens: 5 },
        { findings: [one, finding('blind-timeout-wait')], unusedTokens: 6 },
      ]),
    ).toEqual({
      byCode: [
        { code: 'source-overwrite', count: 3 },
        { code: 'blind-timeout-wait', count: 1 },
        { code: 'same-file-collision', count: 1 },
      ],
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
