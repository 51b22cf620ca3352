import { describe, expect, it } from 'vitest';
import { NO_INTENT, withIntent } from '../../../src/domain/trace/intent.ts';
import { madeAgent, madeTrace } from '../../support/made-trace.ts';

describe('withIntent', () => {
  const trace = madeTrace(
    [madeAgent('a1', { name: 'core', scope: ['old/**'] }), madeAgent('a2', { type: 'tester' })],
    [],
    { budget: { wallMs: 5, tokens: 7, usd: null }, deliverables: ['x'] },
  );

  it('changes nothing where nothing is said', () => {
    expect(withIntent(trace, NO_INTENT)).toEqual(trace);
  });

  it('gives sub-agents what is said of their name, kind or id', () => {
    const unit = { id: 'core', needs: [], paths: ['src/**'], deliverables: [] };
    const made = withIntent(trace, {
      wallMs: 60_000,
      deliverables: ['y'],
      units: [unit],
      scopes: new Map([
        ['core', ['src/**']],
        ['tester', ['test/**']],
        ['nobody', ['**']],
      ]),
    });
    expect(made).toMatchObject({
      budget: { wallMs: 60_000, tokens: 7 },
      deliverables: ['y'],
      units: [unit],
      agents: [
        { id: 'root', scope: null, unit: null },
        { id: 'a1', scope: ['src/**'], unit: 'core' },
        { id: 'a2', scope: ['test/**'], unit: null },
      ],
    });
  });
});
