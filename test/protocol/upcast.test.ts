import { describe, expect, it } from 'vitest';
import { currentVersion, upcast } from '../../src/protocol/upcast.ts';
import type { Upcasters } from '../../src/protocol/upcast.ts';

const TABLE: Upcasters = {
  'a.new': [],
  'a.changed': [(data) => [data, 'to 2'], (data) => [data, 'to 3']],
};

describe('upcasting', () => {
  it.each([
    [1, [['x', 'to 2'], 'to 3']],
    [2, ['x', 'to 3']],
    [3, 'x'],
  ])('goes from version %i through each later one', (version, value) => {
    expect(upcast(TABLE, { type: 'a.changed', version, data: 'x' })).toEqual({ ok: true, value });
  });

  it('writes in the version after the last upcaster', () => {
    expect([currentVersion(TABLE, 'a.new'), currentVersion(TABLE, 'a.changed')]).toEqual([1, 3]);
  });

  it.each([
    ['log-newer', 'a.changed', 4],
    ['log-newer', 'a.new', 2],
    ['log-newer', 'b.unknown', 1],
    ['log-newer', 'toString', 1],
    ['event-broken', 'a.new', 0],
    ['event-broken', 'a.new', -1],
    ['event-broken', 'a.changed', 1.5],
    ['event-broken', 'a.changed', Number.NaN],
  ])('gives %s for `%s` in version %d', (code, type, version) => {
    expect(upcast(TABLE, { type, version, data: {} })).toMatchObject({
      ok: false,
      error: { code },
    });
  });
});
