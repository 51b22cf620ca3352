import { expect, test } from 'vitest';
import { totalTokens } from '../../../../src/domain/receipt/token-usage.ts';
import { usageOf } from '../hand-checked.ts';
import { IMPORTERS } from '../importers.ts';
import { readMade, second } from '../made-records.ts';

const line = (s: number, type: string, payload: object) => ({
  timestamp: second(s),
  type,
  payload,
});
const event = (s: number, payload: object) => line(s, 'event_msg', payload);
const item = (s: number, payload: object) => line(s, 'response_item', payload);

const used = (input: number, output: number) => ({
  input_tokens: input,
  cached_input_tokens: 0,
  output_tokens: output,
  total_tokens: input + output,
});
const tokenCount = (s: number, total: readonly [number, number], last: readonly [number, number]) =>
  event(s, {
    type: 'token_count',
    info: { total_token_usage: used(...total), last_token_usage: used(...last) },
  });

const meta = (s: number, id: string, more: object = {}) =>
  line(s, 'session_meta', {
    id,
    timestamp: second(s),
    cwd: '/repo',
    cli_version: '0.145.0',
    source: 'exec',
    ...more,
  });

const call = (s: number, id: string, cmd: string) =>
  item(s, {
    type: 'function_call',
    name: 'exec_command',
    arguments: JSON.stringify({ cmd }),
    call_id: id,
    id: `fc_${id}`,
  });
const output = (s: number, id: string, text: string) =>
  item(s, { type: 'function_call_output', call_id: id, output: text });

const parent = [
  meta(0, 'root'),
  event(0, { type: 'task_started', turn_id: 't1' }),
  item(1, { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Do it' }] }),
  call(2, 'c1', 'echo x > a.txt'),
  output(3, 'c1', 'Exit code: 0\nWall time: 0.1 seconds\nOutput:\n'),
  tokenCount(3, [100, 10], [100, 10]),
  // The same record can come twice.
  tokenCount(3, [100, 10], [100, 10]),
];

const spawn = {
  subagent: { thread_spawn: { parent_thread_id: 'root', depth: 1, agent_path: '/root/part' } },
};
const ROOT = 'sessions/2026/07/01/rollout-2026-07-01T00-00-00-root.jsonl';
const SUB = 'sessions/2026/07/01/rollout-2026-07-01T00-00-05-sub.jsonl';
const rollouts = {
  [ROOT]: [
    ...parent,
    item(4, {
      type: 'function_call',
      name: 'spawn_agent',
      arguments: '{"task_name":"part","message":"Do a part","fork_turns":"all"}',
      call_id: 'c2',
    }),
    event(5, {
      type: 'sub_agent_activity',
      kind: 'started',
      agent_thread_id: 'sub',
      call_id: 'c2',
      agent_path: '/root/part',
    }),
    output(5, 'c2', '{"task_name":"/root/part"}'),
    tokenCount(9, [250, 30], [150, 20]),
    event(10, { type: 'task_complete', turn_id: 't1', last_agent_message: 'done' }),
  ],
  [SUB]: [
    meta(5, 'sub', {
      forked_from_id: 'root',
      parent_thread_id: 'root',
      thread_source: 'subagent',
      source: spawn,
    }),
    // A fork begins with a copy of its parent's records, with their ids and times.
    ...parent,
    event(6, { type: 'task_started', turn_id: 't2' }),
    call(7, 'c9', 'npm test'),
    output(8, 'c9', 'Exit code: 1\nOutput:\n  1 failing\n'),
    tokenCount(8, [140, 25], [40, 15]),
    event(8, { type: 'task_complete', turn_id: 't2', last_agent_message: 'failed' }),
  ],
};

test('a fork of version 0.145 does not count what it copied of its parent', async () => {
  const trace = await readMade(IMPORTERS.codex, rollouts);
  expect(trace).toMatchObject({ session: 'root', programVersion: '0.145.0', title: 'Do it' });
  expect(trace.agents.map(({ id, parent: of, end }) => [id, of, end.state])).toEqual([
    ['root', null, 'completed'],
    ['sub', 'root', 'completed'],
  ]);
  expect(trace.agents[1]).toMatchObject({
    name: 'part',
    inheritsContext: true,
    spawnedBy: 'c2',
    role: 'verifier',
  });
  // 100+10 and 150+20 of the root, 40+15 of its sub-agent.
  expect(totalTokens(usageOf(trace, () => true))).toBe(335);
  expect(trace.notes.repeatedRecords).toBe(6);
  const commands = trace.events.flatMap((each) =>
    each.kind === 'command' ? [[each.agent, each.text, each.exit]] : [],
  );
  expect(commands).toEqual([
    ['root', 'echo x > a.txt', 0],
    ['sub', 'npm test', 1],
  ]);
});

test('a sub-agent whose root has no file is one of a session without a root', async () => {
  const trace = await readMade(IMPORTERS.codex, { [SUB]: rollouts[SUB] ?? [] });
  expect(trace).toMatchObject({ session: 'root', notes: { missingAgents: ['root'] } });
  expect(trace.agents.map(({ id }) => id)).toEqual(['sub']);
});

test('of one thread in two places the longer file counts', async () => {
  const trace = await readMade(IMPORTERS.codex, {
    [ROOT]: rollouts[ROOT] ?? [],
    'archived_sessions/rollout-2026-07-01T00-00-00-root.jsonl': parent,
  });
  expect(totalTokens(usageOf(trace, (agent) => agent === 'root'))).toBe(280);
});

test('a patch as the model gave it and as older versions tell its end', async () => {
  const patch = '*** Begin Patch\n*** Add File: b.txt\n+one\n*** End Patch';
  const trace = await readMade(IMPORTERS.codex, {
    'rollout-a.jsonl': [
      meta(0, 'root'),
      item(1, { type: 'custom_tool_call', name: 'apply_patch', input: patch, call_id: 'p1' }),
      event(2, { type: 'patch_apply_end', call_id: 'p1', success: true }),
      item(2, {
        type: 'custom_tool_call_output',
        call_id: 'p1',
        output: '{"output":"Success.","metadata":{"exit_code":0}}',
      }),
    ],
  });
  expect(trace.events.find(({ kind }) => kind === 'write')).toMatchObject({
    op: 'create',
    path: { workspace: '/repo', path: 'b.txt' },
    added: { lines: 1 },
  });
  expect(trace.notes.unknownRecords).toEqual({});
});

test('a compaction counts once, told by a record, by the notice of the program, or by both', async () => {
  const trace = await readMade(IMPORTERS.codex, {
    'rollout-root.jsonl': [
      ...parent,
      line(4, 'compacted', { message: '' }),
      event(4, { type: 'context_compacted' }),
      event(6, { type: 'context_compacted' }),
    ],
  });
  const lines = trace.events.flatMap((each) => (each.kind === 'compaction' ? each.at : []));
  expect(lines).toHaveLength(2);
});
