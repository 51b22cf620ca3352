import { expect, test } from 'vitest';
import { shellParser } from '../../../../src/adapters/shell/unbash.ts';
import { makeTraceBuilder } from '../../../../src/domain/trace/build/trace-builder.ts';
import type {
  CallResult,
  CallStart,
  ToolUse,
} from '../../../../src/domain/trace/build/tool-use.ts';
import { digestLines } from '../../../../src/domain/trace/line-digest.ts';
import { AT } from '../../../support/made-trace.ts';

const hash = (text: string): string => `hash of ${text}`;

function builder() {
  const made = makeTraceBuilder('claude-code', 's1', { hash, parse: shellParser.parse });
  made.agent('root', { kind: 'root' }, AT);
  made.session({ cwd: '/repo' });
  return made;
}

const start = (id: string, use: ToolUse, more: Partial<CallStart> = {}): CallStart => ({
  id,
  agent: 'root',
  at: 100,
  name: 'Tool',
  use,
  cwd: '/repo',
  evidence: AT,
  ...more,
});

const result = (id: string, more: Partial<CallResult> = {}): CallResult => ({
  id,
  agent: 'root',
  at: 200,
  outcome: 'ok',
  exit: null,
  text: '',
  length: 0,
  cut: false,
  ...more,
});

test('an edit whose file is known before is known after, line by line', () => {
  const made = builder();
  const edits = [{ before: 'two', after: 'TWO\nthree', all: false }];
  made.call(start('c', { kind: 'edit', path: 'src/a.ts', edits }));
  made.result(result('c', { original: 'one\ntwo\n' }));
  const write = made.finish().events.find((event) => event.kind === 'write');
  expect(write).toMatchObject({
    op: 'edit',
    at: 200,
    path: { workspace: '/repo', path: 'src/a.ts', kind: 'product' },
    preHash: 'hash of one\ntwo\n',
    postHash: 'hash of one\nTWO\nthree\n',
    content: digestLines('one\nTWO\nthree'),
    added: digestLines('TWO\nthree'),
    removed: digestLines('two'),
  });
});

test('a file that was not there before is told so', () => {
  const made = builder();
  made.call(start('c', { kind: 'write', path: '/repo/a.ts', content: 'x\n' }));
  made.result(result('c', { original: null }));
  expect(made.finish().events.find(({ kind }) => kind === 'write')).toMatchObject({
    op: 'create',
    preHash: 'absent',
    postHash: 'hash of x\n',
  });
});

test.each([
  ['refused', null, 0],
  ['error', null, 0],
  ['error', 1, 1],
  ['interrupted', null, 1],
  ['ok', 0, 1],
] as const)('a command that ended %s with %s wrote %i files', (outcome, exit, writes) => {
  const made = builder();
  made.call(start('c', { kind: 'shell', command: 'echo x > a.txt' }));
  made.result(result('c', { outcome, exit }));
  const { events } = made.finish();
  expect(events.filter(({ kind }) => kind === 'write')).toHaveLength(writes);
  expect(events.filter(({ kind }) => kind === 'tool')).toHaveLength(1);
});

test('calls without a result are told at the end, results without a call are counted', () => {
  const made = builder();
  made.call(start('open', { kind: 'shell', command: 'sleep 9; echo x > a' }));
  made.result(result('stray'));
  const { events, notes } = made.finish();
  expect(events.find(({ kind }) => kind === 'tool')).toMatchObject({
    outcome: 'running',
    until: null,
  });
  expect(notes.unpairedCalls).toBe(2);
});

test('a call that comes twice counts once; two agents may use one id', () => {
  const made = builder();
  made.agent('sub', { parent: 'root' }, AT);
  const use: ToolUse = { kind: 'read', paths: ['a'] };
  made.call(start('Bash_1', use));
  made.call(start('Bash_1', use));
  made.result(result('Bash_1'));
  made.call(start('Bash_1', use, { agent: 'sub' }));
  made.result(result('Bash_1', { agent: 'sub' }));
  const { events, notes } = made.finish();
  expect(events.flatMap((event) => (event.kind === 'tool' ? event.id : []))).toEqual([
    'Bash_1',
    'sub:Bash_1',
  ]);
  expect(notes.repeatedRecords).toBe(1);
});

test('a request that is told again counts once, with the larger output', () => {
  const made = builder();
  const usage = (output: number) => ({ input: 10, cacheRead: 0, cacheWrite: 0, output });
  const more = {
    agent: 'root',
    at: 1,
    evidence: AT,
    model: 'm',
    of: 'request',
    stop: 'end',
  } as const;
  for (const output of [1, 7, 3]) made.request('r', { ...more, usage: usage(output) });
  const requests = made.finish().events.filter((event) => event.kind === 'request');
  expect(requests.map((event) => event.usage.output)).toEqual([7]);
});

test('turns are spans; what stands between them is no work', () => {
  const made = builder();
  made.agent('sub', { parent: 'root' }, AT);
  for (const at of [10, 90]) made.seen('sub', at, AT);
  made.agents.turn('sub', 10);
  made.agents.turnEnd('sub', 20);
  made.agents.turn('sub', 80);
  const sub = made.finish().agents.find(({ id }) => id === 'sub');
  expect(sub?.live).toEqual([
    { from: 10, to: 20 },
    { from: 80, to: 90 },
  ]);
  expect(sub?.end).toMatchObject({ state: 'running', at: 90 });
});

test('the root is first, and agents without records or parents are told', () => {
  const made = builder();
  made.agent('orphan', {}, AT);
  made.seen('orphan', 5, AT);
  made.agent('silent', { parent: 'root' }, AT);
  const { agents, notes } = made.finish();
  expect(agents.map(({ id }) => id)).toEqual(['root', 'orphan', 'silent']);
  expect(notes.orphanAgents).toEqual(['orphan']);
  expect(notes.missingAgents).toEqual(['root', 'silent']);
});

test('events stand in order of time; those without one stay where they were in their file', () => {
  const made = builder();
  const say = (text: string, at: number | null) =>
    made.event({
      kind: 'message',
      what: 'said',
      agent: 'root',
      at,
      evidence: AT,
      from: { kind: 'program' },
      to: { kind: 'program' },
      text,
      length: 1,
      call: null,
    });
  say('c', 30);
  say('c2', null);
  say('a', 10);
  const { events } = made.finish();
  expect(events.flatMap((event) => (event.kind === 'message' ? event.text : []))).toEqual([
    'a',
    'c',
    'c2',
  ]);
  expect(events.map(({ order }) => order)).toEqual([0, 1, 2]);
});

test('a clock that goes back is counted, and makes no call end before it began', () => {
  const made = builder();
  for (const at of [10_000, 9_500, 3_000, 4_000]) made.notes.clock('f', at);
  made.call(start('c', { kind: 'read', paths: ['a'] }, { at: 500 }));
  made.result(result('c', { at: 100 }));
  const { notes, events } = made.finish();
  expect(notes.clockSteps).toBe(1);
  expect(events.find(({ kind }) => kind === 'tool')).toMatchObject({ at: 500, until: 500 });
});

test('a work copy that a command makes is one of the session, and what is written in it has its place there', () => {
  const made = builder();
  made.call(start('c', { kind: 'shell', command: 'git worktree add ../copy' }));
  made.result(result('c', { exit: 0 }));
  made.call(start('d', { kind: 'write', path: '/copy/src/a.ts', content: 'x' }));
  made.result(result('d'));
  const { workspaces, events, agents } = made.finish();
  expect(workspaces).toEqual(['/repo', '/copy']);
  expect(events.find(({ kind }) => kind === 'write')).toMatchObject({
    path: { workspace: '/copy', path: 'src/a.ts', kind: 'product' },
  });
  expect(agents).toMatchObject([{ role: 'writer' }]);
});

test('what a reading for measures alone takes for a writer does not hang on when the work copy was made', () => {
  const made = makeTraceBuilder('codex', 's', {
    hash,
    parse: shellParser.parse,
    depth: 'measures',
  });
  made.agent('root', { kind: 'root' }, AT);
  made.agent('a', { kind: 'sub', parent: 'root' }, AT);
  made.session({ cwd: '/repo' });
  made.call(start('c', { kind: 'write', path: 'src/a.ts', content: 'x' }));
  made.result(result('c'));
  made.call(start('d', { kind: 'shell', command: 'git worktree add ../copy' }));
  made.result(result('d', { exit: 0 }));
  made.call(start('e', { kind: 'write', path: '/copy/b.ts', content: 'x' }, { agent: 'a' }));
  made.result(result('e', { agent: 'a' }));
  expect(made.finish().agents).toMatchObject([{ role: 'writer' }, { role: 'writer' }]);
});

test('events of one moment are in the order of their records, in whatever order they are told', () => {
  const made = builder();
  const at = (line: number) => ({ evidence: { file: 'a.jsonl', line, record: null } });
  made.call(start('outer', { kind: 'other' }, at(3)));
  made.call(start('inner', { kind: 'other' }, at(5)));
  made.result(result('inner'));
  made.result(result('outer'));
  expect(made.finish().events.map(({ evidence }) => evidence.line)).toEqual([3, 5]);
});
