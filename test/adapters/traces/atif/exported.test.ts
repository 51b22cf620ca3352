import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFiles } from '../../../../src/adapters/traces/find-files.ts';
import { shellParser } from '../../../../src/adapters/shell/unbash.ts';
import { sha256 } from '../../../../src/adapters/traces/reading.ts';
import {
  makeTraceBuilder,
  type TraceBuilder,
} from '../../../../src/domain/trace/build/trace-builder.ts';
import type { ToolUse } from '../../../../src/domain/trace/build/tool-use.ts';
import { atifOf } from '../../../../src/domain/trace/export/atif.ts';
import { measureSession } from '../../../../src/domain/trace/measures/session-measures.ts';
import type { Trace } from '../../../../src/domain/trace/trace.ts';
import { atifProblems } from '../../../support/atif-problems.ts';
import { SAMPLES } from '../hand-checked.ts';
import { IMPORTERS } from '../importers.ts';
import { readMade } from '../made-records.ts';

/** Read back from what was written. Whose records it was, and what of these could not be used, is no measure of the session. */
async function readBack(trace: Trace): Promise<Trace> {
  return readMade(IMPORTERS.atif, { 'session.json': JSON.stringify(atifOf(trace)) });
}

const measured = (trace: Trace) => {
  const { id: _id, source: _source, unused: _unused, tokens, ...rest } = measureSession(trace);
  return { ...rest, tokens };
};

const sessions = async () => {
  const { files } = await findFiles([SAMPLES]);
  const all = await Promise.all(
    Object.values(IMPORTERS).map(async (importer) =>
      (await importer.sessions(files)).map((session) => ({ importer, session })),
    ),
  );
  return all.flat();
};

describe('a trace that is exported as ATIF', async () => {
  const samples = (await sessions()).map(({ importer, session }) => ({
    name: `${importer.source} ${session.id}`,
    importer,
    session,
  }));

  it('is there for every agent', () => {
    expect(new Set(samples.map(({ importer }) => importer.source)).size).toBeGreaterThanOrEqual(5);
  });

  it.each(samples)(
    'is valid, and read back it measures the same: $name',
    async ({ importer, session }) => {
      const trace = await importer.read(session);
      expect(atifProblems(JSON.stringify(atifOf(trace)))).toEqual([]);
      const back = await readBack(trace);
      expect(measured(back)).toEqual(measured(trace));
      expect(back.agents.map(({ id, role, end }) => [id, role, end.state])).toEqual(
        trace.agents.map(({ id, role, end }) => [id, role, end.state]),
      );
    },
  );

  it('is valid, and read back it measures the same: any session', async () => {
    await fc.assert(
      fc.asyncProperty(madeSession, async (trace) => {
        expect(atifProblems(JSON.stringify(atifOf(trace)))).toEqual([]);
        expect(measured(await readBack(trace))).toEqual(measured(trace));
      }),
      { numRuns: 60 },
    );
  });

  it('has its sub-agents in it, and the calls that started them refer to them', async () => {
    const folder = join(SAMPLES, 'claude-code-2.1.332/parallel-3-foreground');
    const { files } = await findFiles([folder]);
    const [session] = await IMPORTERS['claude-code'].sessions(files);
    if (session === undefined) throw new Error('no session');
    const document = atifOf(await IMPORTERS['claude-code'].read(session));
    const refs = document.steps.flatMap(({ observation }) =>
      (observation?.results ?? []).flatMap((result) =>
        (result.subagent_trajectory_ref ?? []).map((ref) => ref.trajectory_id),
      ),
    );
    const below = document.subagent_trajectories?.map((child) => child.trajectory_id) ?? [];
    expect(below).toHaveLength(3);
    expect(refs.toSorted()).toEqual(below.toSorted());
  });
});

const AGENTS = ['root', 'a', 'b', 'c'];
const agentId = fc.constantFrom(...AGENTS);
const time = fc.option(fc.integer({ min: 1_790_000_000_000, max: 1_790_000_900_000 }));
const evidence = { file: '/logs/x.jsonl', line: 3, record: null };
const use: fc.Arbitrary<ToolUse> = fc.oneof(
  fc.constantFrom<ToolUse>(
    { kind: 'read', paths: ['src/x.ts'] },
    { kind: 'write', path: '/repo/src/x.ts', content: 'let x = 1' },
    { kind: 'write', path: '/tmp/x', content: null },
    { kind: 'shell', command: 'npm test && echo a > src/y.ts' },
    { kind: 'shell', command: 'git stash; rm -rf dist' },
    { kind: 'wait', targets: ['a'], timeoutMs: 1000 },
    { kind: 'stop', target: 'b', reason: 'late' },
    { kind: 'message', to: 'b', text: 'hi' },
    { kind: 'search' },
  ),
);

type Act = (builder: TraceBuilder, at: number | null, n: number) => void;

const act: fc.Arbitrary<Act> = fc.oneof(
  fc
    .tuple(agentId, use, fc.constantFrom('ok', 'error', 'refused', 'running'), time)
    .map(([agent, made, outcome, until]): Act => (builder, at, n) => {
      const id = `call-${n}`;
      builder.call({ id, agent, at, name: 'Tool', use: made, cwd: '/repo', evidence });
      if (outcome !== 'running')
        builder.result({
          id,
          agent,
          at: until,
          outcome,
          exit: outcome === 'ok' ? 0 : 1,
          text: 'x',
          length: 1,
          cut: false,
        });
    }),
  fc
    .tuple(
      agentId,
      fc.record({
        input: fc.nat(9999),
        cacheRead: fc.nat(9999),
        cacheWrite: fc.nat(9999),
        output: fc.nat(9999),
      }),
      fc.option(fc.constantFrom('claude-sonnet-4-5', 'gpt-5.4', 'x-1')),
      fc.constantFrom('request', 'total'),
    )
    .map(
      ([agent, usage, model, of]): Act =>
        (builder, at, n) =>
          builder.request(`r${n}`, { agent, at, evidence, model, usage, of, stop: 'unknown' }),
    ),
  fc.tuple(agentId, agentId, fc.constantFrom('refused', 'started', 'unknown')).map(
    ([agent, child, outcome]): Act =>
      (builder, at) =>
        builder.event({
          kind: 'spawn',
          agent,
          at,
          evidence,
          call: null,
          child: outcome === 'started' ? child : null,
          outcome,
          reason: null,
          briefHash: null,
        }),
  ),
  fc.tuple(agentId, fc.constantFrom('rate-limit', 'api', 'unknown')).map(
    ([agent, error]): Act =>
      (builder, at) =>
        builder.event({ kind: 'error', agent, at, evidence, error, text: 'no' }),
  ),
  fc.tuple(agentId, fc.constantFrom('said', 'final', 'prompt', 'note', 'notice'), fc.string()).map(
    ([agent, what, text]): Act =>
      (builder, at) =>
        builder.event({
          kind: 'message',
          what,
          agent,
          at,
          evidence,
          from: { kind: 'agent', id: agent },
          to: { kind: 'program' },
          text,
          length: text.length,
          call: null,
        }),
  ),
  fc.tuple(agentId, fc.boolean()).map(
    ([agent, ends]): Act =>
      (builder, at) =>
        ends ? builder.agents.turnEnd(agent, at) : builder.agents.turn(agent, at),
  ),
  fc.constant<Act>((builder, at, n) => builder.seen(AGENTS[n % AGENTS.length] ?? '', at, evidence)),
);

const madeSession = fc
  .tuple(
    fc.array(fc.tuple(act, time), { maxLength: 30 }),
    fc.array(fc.constantFrom<string | null>('root', 'a', 'b', null), {
      minLength: 3,
      maxLength: 3,
    }),
    fc.constantFrom('completed', 'killed', 'running'),
  )
  .map(([acts, parents, state]) => {
    const builder = makeTraceBuilder('claude-code', 'made', {
      hash: sha256,
      parse: shellParser.parse,
    });
    builder.session({ cwd: '/repo', title: 'made' });
    builder.agent('root', { kind: 'root', launch: 'person' }, evidence);
    for (const [at, id] of ['a', 'b', 'c'].entries())
      builder.agent(
        id,
        {
          parent: parents[at] ?? null,
          brief: { text: 'do', hash: `h${at % 2}`, length: 2 },
          ...(at === 0 ? {} : { end: { state, by: 'itself', at: null, reason: null, evidence } }),
        },
        evidence,
      );
    for (const [n, [make, at]] of acts.entries()) make(builder, at, n);
    return builder.finish();
  });
