import { describe, expect, it } from 'vitest';
import { makeSubAgentLog } from '../../../../src/adapters/agents/claude-code/sub-agents.ts';

const started = (task_id: string, task_type = 'local_agent') => ({
  task_id,
  task_type,
  description: `Part ${task_id}`,
});
const agent = (agentId: string | undefined, state: string, times: object = {}) => ({
  type: 'workflow_agent',
  label: 'part',
  state,
  ...times,
  ...(agentId === undefined ? {} : { agentId }),
});
const phases = (facts: readonly { readonly id: string; readonly phase: string }[]) =>
  facts.map(({ id, phase }) => `${id} ${phase}`);

describe('sub-agents', () => {
  it('end once, whichever of the two records of an end comes first', () => {
    const log = makeSubAgentLog();
    expect(phases(log.started(started('a')))).toEqual(['a started']);
    expect(phases(log.changed({ task_id: 'a', patch: { status: 'completed' } }))).toEqual([
      'a ended',
    ]);
    expect(log.changed({ task_id: 'a', status: 'completed' })).toEqual([]);
  });

  it('do not end by a change that is none', () => {
    const log = makeSubAgentLog();
    log.started(started('a'));
    expect(log.changed({ task_id: 'a', patch: { status: 'running' } })).toEqual([]);
    expect(log.changed({ task_id: 'a', patch: { is_backgrounded: true } })).toEqual([]);
    expect(phases(log.changed({ task_id: 'a', status: 'stopped' }))).toEqual(['a ended']);
  });

  it('start again when they are told something after their end', () => {
    const log = makeSubAgentLog();
    log.started(started('a'));
    log.changed({ task_id: 'a', status: 'completed' });
    expect(phases(log.started(started('a')))).toEqual(['a started']);
  });

  it('are no commands in the background, and no workflows', () => {
    const log = makeSubAgentLog();
    expect(log.started(started('b', 'local_bash'))).toEqual([]);
    expect(log.started(started('w', 'local_workflow'))).toEqual([]);
    expect(log.changed({ task_id: 'b', status: 'completed' })).toEqual([]);
  });

  it('of a workflow start when their turn comes, and end with it at the latest', () => {
    const log = makeSubAgentLog();
    const progress = (...workflow_progress: object[]) =>
      phases(log.progressed({ task_id: 'w', workflow_progress }));
    expect(progress(agent('a', 'start'), agent(undefined, 'start'))).toEqual(['a started']);
    expect(progress(agent('a', 'progress'), agent('b', 'start'))).toEqual(['b started']);
    expect(progress(agent('a', 'error'), agent('b', 'progress'))).toEqual(['a ended']);
    expect(phases(log.changed({ task_id: 'w', patch: { status: 'killed' } }))).toEqual(['b ended']);
  });

  it('of a workflow are told whose whole life lies between two records, in the order of its times', () => {
    const log = makeSubAgentLog();
    const progress = (...workflow_progress: object[]) =>
      phases(log.progressed({ task_id: 'w', workflow_progress }));
    const a = agent('a', 'done', { startedAt: 100, durationMs: 50 });
    const b = agent('b', 'done', { startedAt: 120, durationMs: 50 });
    const c = agent('c', 'start', { startedAt: 160 });
    expect(progress(agent('a', 'start', { startedAt: 100 }))).toEqual(['a started']);
    expect(progress(a, b, c)).toEqual(['b started', 'a ended', 'c started', 'b ended']);
    expect(progress(a, b, c)).toEqual([]);
  });
});
