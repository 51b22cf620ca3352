import { expect, test } from 'vitest';
import { totalTokens } from '../../../../src/domain/receipt/token-usage.ts';
import { usageOf } from '../hand-checked.ts';
import { IMPORTERS } from '../importers.ts';
import { readMade, second } from '../made-records.ts';

const importer = IMPORTERS['claude-code'];
const S = '11111111-1111-4111-8111-111111111111';

const base = (s: number, more: object = {}) => ({
  uuid: `u${s}${JSON.stringify(more).length}`,
  timestamp: second(s),
  sessionId: S,
  cwd: '/repo',
  version: '2.1.207',
  isSidechain: false,
  ...more,
});
const user = (s: number, content: unknown, more: object = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  ...base(s, more),
});
const answer = (s: number, id: string, content: readonly object[], more: object = {}) => ({
  type: 'assistant',
  message: {
    id,
    role: 'assistant',
    model: 'claude-opus-5',
    content,
    stop_reason: content.some((block) => 'input' in block) ? 'tool_use' : 'end_turn',
    usage: {
      input_tokens: 10,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens: 5,
    },
  },
  ...base(s, more),
});
const use = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input });
const text = (words: string) => ({ type: 'text', text: words });
const result = (id: string, content: unknown, error = false) => [
  { type: 'tool_result', tool_use_id: id, content, ...(error ? { is_error: true } : {}) },
];

test('a session of version 2.1.207 lies in two folders, without ids of requests', async () => {
  const trace = await readMade(importer, {
    [`-repo/${S}.jsonl`]: [
      user(0, 'Fix the tests'),
      answer(1, 'msg_bdrk_1', [text('I look.')]),
      answer(1, 'msg_bdrk_1', [use('t1', 'Bash', { command: 'npm test' })]),
      user(2, result('t1', 'Exit code 1\n  2 passing (9ms)\n  1 failing\n', true), {
        toolUseResult: 'Error: Exit code 1',
      }),
    ],
    [`-repo-packages-a/${S}.jsonl`]: [
      answer(
        3,
        'msg_bdrk_2',
        [
          use('t2', 'Edit', {
            file_path: '/repo/packages/a/x.ts',
            old_string: 'a',
            new_string: 'b',
          }),
        ],
        { cwd: '/repo/packages/a' },
      ),
      user(4, result('t2', 'The file has been updated.')),
      answer(5, 'msg_bdrk_3', [text('Done.')]),
    ],
  });
  expect(trace).toMatchObject({
    session: S,
    title: 'Fix the tests',
    cwd: '/repo',
    programVersion: '2.1.207',
  });
  expect(totalTokens(usageOf(trace, () => true))).toBe(45);
  expect(trace.events.find(({ kind }) => kind === 'test')).toMatchObject({
    verdict: 'failed',
    failed: 1,
  });
  expect(trace.events.find(({ kind }) => kind === 'write')).toMatchObject({
    path: { workspace: '/repo', path: 'packages/a/x.ts' },
    op: 'edit',
  });
  expect(trace.agents).toMatchObject([
    { kind: 'root', end: { state: 'completed' }, role: 'writer' },
  ]);
});

const spawning = [
  user(0, 'Go'),
  answer(1, 'm1', [use('t1', 'Agent', { description: 'part', prompt: 'Do a part' })]),
];

test('a sub-agent whose file is missing is known by its parent alone', async () => {
  const done = { status: 'completed', agentId: 'aaa', content: [text('All done.')] };
  const trace = await readMade(importer, {
    [`-repo/${S}.jsonl`]: [
      ...spawning,
      user(9, result('t1', 'All done.'), { toolUseResult: done }),
    ],
  });
  expect(trace.agents[1]).toMatchObject({
    id: 'aaa',
    parent: S,
    name: 'part',
    recorded: false,
    startedAt: null,
    live: [],
    role: 'unknown',
    end: { state: 'completed' },
  });
  expect(trace.notes.missingAgents).toEqual(['aaa']);
});

test('a sub-agent that no parent tells of is told as an orphan; one that is at work is running', async () => {
  const own = { isSidechain: true, agentId: 'bbb' };
  const trace = await readMade(importer, {
    [`-repo/${S}.jsonl`]: spawning,
    [`-repo/${S}/subagents/agent-bbb.jsonl`]: [
      user(2, 'Do a part', own),
      answer(3, 'm2', [use('t9', 'Bash', { command: 'sleep 9' })], own),
    ],
  });
  expect(trace.notes).toMatchObject({ orphanAgents: ['bbb'], unpairedCalls: 2 });
  expect(trace.agents.map(({ end }) => end.state)).toEqual(['running', 'running']);
});

test('a fork begins with its parent’s records, which are not its own', async () => {
  const own = { isSidechain: true, agentId: 'ccc' };
  const trace = await readMade(importer, {
    [`-repo/${S}.jsonl`]: spawning,
    [`-repo/${S}/subagents/agent-ccc.jsonl`]: [
      ...spawning,
      user(2, 'Go on', own),
      answer(3, 'm2', [text('ok')], own),
    ],
    [`-repo/${S}/subagents/agent-ccc.meta.json`]:
      '{"toolUseId":"t1","description":"part","requestShape":"background"}',
  });
  expect(trace.agents[1]).toMatchObject({
    id: 'ccc',
    parent: S,
    launch: 'background',
    end: { state: 'completed' },
  });
  expect(trace.notes.repeatedRecords).toBe(2);
  expect(totalTokens(usageOf(trace, () => true))).toBe(30);
});

test('an error of the API ends the work; a refused start and a shortened history are told', async () => {
  const trace = await readMade(importer, {
    [`-repo/${S}.jsonl`]: [
      ...spawning,
      user(
        2,
        result('t1', 'Concurrent subagent limit reached. You can run 1 subagents at once.', true),
      ),
      {
        type: 'system',
        subtype: 'compact_boundary',
        compactMetadata: { trigger: 'auto', preTokens: 160_000 },
        ...base(3),
      },
      {
        type: 'assistant',
        isApiErrorMessage: true,
        apiErrorStatus: 429,
        message: {
          id: 'm9',
          model: '<synthetic>',
          content: [text('API Error: Rate limit reached')],
          usage: { input_tokens: 7 },
        },
        ...base(4),
      },
    ],
  });
  expect(trace.events.find(({ kind }) => kind === 'spawn')).toMatchObject({
    outcome: 'refused',
    child: null,
  });
  expect(trace.events.find(({ kind }) => kind === 'compaction')).toMatchObject({
    trigger: 'auto',
    tokensBefore: 160_000,
  });
  expect(trace.events.find(({ kind }) => kind === 'error')).toMatchObject({ error: 'rate-limit' });
  expect(trace.agents[0]?.end).toMatchObject({ state: 'failed', by: 'system' });
  expect(totalTokens(usageOf(trace, () => true))).toBe(15);
});

test('a workflow’s key that is started again is the same work made again', async () => {
  const agent = (id: string, s: number) => [
    user(s, 'Part one', { isSidechain: true, agentId: id }),
    answer(s + 1, `m-${id}`, [text('ok')], { isSidechain: true, agentId: id }),
  ];
  const folder = `-repo/${S}/subagents/workflows/wf_1`;
  const trace = await readMade(importer, {
    [`-repo/${S}.jsonl`]: [user(0, 'Go')],
    [`${folder}/agent-x1.jsonl`]: agent('x1', 1),
    [`${folder}/agent-x2.jsonl`]: agent('x2', 5),
    [`${folder}/journal.jsonl`]: [
      { type: 'started', key: 'v2:k', agentId: 'x1' },
      { type: 'started', key: 'v2:k', agentId: 'x2' },
      { type: 'result', key: 'v2:k', agentId: 'x2', result: 'ok' },
    ],
  });
  expect(trace.agents.map(({ id, retryOf, launch }) => [id, retryOf, launch])).toEqual([
    [S, null, 'person'],
    ['x1', null, 'workflow'],
    ['x2', 'x1', 'workflow'],
  ]);
});

test('who is at work after the session was gone on with is not ended by the end of the process before', async () => {
  const first = [user(0, 'Build it'), answer(1, 'm1', [use('t1', 'Bash', { command: 'ls' })])];
  const totals = { type: 'cost-state', sessionId: S };
  const stateOf = async (...more: readonly object[]) =>
    (await readMade(importer, { [`-repo/${S}.jsonl`]: [...first, totals, ...more] })).agents[0]?.end
      .state;
  expect(await stateOf()).toBe('killed');
  expect(await stateOf(user(60, 'Go on'))).toBe('running');
  expect(await stateOf(user(60, 'Go on'), totals)).toBe('killed');
});
