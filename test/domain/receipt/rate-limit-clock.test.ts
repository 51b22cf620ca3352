import { describe, expect, it } from 'vitest';
import type { AgentFact } from '../../../src/domain/receipt/agent-fact.ts';
import {
  limitedUpTo,
  NEVER_LIMITED,
  rateLimitClock,
  stopped,
} from '../../../src/domain/receipt/rate-limit-clock.ts';

const trouble = (fatal: boolean, code = 'agent-rate-limited' as const): AgentFact => ({
  kind: 'trouble',
  code,
  text: '429',
  fatal,
});
const WAIT = trouble(false);
const tool: AgentFact = { kind: 'tool', text: 'Edit a' };
const heard = (...facts: readonly (readonly [AgentFact, number])[]) =>
  facts.reduce((clock, [fact, at]) => rateLimitClock(clock, fact, at), NEVER_LIMITED);

describe('the clock of rate limits', () => {
  it('runs from the first word of a limit to the next sign of progress', () => {
    const clock = heard([WAIT, 100], [WAIT, 400], [tool, 1_100], [tool, 9_000]);
    expect(clock).toEqual({ ms: 1_000, since: null });
  });

  it('adds up several waits, and counts one that goes on', () => {
    const clock = heard([WAIT, 100], [tool, 300], [WAIT, 1_000]);
    expect(clock).toEqual({ ms: 200, since: 1_000 });
    expect(limitedUpTo(clock, 1_500)).toBe(700);
    expect(stopped(clock, 1_500)).toEqual({ ms: 700, since: null });
  });

  it.each<AgentFact>([
    { kind: 'trouble', code: 'agent-server-error', text: '500', fatal: false },
    trouble(true),
    { kind: 'identity', version: '1', model: null, session: null },
  ])('does not run for %o', (fact) => {
    expect(heard([fact, 100])).toEqual(NEVER_LIMITED);
  });

  it('is not stopped by what is no answer of the model service', () => {
    const clock = heard(
      [WAIT, 100],
      [{ kind: 'message', id: 'm', way: 'mid-turn' }, 200],
      [{ kind: 'unknown', what: 'x' }, 300],
    );
    expect(clock.since).toBe(100);
  });
});
