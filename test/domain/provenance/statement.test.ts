import { describe, expect, it } from 'vitest';
import { recordedReceipt } from '../../../src/domain/provenance/landing-record.ts';
import type {
  LandingRecord,
  RecordedCheck,
} from '../../../src/domain/provenance/landing-record.ts';
import { landingStatement, testStatement } from '../../../src/domain/provenance/statement.ts';

const check = (name: string, status: RecordedCheck['status']): RecordedCheck => ({
  name,
  definition: `${name}-definition`,
  tree: 'tree',
  by: 'fanin',
  status,
});

const RECORD: LandingRecord = {
  ...recordedReceipt(null),
  commit: 'c1',
  tree: 'tree',
  target: 'refs/heads/fanin/r1/target',
  from: 'c0',
  delivered: { commit: 'd1', tree: 'dt', base: 'c0' },
  said: {
    task: 'core',
    run: 'r1',
    attempt: 'core#1',
    agent: null,
    model: null,
    receipt: null,
    reviewer: null,
    undoes: null,
  },
  landedChecks: [check('unit', 'passed'), check('lint', 'passed')],
  landedAt: '2026-03-01T12:00:00.000Z',
};

describe('in-toto statements', () => {
  it('have the landed commit and its tree as their subject', () => {
    const { _type, subject, predicateType, predicate } = landingStatement(RECORD);
    expect(_type).toBe('https://in-toto.io/Statement/v1');
    expect(subject).toEqual([{ name: 'landing', digest: { gitCommit: 'c1', gitTree: 'tree' } }]);
    expect(predicateType).toBe('urn:fanin:landing:1');
    expect(predicate).toEqual(RECORD);
  });

  it('tell the checks of the landed tree in the form of test results', () => {
    expect(testStatement(RECORD)?.predicate).toEqual({
      result: 'PASSED',
      configuration: [
        { name: 'unit', digest: { sha256: 'unit-definition' } },
        { name: 'lint', digest: { sha256: 'lint-definition' } },
      ],
      passedTests: ['unit', 'lint'],
      failedTests: [],
    });
    const red = { ...RECORD, landedChecks: [check('unit', 'passed'), check('lint', 'failed')] };
    expect(testStatement(red)?.predicate).toMatchObject({
      result: 'FAILED',
      failedTests: ['lint'],
    });
  });

  it('say nothing of tests where none were run on that tree', () => {
    expect(testStatement({ ...RECORD, landedChecks: [] })).toBeNull();
  });
});
