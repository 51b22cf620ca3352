import { describe, expect, it } from 'vitest';
import type { AgentExit, Attempt } from '../../../src/domain/attempt/attempt.ts';
import { endCode } from '../../../src/domain/attempt/end-code.ts';
import { failure } from '../../../src/domain/failure.ts';
import { BASE, NORMAL } from '../../support/run-driver.ts';

type Ended = Extract<Attempt, { phase: 'ended' }>;

const ended = (more: Partial<Ended>): Ended => ({
  phase: 'ended',
  id: 'r1-a-1',
  run: 'r1',
  task: 'a',
  n: 1,
  queuedAt: 1,
  base: BASE,
  comeback: null,
  outcome: 'failed',
  reason: '',
  workspace: null,
  startedAt: 2,
  toldToWrapUp: false,
  exit: NORMAL,
  harvest: null,
  failure: null,
  trouble: null,
  endedAt: 3,
  ...more,
});
const exit = (more: Partial<AgentExit>): AgentExit => ({ ...NORMAL, ...more });
const fatal = { code: 'agent-rate-limited', text: '429', fatal: true } as const;

describe('the code of an end', () => {
  it.each<[string, boolean, Partial<Ended>]>([
    ['delivered', false, { outcome: 'delivered' }],
    ['changed-nothing', false, { outcome: 'empty' }],
    ['cancelled', false, { outcome: 'cancelled', exit: null }],
    ['not-deliverable', false, { outcome: 'failed' }],
    ['agent-crashed', false, { exit: exit({ code: 3 }) }],
    ['agent-killed', false, { exit: exit({ code: null, signal: 'SIGSEGV' }) }],
    ['supervisor-lost', true, { exit: exit({ code: null, lost: true }) }],
    ['agent-rate-limited', true, { trouble: fatal, exit: exit({ code: 1 }) }],
    ['agent-context-overflow', false, { trouble: { ...fatal, code: 'agent-context-overflow' } }],
    ['agent-failed', false, { trouble: { ...fatal, code: 'agent-failed' } }],
    ['agent-crashed', false, { trouble: { ...fatal, fatal: false }, exit: exit({ code: 1 }) }],
    ['stopped-at-deadline', false, { trouble: fatal, exit: exit({ stopped: 'deadline' }) }],
    ['stopped-at-disk-limit', false, { exit: exit({ stopped: 'disk' }) }],
    ['stopped-by-person', false, { exit: exit({ stopped: 'person' }) }],
    ['stopped-with-run', false, { exit: exit({ stopped: 'run-stopped' }) }],
    ['agent-not-found', true, { failure: failure('agent-not-found', 'x'), exit: null }],
  ])('is %s (infrastructure: %s)', (code, infrastructure, more) => {
    expect(endCode(ended(more))).toEqual({ code, infrastructure });
  });
});
