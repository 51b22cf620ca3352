import { expect, test } from 'vitest';
import { totalTokens } from '../../../../src/domain/receipt/token-usage.ts';
import { usageOf } from '../hand-checked.ts';
import { IMPORTERS } from '../importers.ts';
import { readMade } from '../made-records.ts';

const T0 = Date.UTC(2026, 6, 1);
const loop = (s: number, event: object) => ({
  type: 'context.append_loop_event',
  event,
  time: T0 + s * 1000,
});
const prompt = (s: number, text: string) => ({
  type: 'turn.prompt',
  input: [{ type: 'text', text }],
  origin: { kind: 'user' },
  time: T0 + s * 1000,
});
const call = (s: number, toolCallId: string, name: string, args: object) =>
  loop(s, { type: 'tool.call', toolCallId, name, args });
const result = (s: number, toolCallId: string, output: string, isError = false) =>
  loop(s, { type: 'tool.result', toolCallId, result: { output, ...(isError ? { isError } : {}) } });
const usage = (s: number, output: number) => ({
  type: 'usage.record',
  model: 'k',
  usage: { inputOther: 100, inputCacheRead: 0, inputCacheCreation: 0, output },
  time: T0 + s * 1000,
});

const folder = 'sessions/wd_x/session_1';
const state = {
  id: 'session_1',
  cwd: '/repo',
  agents: {
    main: { type: 'main' },
    'agent-0': { type: 'sub', parentAgentId: 'main' },
    'agent-1': { type: 'sub', parentAgentId: 'main', labels: { swarmItem: 'b' } },
  },
};

test('records of version 0.29 name no agents, and call ids begin anew in each of them', async () => {
  const trace = await readMade(IMPORTERS.kimi, {
    [`${folder}/state.json`]: JSON.stringify(state),
    [`${folder}/agents/main/wire.jsonl`]: [
      { type: 'metadata', protocol_version: '1.5', created_at: T0 },
      { type: 'swarm_mode.enter', time: T0 },
      prompt(1, 'Go'),
      usage(2, 10),
      call(2, 'Bash_1', 'Bash', { command: 'npm test' }),
      result(3, 'Bash_1', 'Command failed with exit code: 2.', true),
      call(3, 'AgentSwarm_1', 'AgentSwarm', {
        description: 'parts',
        prompt_template: 'Do {{item}}',
        items: ['a', 'b'],
      }),
      result(
        9,
        'AgentSwarm_1',
        '<subagent agent_id="agent-0" item="a" outcome="completed">ok</subagent>\n<subagent agent_id="agent-1" item="b" outcome="aborted"></subagent>',
      ),
    ],
    [`${folder}/agents/agent-0/wire.jsonl`]: [
      prompt(4, 'Do a'),
      usage(5, 20),
      call(5, 'Bash_1', 'Bash', { command: 'echo x > a.txt' }),
      result(6, 'Bash_1', 'Command executed successfully.'),
    ],
    [`${folder}/agents/agent-1/wire.jsonl`]: [prompt(4, 'Do b'), usage(5, 30)],
  });
  expect(
    trace.agents.map(({ id, parent, launch, end }) => [id, parent, launch, end.state]),
  ).toEqual([
    ['main', null, 'person', 'running'],
    ['agent-0', 'main', 'swarm', 'completed'],
    ['agent-1', 'main', 'swarm', 'cancelled'],
  ]);
  expect(totalTokens(usageOf(trace, () => true))).toBe(360);
  const tools = trace.events.flatMap((each) =>
    each.kind === 'tool' ? [[each.id, each.agent, each.exit]] : [],
  );
  expect(tools).toEqual([
    ['Bash_1', 'main', 2],
    ['AgentSwarm_1', 'main', null],
    ['agent-0:Bash_1', 'agent-0', 0],
  ]);
  expect(trace.events.filter(({ kind }) => kind === 'spawn')).toHaveLength(2);
});
