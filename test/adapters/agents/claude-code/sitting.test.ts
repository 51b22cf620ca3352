import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeSitting } from '../../../../src/adapters/agents/claude-code/sitting.ts';
import type { AgentFact } from '../../../../src/ports/agent.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const state = (now: string) => ({ type: 'system', subtype: 'session_state_changed', state: now });
const echo = (uuid: string) => ({ type: 'user', uuid, isReplay: true });
const fate = (command_uuid: string, now: string) => ({
  type: 'command_lifecycle',
  command_uuid,
  state: now,
});
const background = (...ids: string[]) => ({
  type: 'system',
  subtype: 'background_tasks_changed',
  tasks: ids.map((task_id) => ({ task_id })),
});
const RESULT = { type: 'result' };

/** A sitting whose brief was taken. */
function begun() {
  const told: AgentFact[] = [];
  let over = 0;
  const sitting = makeSitting({ tell: (fact) => told.push(fact), over: () => (over += 1) });
  sitting.sent('brief', null);
  sitting.take(echo('brief'));
  const isOverAfter = (ms: number): boolean => {
    vi.advanceTimersByTime(ms);
    return over > 0;
  };
  const isOver = (): boolean => isOverAfter(1_000);
  return { sitting, told, isOver, isOverAfter };
}

describe('a sitting', () => {
  it('is over when the CLI is idle, and not at its first result', () => {
    const { sitting, isOver } = begun();
    sitting.take(state('running'));
    sitting.take(RESULT);
    expect(isOver()).toBe(false);
    sitting.take(state('idle'));
    expect(isOver()).toBe(true);
  });

  it('goes on when the CLI gets to work again at once', () => {
    const { sitting, isOver } = begun();
    sitting.take(state('idle'));
    sitting.take(state('running'));
    expect(isOver()).toBe(false);
  });

  it('is over at once when nothing ran beside the turn', () => {
    const { sitting, isOverAfter } = begun();
    sitting.take(state('idle'));
    expect(isOverAfter(0)).toBe(true);
  });

  it.each([
    ['a sub-agent', [{ type: 'system', subtype: 'task_started' }]],
    ['a command in the background', [background('b'), background()]],
  ])('gives %s a moment to call the CLI back', (_, records) => {
    const { sitting, isOverAfter } = begun();
    for (const record of records) sitting.take(record);
    sitting.take(state('idle'));
    expect(isOverAfter(249)).toBe(false);
    sitting.take(state('running'));
    expect(isOverAfter(1_000)).toBe(false);
    sitting.take(state('idle'));
    expect(isOverAfter(250)).toBe(true);
  });

  it('waits for commands in the background, though not for ever', () => {
    const { sitting, isOver } = begun();
    sitting.take(background('b'));
    sitting.take(state('idle'));
    expect(isOver()).toBe(false);
    sitting.take(background());
    expect(isOver()).toBe(true);
  });

  it('lets the CLI end beside a command that never ends', () => {
    const { sitting, isOver } = begun();
    sitting.take(background('server'));
    sitting.take(state('idle'));
    vi.advanceTimersByTime(599_000);
    expect(isOver()).toBe(true);
  });

  it('is over by its result where the CLI does not tell its state', () => {
    const { sitting, isOver } = begun();
    sitting.take({ type: 'assistant' });
    expect(isOver()).toBe(false);
    sitting.take(RESULT);
    expect(isOver()).toBe(true);
  });

  it('is not over while a message is on its way', () => {
    const { sitting, told, isOver } = begun();
    sitting.sent('u1', 'm1');
    sitting.take(state('idle'));
    expect(isOver()).toBe(false);
    sitting.take(state('running'));
    sitting.take(echo('u1'));
    expect(told).toEqual([{ kind: 'message', id: 'm1', way: 'mid-turn' }]);
    sitting.take(state('idle'));
    expect(isOver()).toBe(true);
  });

  it('stays open for a message that is sent in the last moment', () => {
    const { sitting, isOver } = begun();
    sitting.take(state('idle'));
    sitting.sent('u1', 'm1');
    expect(isOver()).toBe(false);
  });

  it('tells a message once, however its fate is told', () => {
    const { sitting, told } = begun();
    sitting.sent('u1', 'm1');
    sitting.take(fate('u1', 'queued'));
    expect(told).toEqual([]);
    for (const now of ['started', 'completed']) sitting.take(fate('u1', now));
    sitting.take(echo('u1'));
    expect(told).toEqual([{ kind: 'message', id: 'm1', way: 'mid-turn' }]);
  });

  it.each(['cancelled', 'discarded', 'refused'])('knows a message that was %s', (now) => {
    const { sitting, told } = begun();
    sitting.sent('u1', 'm1');
    sitting.take(fate('u1', now));
    expect(told).toEqual([{ kind: 'message', id: 'm1', way: 'too-late' }]);
  });

  it('tells of what the CLI never took that it came too late', () => {
    const { sitting, told, isOver } = begun();
    sitting.sent('u1', 'm1');
    sitting.close();
    expect(told).toEqual([{ kind: 'message', id: 'm1', way: 'too-late' }]);
    expect(isOver()).toBe(false);
  });
});
