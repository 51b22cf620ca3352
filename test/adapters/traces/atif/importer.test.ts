import { expect, test } from 'vitest';
import { measureSession } from '../../../../src/domain/trace/measures/session-measures.ts';
import { totalTokens } from '../../../../src/domain/receipt/token-usage.ts';
import { usageOf } from '../hand-checked.ts';
import { IMPORTERS } from '../importers.ts';
import { readMade, second } from '../made-records.ts';

const metrics = (prompt: number, completion: number, cached: number) => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  cached_tokens: cached,
});

const trajectory = {
  schema_version: 'ATIF-v1.7',
  session_id: 's',
  trajectory_id: 'main',
  agent: { name: 'some-agent', version: '3', model_name: 'claude-sonnet-4-5' },
  steps: [
    { step_id: 1, timestamp: second(0), source: 'system', message: 'You are …' },
    { step_id: 2, timestamp: second(1), source: 'user', message: 'Do it' },
    {
      step_id: 3,
      timestamp: second(1),
      source: 'agent',
      message: 'copied',
      is_copied_context: true,
      metrics: metrics(900, 9, 0),
    },
    {
      step_id: 4,
      timestamp: second(2),
      source: 'agent',
      message: 'I ask for help.',
      tool_calls: [
        {
          tool_call_id: 'c1',
          function_name: 'Bash',
          arguments: { command: 'echo x > /repo/a.txt' },
        },
        {
          tool_call_id: 'c2',
          function_name: 'Agent',
          arguments: { prompt: 'Do a part', description: 'part' },
        },
      ],
      observation: {
        results: [
          { source_call_id: 'c1', content: 'ok' },
          {
            source_call_id: 'c2',
            content: 'part done',
            subagent_trajectory_ref: [{ trajectory_id: 'sub' }],
          },
        ],
      },
      metrics: metrics(100, 10, 40),
    },
    {
      step_id: 5,
      timestamp: second(9),
      source: 'agent',
      message: 'Done.',
      metrics: metrics(200, 20, 0),
    },
  ],
  final_metrics: { total_prompt_tokens: 300, total_completion_tokens: 30, total_cached_tokens: 40 },
  subagent_trajectories: [
    {
      trajectory_id: 'sub',
      agent: { name: 'some-agent' },
      steps: [
        { step_id: 1, timestamp: second(3), source: 'user', message: 'Do a part' },
        {
          step_id: 2,
          timestamp: second(4),
          source: 'agent',
          message: '',
          tool_calls: [
            {
              tool_call_id: 'c1',
              function_name: 'str_replace_based_edit_tool',
              arguments: { path: '/repo/b.txt', old_str: 'a', new_str: 'b' },
            },
          ],
          observation: { results: [{ source_call_id: 'c1', content: 'edited' }] },
          metrics: metrics(50, 5, 0),
        },
        {
          step_id: 3,
          timestamp: second(6),
          source: 'agent',
          message: 'part done',
          metrics: metrics(60, 6, 0),
        },
      ],
    },
  ],
};

test('a trajectory with a sub-agent in it', async () => {
  const trace = await readMade(IMPORTERS.atif, {
    'run/trajectory.json': JSON.stringify(trajectory, null, 2),
  });
  expect(trace).toMatchObject({
    source: 'atif',
    session: 'main',
    title: 'Do it',
    programVersion: '3',
  });
  const live = [{ from: Date.parse(second(3)), to: Date.parse(second(6)) }];
  expect(trace.agents).toMatchObject([
    { id: 'main', kind: 'root', end: { state: 'completed' } },
    { id: 'sub', parent: 'main', spawnedBy: 'c2', end: { state: 'completed' }, live },
  ]);
  expect(totalTokens(usageOf(trace, () => true))).toBe(110 + 220 + 55 + 66);
  expect(measureSession(trace).tokens.check).toEqual({ equal: true, differences: [] });
  const writes = trace.events.flatMap((event) =>
    event.kind === 'write' ? [[event.agent, event.path.path, event.op]] : [],
  );
  expect(writes).toEqual([
    ['main', '/repo/a.txt', 'unknown'],
    ['sub', '/repo/b.txt', 'edit'],
  ]);
  expect(trace.notes).toMatchObject({ repeatedRecords: 1, unknownRecords: {} });
  expect(trace.events.find(({ kind }) => kind === 'spawn')?.evidence).toMatchObject({
    line: null,
    record: 'main/step 4',
  });
});

test('other JSON is no trajectory, and steps of any shape break nothing', async () => {
  await expect(
    readMade(IMPORTERS.atif, { 'package.json': '{"schema_version":"1"}' }),
  ).rejects.toThrow('0 sessions');
  const odd = {
    ...trajectory,
    steps: [null, 1, { source: 4 }, { source: 'agent', tool_calls: 'x' }],
    subagent_trajectories: {},
  };
  const trace = await readMade(IMPORTERS.atif, { 'x.json': JSON.stringify(odd) });
  expect(trace.notes.unknownRecords).toEqual({ 'step of (no source)': 1 });
});
