import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { driverFact } from '../../../src/adapters/agents/driver-fact.ts';
import { summarise } from '../../../src/domain/receipt/summarise-output.ts';
import { emptySummary } from '../../../src/domain/receipt/output-summary.ts';
import type { AgentFact } from '../../../src/ports/agent.ts';
import { encodeEvent, decodeEvent } from '../../../src/protocol/events.ts';

const USAGE = { input: 1, cacheRead: 0, cacheWrite: 0, output: 2 };
const QUESTION = {
  id: 'q1',
  kind: 'permission',
  text: 'May I?',
  options: ['allow', 'refuse'],
  default: 'refuse',
  until: 5,
} as const;

const FACTS: readonly AgentFact[] = [
  { kind: 'identity', version: '1', model: null, session: null },
  { kind: 'usage', usage: { ...USAGE, reasoning: 1 }, sub: USAGE, lowerBound: true },
  { kind: 'usage', usage: USAGE, models: [{ model: null, usage: USAGE }] },
  { kind: 'request', sub: true, model: 'm', usage: USAGE },
  { kind: 'tool', text: 'Bash ls' },
  { kind: 'command', argv: 'ls', exit: null },
  { kind: 'refused', text: 'no' },
  { kind: 'said', text: 'hello' },
  { kind: 'sub-agent', id: 's', phase: 'ended', name: 'n' },
  { kind: 'message', id: 'said-1', way: 'resume' },
  { kind: 'question', question: QUESTION },
  { kind: 'answered', id: 'q1', choice: 'allow', by: 'default' },
  { kind: 'trouble', code: 'agent-failed', text: 'x', fatal: true },
  { kind: 'transcript', path: '/t' },
  { kind: 'result', text: '', failed: false, costUsd: 0.1 },
  { kind: 'unknown', what: 'x' },
];

describe('a fact of a driver', () => {
  it.each(FACTS.map((fact) => [fact.kind, fact] as const))('is read: %s', (_, fact) => {
    expect(driverFact({ fanin: fact })).toEqual(fact);
  });

  it('is none in a line of the agent itself', () => {
    expect(driverFact({ type: 'assistant' })).toBeNull();
    expect(driverFact({ fanin: 'a word' })).toBeNull();
  });

  it.each([
    [{ kind: 'trouble', code: 'agent-of-tomorrow', text: 'x', fatal: true }],
    [{ kind: 'question', question: { ...QUESTION, until: null } }],
    [{ kind: 'question' }],
    [{ kind: 'usage', usage: { ...USAGE, input: -1 } }],
    [{ kind: 'answered', id: 'q1', choice: 7, by: 'default' }],
    [{ kind: 'toString' }],
  ])('is unknown in another shape: %j', (fact) => {
    expect(driverFact({ fanin: fact })).toMatchObject({ kind: 'unknown' });
  });

  it('leads to events that can be read again, whatever the line holds', () => {
    const odd = fc.oneof(fc.constantFrom(null, -1, 'x', true), fc.jsonValue());
    const bent = fc
      .tuple(fc.constantFrom(...FACTS), fc.dictionary(fc.constantFrom(...KEYS), odd))
      .map(([fact, more]) => ({ ...fact, ...more }));
    fc.assert(
      fc.property(bent, (fact) => {
        const read = driverFact({ fanin: JSON.parse(JSON.stringify(fact)) as unknown });
        if (read === null) throw new Error('it is a fact');
        summarise(emptySummary, read);
        if (read.kind !== 'question') return;
        const { question } = read;
        const event = { type: 'attempt.asked', at: 1, attempt: 'a', question } as const;
        expect(decodeEvent(encodeEvent(event)).ok).toBe(true);
      }),
    );
  });
});

const KEYS = ['kind', 'usage', 'question', 'text', 'code', 'id', 'way', 'by', 'sub', 'models'];
