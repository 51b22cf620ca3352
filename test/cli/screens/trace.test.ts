import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { traceLines } from '../../../src/cli/screens/trace.ts';
import { columns } from '../../../src/cli/text/columns.ts';
import { plainPaint } from '../../../src/cli/text/style.ts';
import { measuredOf, type MeasuredSession } from '../../../src/compose/trace/measure-traces.ts';
import type { TraceFinding } from '../../../src/domain/trace/finding.ts';
import { EXPLAINED } from '../../../src/domain/trace/patterns/explained/explained.ts';
import { LABELS, type PatternCode } from '../../../src/domain/trace/patterns/pattern.ts';
import { madeAgent, madeTrace } from '../../support/made-trace.ts';

const LOOK = { width: 100, paint: plainPaint, now: 0 };
const CODES = Object.keys(LABELS).filter((each): each is PatternCode => each in LABELS);

const anyFinding = fc.record({
  code: fc.constantFrom(...CODES),
  consequence: fc.lorem({ maxCount: 25 }),
  folder: fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { maxLength: 14 }),
});

function session(
  at: number,
  made: readonly { code: PatternCode; consequence: string; folder: readonly string[] }[],
): MeasuredSession {
  const findings = made.map(({ code, consequence, folder }, nth): TraceFinding => ({
    id: `${code}-${nth}`,
    code,
    label: [...LABELS[code], EXPLAINED[code].name],
    at: nth,
    agents: ['a'],
    names: ['a'],
    evidence: [{ file: `/home/${folder.join('/')}.jsonl`, line: nth + 1, record: null }],
    consequence,
    reasoning: '',
    rejected: { code: 'same-file-collision', label: '', reason: '' },
    confidence: 'high',
    serial: [],
  }));
  const trace = madeTrace([madeAgent('a')], [], { id: `made${at}`, title: 'x' });
  return { ...measuredOf(trace, false), found: { findings, benefits: [], unusedTokens: at } };
}

const screen = (sessions: readonly MeasuredSession[], by: 'session' | 'finding') =>
  traceLines(
    { sessions, older: 1, looked: [], unreadable: [] },
    { days: 7, by, home: '/home' },
    LOOK,
  );

describe('traceLines', () => {
  it('fits one screen however much was found, and names a place and the next command', () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyFinding, { maxLength: 6 }), { maxLength: 30 }), (all) => {
        const sessions = all.map((each, at) => session(at, each));
        const lines = screen(sessions, 'session');
        expect(lines.length).toBeLessThanOrEqual(40);
        expect(Math.max(...lines.map(columns))).toBeLessThanOrEqual(100);
        const text = lines.join('').replaceAll(/\s+/g, '');
        const some = all.some((each) => each.length > 0);
        expect(/~\/.*\.jsonl:\d+/.test(text)).toBe(some);
        expect(/fanintraceshowmade\d/.test(text)).toBe(some);
      }),
    );
  });

  it('has every finding where findings are asked for', () => {
    fc.assert(
      fc.property(fc.array(anyFinding, { minLength: 1, maxLength: 30 }), (all) => {
        const text = screen([session(1, all)], 'finding')
          .join('')
          .replaceAll(/\s+/g, '');
        expect(text.match(/\.jsonl:\d+/g)).toHaveLength(all.length);
      }),
    );
  });
});
