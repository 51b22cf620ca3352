import { describe, expect, it } from 'vitest';
import { missingAgents, unheldAgents } from '../../src/compose/detect-agents.ts';
import type { Delegation } from '../../src/domain/plan/delegation.ts';
import type { AgentSpec } from '../../src/domain/plan/plan.ts';
import { planOf, taskOf } from '../support/plans.ts';

const agent = (use: string, more: Partial<AgentSpec> = {}): AgentSpec => ({
  name: `my-${use}`,
  use,
  args: [],
  env: {},
  ...more,
});
const plan = (spec: AgentSpec, delegation: Delegation = { mode: 'off' }) =>
  planOf([taskOf('a', { agent: spec, delegation }), taskOf('b', { agent: spec, delegation })]);

describe('what stands against a plan’s agents', () => {
  it('is said once, however many tasks it hinders', async () => {
    const missing = await missingAgents(plan(agent('kimi', { run: '/nowhere/kimi' })));
    expect(missing.map(({ code }) => code)).toEqual(['agent-not-installed']);
  });

  it.each<[string, Delegation, RegExp]>([
    ['kimi', { mode: 'capped', n: 2 }, /my-kimi.*capped: 2/u],
    ['command', { mode: 'native' }, /my-command.*native/u],
  ])('is a promise about sub-agents that %s cannot be held to: %j', async (use, mode, message) => {
    const missing = await missingAgents(plan(agent(use, { run: 'true' }), mode));
    expect(missing).toMatchObject([
      { code: 'delegation-unsupported', message: expect.stringMatching(message) as unknown },
    ]);
  });

  it('is nothing for a command of one’s own that promises nothing', async () => {
    expect(await missingAgents(plan(agent('command', { run: 'true' })))).toEqual([]);
  });

  it('is an adapter that there is not', async () => {
    expect(await missingAgents(plan(agent('emacs')))).toMatchObject([{ code: 'unknown-adapter' }]);
  });
});

describe('agents that nothing of their own holds in their workspace', () => {
  it('are named once, those of one’s own making excepted', () => {
    expect(unheldAgents(plan(agent('kimi')))).toEqual([
      expect.stringMatching(/^Kimi Code runs .* the text guard alone/u),
    ]);
    expect(unheldAgents(plan(agent('command', { run: 'true' })))).toEqual([]);
    expect(unheldAgents(plan(agent('claude-code')))).toEqual([]);
  });
});
