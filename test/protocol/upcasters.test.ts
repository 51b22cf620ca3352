import { describe, expect, it } from 'vitest';
import { decodeEvent, encodeEvent } from '../../src/protocol/events.ts';
import {
  attemptKnowsTrouble,
  planKnowsAgentTime,
  planKnowsQueue,
  landingsAreOfGroups,
  planKnowsAssembler,
  planKnowsDelegation,
  planKnowsOwnDeadlines,
  planKnowsSizeOrigin,
} from '../../src/protocol/upcasters.ts';
import { sampleStart } from '../support/sample-events.ts';

describe('events of 0.1', () => {
  it('knew delegation as a word alone, and neither questions nor prices of one’s own', () => {
    const { type, data } = encodeEvent(sampleStart('r1'));
    const plan = (data as { readonly plan: { readonly tasks: readonly object[] } }).plan;
    const {
      questionMs: _ms,
      prices: _prices,
      assemble: _assemble,
      ...rest
    } = plan as Record<string, unknown> & typeof plan;
    const tasks = plan.tasks.map((task) => {
      const { sizeFrom: _from, ...known } = task as Record<string, unknown>;
      return { ...known, delegation: 'off' };
    });
    const old = { type, version: 1, data: { ...(data as object), plan: { ...rest, tasks } } };
    const decoded = decodeEvent(old);
    if (!decoded.ok || decoded.value.type !== 'run.started') throw new Error('not a start');
    expect(decoded.value.plan).toMatchObject({ questionMs: 0, prices: [], assemble: null });
    expect(decoded.value.plan.tasks.map(({ delegation }) => delegation)).toEqual(
      tasks.map(() => ({ mode: 'off' })),
    );
    expect(decoded.value.plan.tasks.map(({ sizeFrom }) => sizeFrom)).toEqual(['plan', null, null]);
  });

  it('shortened no deadline for a task’s size', () => {
    const { type, version, data } = encodeEvent(sampleStart('r1'));
    expect(version).toBe(9);
    const plan = (data as { readonly plan: { readonly tasks: readonly object[] } }).plan;
    const tasks = plan.tasks.map((task) => ({ ...task, ownDeadline: undefined }));
    const old = { type, version: 4, data: { ...(data as object), plan: { ...plan, tasks } } };
    const decoded = decodeEvent(old);
    if (!decoded.ok || decoded.value.type !== 'run.started') throw new Error('not a start');
    expect(decoded.value.plan.tasks.map(({ ownDeadline }) => ownDeadline)).toEqual(
      tasks.map(() => true),
    );
  });

  it('had no limit of agent time', () => {
    const { type, data } = encodeEvent(sampleStart('r1'));
    const plan = (data as { readonly plan: { readonly limits: object } }).plan;
    const limits = { ...plan.limits, agentMs: undefined };
    const old = { type, version: 6, data: { ...(data as object), plan: { ...plan, limits } } };
    const decoded = decodeEvent(old);
    if (!decoded.ok || decoded.value.type !== 'run.started') throw new Error('not a start');
    expect(decoded.value.plan.limits).toEqual({ ...plan.limits, agentMs: null });
  });

  it('landed one delivery after the other, by one effect each', () => {
    const { type, data } = encodeEvent(sampleStart('r1'));
    const plan = { ...(data as { readonly plan: object }).plan, queue: undefined };
    const started = decodeEvent({ type, version: 7, data: { ...(data as object), plan } });
    expect(started).toMatchObject({
      value: { plan: { queue: { mode: 'tip-green', slots: 1 } } },
    });
    const effect = { kind: 'land', delivery: 'r1-a-1' };
    expect(
      decodeEvent({ type: 'effect.intended', version: 1, data: { id: 'r1.4', effect } }),
    ).toMatchObject({
      value: { effect: { kind: 'land-group', test: '', deliveries: ['r1-a-1'] } },
    });
  });

  it.each([[null], ['text'], [{}], [{ plan: 3 }], [{ plan: { tasks: 'x' } }]])(
    'are found broken, not thrown at: %j',
    (data) => {
      for (const step of [
        planKnowsDelegation,
        planKnowsAssembler,
        planKnowsOwnDeadlines,
        planKnowsSizeOrigin,
        planKnowsAgentTime,
        planKnowsQueue,
        landingsAreOfGroups,
        attemptKnowsTrouble,
      ])
        expect(() => step(data)).not.toThrow();
      expect(decodeEvent({ type: 'run.started', version: 1, data })).toMatchObject({
        ok: false,
        error: { code: 'event-broken' },
      });
    },
  );
});
