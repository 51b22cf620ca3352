import { describe, expect, it } from 'vitest';
import { recordedReceipt } from '../../src/domain/provenance/landing-record.ts';
import type { LandingRecord } from '../../src/domain/provenance/landing-record.ts';
import { landingStatement } from '../../src/domain/provenance/statement.ts';
import { parseLandingNote } from '../../src/protocol/landing-note.ts';

const record: LandingRecord = {
  ...recordedReceipt(null),
  commit: 'c1',
  tree: 't1',
  target: 'refs/heads/fanin/r1/target',
  from: 'c0',
  delivered: { commit: 'd', tree: 't', base: 'b' },
  said: {
    task: 'core',
    run: 'r1',
    attempt: 'core#1',
    agent: 'codex 1',
    model: null,
    receipt: 'ab',
    reviewer: 'checks',
    undoes: null,
  },
  checks: [{ name: 'unit', definition: 'd', tree: 't', by: 'fanin', status: 'passed' }],
  landedChecks: [],
  landedAt: '2026-03-01T12:00:00.000Z',
};
const note = JSON.stringify(landingStatement(record), null, 2);

describe('a note at a landing', () => {
  it('is read back as it was written', () => {
    expect(parseLandingNote(note, 'c1')).toEqual(record);
  });

  it.each([
    ['is copied to another commit', note, 'c2'],
    ['is no JSON', 'a note by hand', 'c1'],
    ['is of another kind', note.replace('urn:fanin:landing:1', 'urn:other'), 'c1'],
    ['lacks what it should tell', note.replace('"landedAt"', '"at"'), 'c1'],
  ])('counts for nothing when it %s', (_why, text, commit) => {
    expect(parseLandingNote(text, commit)).toBeNull();
  });
});
