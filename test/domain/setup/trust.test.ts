import { describe, expect, it } from 'vitest';
import { pinText, trustOf, withoutTrust, withTrust } from '../../../src/domain/setup/trust.ts';
import type { PinnedScript } from '../../../src/domain/setup/trust.ts';

const script = (of: Partial<PinnedScript> = {}): PinnedScript => {
  const base = {
    family: 'conductor' as const,
    key: 'conductor.json scripts.setup',
    when: 'setup' as const,
    at: { file: 'conductor.json', line: 3 },
    run: 'npm ci',
    files: {},
    more: false,
    ...of,
  };
  return { ...base, hash: pinText(base, base.files) };
};
const by = { at: 1, by: 'me' };

describe('trust', () => {
  it('is for that very text and those very files', () => {
    const trusted = withTrust([], [script({ files: { 'a.sh': '1' } })], by);
    expect(trustOf(script({ files: { 'a.sh': '1' } }), trusted).state).toBe('trusted');
    expect(trustOf(script({ files: { 'a.sh': '2' } }), trusted)).toMatchObject({
      state: 'changed',
      changes: ['a.sh'],
    });
    expect(trustOf(script({ run: 'x', files: { 'b.sh': '1' } }), trusted)).toMatchObject({
      changes: ['its text', 'a.sh is gone', 'b.sh is new'],
    });
  });

  it('is not for the same text elsewhere, or at another time', () => {
    const trusted = withTrust([], [script()], by);
    expect(trustOf(script({ key: 'orca.yaml scripts.setup' }), trusted).state).toBe('new');
    expect(trustOf(script({ when: 'cleanup' }), trusted).state).toBe('changed');
  });

  it('keeps an older version trusted: a branch may still have it', () => {
    const first = withTrust([], [script()], by);
    const both = withTrust(first, [script({ run: 'y' })], { at: 2, by: 'me' });
    expect(trustOf(script(), both).state).toBe('trusted');
    expect(trustOf(script({ run: 'z' }), both)).toMatchObject({ entry: { run: 'y' } });
  });

  it('does not grow when the same is trusted again', () => {
    const once = withTrust([], [script()], by);
    expect(withTrust(once, [script()], { at: 2, by: 'me' })).toHaveLength(1);
  });

  it('is taken back by file, or whole', () => {
    const all = withTrust([], [script(), script({ key: 'orca.yaml scripts.setup' })], by);
    expect(withoutTrust(all, ['orca.yaml']).map(({ key }) => key)).toEqual([script().key]);
    expect(withoutTrust(all, [])).toEqual([]);
  });

  it('tells names like those of every object from files', () => {
    const trusted = withTrust([], [script({ files: {} })], by);
    expect(trustOf(script({ files: { constructor: '1' } }), trusted)).toMatchObject({
      changes: ['constructor is new'],
    });
  });
});
