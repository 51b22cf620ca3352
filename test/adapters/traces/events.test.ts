import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TraceEvent } from '../../../src/domain/trace/event.ts';
import type { TraceSource } from '../../../src/domain/trace/source.ts';
import type { Trace } from '../../../src/domain/trace/trace.ts';
import { readOnly, SAMPLES } from './hand-checked.ts';
import { IMPORTERS } from './importers.ts';

const read = (agent: TraceSource, sample: string): Promise<Trace> =>
  readOnly(IMPORTERS[agent], join(SAMPLES, sample));

/** An event in a few words, with the agent by its place in the list. */
function brief({ agents }: Trace, event: TraceEvent): string | null {
  const nameOf = (id: string | null): string =>
    id === null ? 'nobody' : String(agents.findIndex((agent) => agent.id === id));
  const who = nameOf(event.agent);
  switch (event.kind) {
    case 'spawn':
      return `${who} spawns ${nameOf(event.child)}: ${event.outcome}`;
    case 'stop':
      return `${who} stops ${nameOf(event.target)}`;
    case 'wait':
      return `${who} waits ${event.timeoutMs} for ${event.targets?.map(nameOf).join() ?? 'anyone'}: ${event.outcome}`;
    case 'write':
      return `${who} ${event.op} ${event.path.workspace}:${event.path.path} by ${event.how}`;
    case 'message': {
      const from = event.from.kind === 'agent' ? nameOf(event.from.id) : event.from.kind;
      return event.what === 'result' ? `${from} hands in: ${event.text.split('.')[0]}` : null;
    }
    default:
      return null;
  }
}

const briefly = (trace: Trace): readonly string[] =>
  trace.events.flatMap((event) => brief(trace, event) ?? []);

test('Claude Code: a sub-agent that is stopped, and one that hands in beside it', async () => {
  expect(briefly(await read('claude-code', 'claude-code-2.1.332/stopped-early-TaskStop'))).toEqual([
    '0 spawns 1: started',
    '0 spawns 2: started',
    '1 unknown /repo/c-stop:slow.txt by shell',
    '2 replace /repo/c-stop:b.txt by tool',
    '0 stops 1',
  ]);
});

test('Claude Code: work copies of sub-agents are places of their own', async () => {
  const trace = await read('claude-code', 'claude-code-2.1.332/isolation-worktree-2');
  const copy = '/repo/c-iso/.claude/worktrees/agent-a9f82c27918ff63b1';
  expect(trace.agents.map(({ place }) => place.own)).toEqual([null, true, true]);
  expect(briefly(trace)).toContain(`1 unknown ${copy}:one.txt by shell`);
  expect(trace.events.flatMap((event) => (event.kind === 'git' ? event.op : []))).toEqual([
    'look',
    'add',
    'commit',
    'look',
  ]);
});

test('Claude Code: the phases of a workflow are the parts of the work', async () => {
  const trace = await read('claude-code', 'claude-code-2.1.332/workflow-2-cap1');
  expect(trace.units).toEqual([{ id: 'P', needs: [], paths: [], deliverables: [] }]);
  expect(trace.agents.map(({ unit }) => unit)).toEqual([null, 'P', 'P']);
  expect(briefly(trace).filter((each) => each.includes('spawns'))).toHaveLength(2);
});

test('Claude Code: what a hook refuses has not happened', async () => {
  const trace = await read('claude-code', 'claude-code-2.1.332/hook-deny');
  const refused = trace.events.filter(
    (event) => event.kind === 'tool' && event.outcome === 'refused',
  );
  expect(refused).toHaveLength(4);
  expect(briefly(trace).filter((each) => each.includes(' by '))).toEqual([
    '1 replace /repo/c-hook:sub-ok.txt by tool',
    '0 create /repo/c-hook:ok.txt by tool',
  ]);
});

test('Codex, first generation: waits name whom they are for', async () => {
  expect(briefly(await read('codex', 'codex-0.171.0/parallel-2-v1-unknown-model'))).toEqual([
    '0 spawns 1: started',
    '0 spawns 2: started',
    '0 waits 20000 for 1,2: done',
    '2 unknown /repo/x-par:b.txt by shell',
    '1 unknown /repo/x-par:a.txt by shell',
    '1 hands in: A is done',
    '0 waits 20000 for 2: done',
    '2 hands in: B is done',
    '0 stops 1',
    '0 stops 2',
  ]);
});

test('Codex, second generation: a refused start, and a wait that ends by its time', async () => {
  expect(briefly(await read('codex', 'codex-0.171.0/agents.max_threads-1-v2'))).toEqual([
    '0 spawns 1: started',
    '0 spawns nobody: refused',
    '0 waits 20000 for anyone: done',
    '1 unknown /repo/y-cap:a.txt by shell',
    '1 hands in: A is done',
    '0 waits 20000 for anyone: timeout',
  ]);
});

test('Codex, code mode: patches and commands are told by their items', async () => {
  const trace = await read('codex', 'codex-0.171.0/sequential-codemode-gpt-6.2-sol');
  expect(briefly(trace)).toEqual([
    '0 unknown /repo/y-seq:hello.txt by shell',
    '0 edit /repo/y-seq:lib.js by tool',
  ]);
  expect(trace.events.filter(({ kind }) => kind === 'command')).toHaveLength(2);
});

test('Kimi Code: a swarm', async () => {
  expect(briefly(await read('kimi', 'kimi-code-2.1.0/AgentSwarm-2'))).toEqual([
    '0 spawns 1: started',
    '0 spawns 2: started',
    '2 unknown /repo/k-swarm:b.txt by shell',
    '1 replace /repo/k-swarm:a.txt by tool',
    '1 hands in: A is done',
    '2 hands in: B is done',
  ]);
});

test('Kimi Code: who waits takes up the result', async () => {
  expect(briefly(await read('kimi', 'kimi-code-2.1.0/stopped-early-TaskStop')).slice(-3)).toEqual([
    '0 waits 20000 for anyone: done',
    '2 hands in: B is done',
    '2 hands in: wait_status: completed\ntask_id: agent-sn1b1v5w\nwaited_ms: 1243\ntimeout_ms: 20000\n\n[finished]\nWall time: 2',
  ]);
});

test('Gemini: a file that was not there before', async () => {
  expect(briefly(await read('gemini', 'gemini-cli-0.61.0/parallel-2'))).toEqual([
    '0 spawns 1: started',
    '0 spawns 2: started',
    '2 unknown /repo/g-par:b.txt by shell',
    '1 create /repo/g-par:a.txt by tool',
    "1 hands in: Subagent 'generalist' finished",
    "2 hands in: Subagent 'generalist' finished",
  ]);
});

test.each([
  ['claude-code', 'claude-code-2.1.332/agent-tool-off'],
  ['codex', 'codex-0.171.0/agents.enabled-false-v2'],
  ['kimi', 'kimi-code-2.1.0/tools.disabled-Agent'],
  ['gemini', 'gemini-cli-0.61.0/tools.exclude-invoke_agent'],
] as const)('%s: a tool for sub-agents that is not there starts none', async (agent, sample) => {
  const trace = await read(agent, sample);
  const spawns = trace.events.filter((event) => event.kind === 'spawn');
  expect(spawns.length).toBeGreaterThan(0);
  expect(spawns.every(({ outcome, child }) => outcome === 'refused' && child === null)).toBe(true);
  expect(trace.agents).toHaveLength(1);
  const errors = trace.events.flatMap((event) =>
    event.kind === 'tool' ? (event.error ?? []) : [],
  );
  expect(errors).toContain('tool-unavailable');
});

test.each([
  ['claude-code', 'claude-code-2.1.332/background-2'],
  ['codex', 'codex-0.171.0/parallel-2-v2-gpt-6.2-sol'],
  ['kimi', 'kimi-code-2.1.0/background-2'],
  ['gemini', 'gemini-cli-0.61.0/parallel-2'],
] as const)('%s: everything in the records is known', async (agent, sample) => {
  const { notes, events, files } = await read(agent, sample);
  expect(notes).toEqual({
    unknownRecords: {},
    unreadableLines: 0,
    tornLines: 0,
    longLines: 0,
    repeatedRecords: 0,
    clockSteps: 0,
    unpairedCalls: 0,
    missingAgents: [],
    orphanAgents: [],
    unreadableFiles: [],
    droppedEvents: 0,
  });
  const lines = new Map(files.map(({ path, records }) => [path, records]));
  for (const { evidence } of events)
    expect(evidence.line).toBeLessThanOrEqual(lines.get(evidence.file) ?? 0);
});
