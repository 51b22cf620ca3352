import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeEvent, decodeEvent } from '../../src/protocol/events.ts';
import { UPCASTERS } from '../../src/protocol/upcast.ts';
import { sampleEvents, sampleStart } from '../support/sample-events.ts';

const overDisk = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** What the disk gives back for an event. */
const stored = (event: Parameters<typeof encodeEvent>[0]) => {
  const form = encodeEvent(event);
  return { ...form, data: overDisk(form.data) };
};

describe('an event over the disk', () => {
  it('has a sample of every type', () => {
    const types = new Set(sampleEvents('r1').map(({ type }) => type));
    expect([...types].toSorted()).toEqual(Object.keys(UPCASTERS).toSorted());
  });

  it.each(sampleEvents('r1').map((event) => [event.type, event] as const))(
    '%s comes back whole',
    (_, event) => {
      expect(decodeEvent(stored(event))).toEqual({ ok: true, value: event });
    },
  );

  it('keeps any text as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (reason, task) => {
        const event = { type: 'task.failed', at: 1, task, attempt: reason, reason } as const;
        expect(decodeEvent(stored(event))).toEqual({ ok: true, value: event });
      }),
    );
  });

  it('has a scope as its patterns, and nothing of how they were parsed', () => {
    const form = encodeEvent(sampleStart('r1'));
    expect(JSON.stringify(form)).toContain('"writes":["src/core/**","docs/{a,b}.md"');
    expect(JSON.stringify(form)).not.toContain('automaton');
  });
});

describe('an event that cannot be read', () => {
  it('is broken when a pattern of a scope is no glob, and the message names it', () => {
    const form = encodeEvent(sampleStart('r1'));
    const text = JSON.stringify(form.data).replace('src/core/**', '../up');
    const naming: unknown = expect.stringContaining('`../up`');
    expect(decodeEvent({ ...form, data: JSON.parse(text) })).toMatchObject({
      ok: false,
      error: { code: 'event-broken', message: naming },
    });
  });

  it.each(sampleEvents('r1').map((event) => [event.type, event] as const))(
    '%s is broken without any one of its fields',
    (_, event) => {
      const form = stored(event);
      for (const field of Object.keys(encodeEvent(event).data as object)) {
        const data = Object.fromEntries(
          Object.entries(form.data as object).filter(([name]) => name !== field),
        );
        expect(decodeEvent({ ...form, data }), field).toMatchObject({
          ok: false,
          error: { code: 'event-broken' },
        });
      }
    },
  );

  it('never throws, whatever lies on the disk', () => {
    const types = fc.constantFrom(...Object.keys(UPCASTERS), 'toString', '__proto__', '');
    fc.assert(
      fc.property(types, fc.double(), fc.jsonValue(), (type, version, data) => {
        for (const v of [1, version])
          expect(typeof decodeEvent({ type, version: v, data }).ok).toBe('boolean');
      }),
    );
  });
});
