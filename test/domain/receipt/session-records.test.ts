import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSessionRecords, transcriptsOf } from '../../../src/domain/receipt/session-records.ts';
import type { SessionRecords } from '../../../src/domain/receipt/session-records.ts';

const kept = (...paths: readonly string[]): SessionRecords['kept'] =>
  paths.map((path) => ({ from: `/home/${path}`, file: `sessions/${path}` }));
const session = (records: SessionRecords | null) => ({ folder: '/state', records });

describe('transcripts of a receipt', () => {
  it('are those that the agent names, where they lie in the person’s own HOME', () => {
    expect(transcriptsOf(['/me/a', '/me/b'], null)).toEqual({
      measured: true,
      value: ['/me/a', '/me/b'],
    });
    expect(transcriptsOf([], null)).toMatchObject({ measured: false });
  });

  it('are the copies, those that the agent names first', () => {
    const records = { kept: kept('a', 'b', 'c'), left: [] };
    expect(transcriptsOf(['/home/c', '/home/gone', '/etc/passwd'], session(records))).toEqual({
      measured: true,
      value: ['/state/sessions/c', '/state/sessions/a', '/state/sessions/b'],
    });
  });

  it('are there also where the agent was killed before it could name any', () => {
    const records = { kept: kept('a'), left: [] };
    expect(transcriptsOf([], session(records))).toMatchObject({ value: ['/state/sessions/a'] });
  });

  it('say why there are none', () => {
    const why = 'it is a link, a pipe, a socket or a device';
    const left = { kept: [], left: [{ from: '/home/a', why }] };
    expect(transcriptsOf(['/home/a'], session(left))).toEqual({
      measured: false,
      why: `not kept: /home/a: ${why}`,
    });
    for (const none of [null, { kept: [], left: [] }]) {
      expect(transcriptsOf(['/home/a'], session(none))).toMatchObject({
        why: expect.stringContaining('not kept') as string,
      });
      expect(transcriptsOf([], session(none))).toMatchObject({
        why: 'the agent left no record of its session that is known',
      });
    }
  });
});

describe('readSessionRecords', () => {
  it('reads what was written, and nothing else', () => {
    const records = { kept: kept('a'), left: [{ from: '/home/b', why: 'gone' }] };
    expect(readSessionRecords(JSON.stringify(records))).toEqual(records);
    for (const text of [null, '', '{', '[]', '{"kept":[]}', '{"kept":[{"from":1}],"left":[]}'])
      expect(readSessionRecords(text)).toBeNull();
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const read = readSessionRecords(text);
        expect(read === null || Array.isArray(read.kept)).toBe(true);
      }),
    );
  });
});
