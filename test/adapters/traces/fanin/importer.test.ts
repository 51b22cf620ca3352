import { expect, test } from 'vitest';
import { shellParser } from '../../../../src/adapters/shell/unbash.ts';
import { faninTraces } from '../../../../src/adapters/traces/fanin/importer.ts';
import { IMPORTERS } from '../importers.ts';
import { readMade } from '../made-records.ts';

const T0 = Date.UTC(2026, 6, 1);
const measured = (value: unknown) => ({ measured: true, value });

const receipt = (
  attempt: string,
  task: string,
  [from, to]: readonly [number, number],
  more: object = {},
) =>
  JSON.stringify({
    schema: 3,
    run: 'r7k',
    task,
    attempt,
    agent: { name: 'claude', adapter: 'claude-code', model: measured('claude-sonnet-4-5') },
    usage: measured({ input: 100, cacheRead: 5, cacheWrite: 0, output: 10 }),
    files: [{ path: `src/${task}.ts`, change: 'added' }],
    deliverables: [{ path: `src/${task}.ts`, present: true }],
    checks: [{ name: 'unit', by: 'fanin', status: 'passed' }],
    exit: { code: 0, signal: null, lost: false, stopped: null },
    timeline: [
      { what: 'queued', at: T0 },
      { what: 'started', at: T0 + from },
      { what: 'harvested', at: T0 + to },
      { what: 'checked', at: T0 + to + 500 },
    ],
    ...more,
  });

test('a run is a session, and its attempts are its sub-agents', async () => {
  const trace = await readMade(IMPORTERS.fanin, {
    'attempts/a1/receipt.json': receipt('a1', 'core', [1_000, 9_000]),
    'attempts/a2/receipt.json': receipt('a2', 'docs', [2_000, 5_000], {
      exit: { code: null, signal: 'SIGTERM', lost: false, stopped: 'deadline' },
    }),
  });
  expect(trace).toMatchObject({
    source: 'fanin',
    session: 'r7k',
    startedAt: T0,
    endedAt: T0 + 9_500,
  });
  expect(trace.deliverables).toEqual(['src/core.ts', 'src/docs.ts']);
  expect(trace.agents).toMatchObject([
    { id: 'r7k', kind: 'root' },
    {
      id: 'a1',
      name: 'core',
      role: 'writer',
      end: { state: 'completed' },
      live: [{ from: T0 + 1_000, to: T0 + 9_000 }],
    },
    { id: 'a2', name: 'docs', end: { state: 'timed-out', by: 'system' } },
  ]);
  const writes = trace.events.flatMap((event) => (event.kind === 'write' ? event.path : []));
  // Each attempt has a work copy of its own: nobody shares a file.
  expect(writes).toEqual([
    { workspace: '/fanin/a2', path: 'src/docs.ts', kind: 'product' },
    { workspace: '/fanin/a1', path: 'src/core.ts', kind: 'product' },
  ]);
  expect(trace.events.filter(({ kind }) => kind === 'test')).toMatchObject([
    { agent: 'r7k', verdict: 'passed' },
    { agent: 'r7k', verdict: 'passed' },
  ]);
});

test('an attempt that was stopped before it handed in is one of its run, as is one at work', async () => {
  const trace = await readMade(IMPORTERS.fanin, {
    'attempts/r7k-core-1/receipt.json': receipt('r7k-core-1', 'core', [1_000, 9_000]),
    'attempts/r7k-core-1/process.json': JSON.stringify({ pid: 1, startedAt: T0 + 1_000 }),
    'attempts/r7k-slow-part-2/process.json': JSON.stringify({ pid: 2, startedAt: T0 + 2_000 }),
    'attempts/r7k-slow-part-2/exit.json': JSON.stringify({
      code: null,
      signal: 'SIGKILL',
      stopped: 'deadline',
      lost: false,
      at: T0 + 12_000,
    }),
    'attempts/r7k-docs-1/process.json': JSON.stringify({ pid: 3, startedAt: T0 + 3_000 }),
  });
  expect(trace).toMatchObject({ session: 'r7k', startedAt: T0, endedAt: T0 + 12_000 });
  expect(trace.agents).toMatchObject([
    { id: 'r7k', kind: 'root' },
    { id: 'r7k-core-1', end: { state: 'completed' } },
    {
      id: 'r7k-slow-part-2',
      name: 'slow-part',
      live: [{ from: T0 + 2_000, to: T0 + 12_000 }],
      end: { state: 'timed-out', by: 'system', at: T0 + 12_000 },
    },
    { id: 'r7k-docs-1', name: 'docs', end: { state: 'running' } },
  ]);
});

test.each([
  ['landed', 'completed', 'itself'],
  ['waiting', 'completed', 'itself'],
  ['stopped', 'cancelled', 'person'],
  ['unfinished', 'failed', 'itself'],
] as const)('a run that ended as %s is no longer running', async (end, state, by) => {
  const asked: string[] = [];
  const importer = faninTraces(shellParser.parse, {
    of: (_state, run) => {
      asked.push(run);
      return { end, reason: 'so it was', at: T0 + 10_000 };
    },
  });
  const trace = await readMade(importer, {
    'attempts/r7k-core-1/receipt.json': receipt('r7k-core-1', 'core', [1_000, 9_000]),
  });
  expect(asked).toEqual(['r7k']);
  expect(trace.agents[0]).toMatchObject({
    id: 'r7k',
    end: { state, by, reason: 'so it was', at: T0 + 10_000 },
  });
});

test('a run that nobody knows of may be at work', async () => {
  const trace = await readMade(IMPORTERS.fanin, {
    'attempts/r7k-core-1/receipt.json': receipt('r7k-core-1', 'core', [1_000, 9_000]),
  });
  expect(trace.agents[0]).toMatchObject({ id: 'r7k', end: { state: 'running' } });
});
