import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AgentSpec } from '../../src/domain/plan/plan.ts';
import type { Delegation } from '../../src/domain/plan/delegation.ts';
import { emptySummary, summarise } from '../../src/domain/receipt/summarise-output.ts';
import type { OutputSummary } from '../../src/domain/receipt/output-summary.ts';
import type { Agent } from '../../src/ports/agent.ts';
import { openAgentBench } from '../rig/agent-bench.ts';
import type { AgentBench, StartedAgent } from '../rig/agent-bench.ts';
import type { CustomCall, Fault, Scripts, ToolCall } from '../rig/script.ts';
import { marker } from '../rig/script.ts';
import { recordCell } from './real-agent-cells.ts';

type Call = ToolCall | CustomCall;

/** How one CLI is driven: what a model would have to call, and how it is pointed at the model server. */
export interface Dialect {
  /** The adapter's name, and that of the row in docs/agents.md. */
  readonly name: string;
  readonly agent: Agent;
  /** The config of the agent: the installed program, the model. */
  readonly spec: Pick<AgentSpec, 'run' | 'model' | 'args'>;
  /**
   * Prepares the session's HOME (settings files) and gives the variables that lead the CLI to the
   * model server, with a fake key and no telemetry. `PATH` and `HOME` are given by the bench.
   */
  prepare(place: { readonly home: string; readonly url: string }): Readonly<Record<string, string>>;
  /** Writes a file in the workspace; `path` is absolute. */
  write(path: string, content: string): Call;
  shell(command: string): Call;
  /** Starts these sub-agents so that they may run at the same time; `next` are calls that follow where the CLI needs them. */
  delegate(briefs: readonly string[]): {
    readonly calls: readonly Call[];
    readonly next: readonly Call[];
  };
  /** The sub-agent's own last step where it must say that it is done (Gemini); none: plain text ends it. */
  finish?(text: string): Call;
  /** A fault the CLI's model API would give when the log-in is refused. */
  readonly loggedOut: Fault;
  readonly contextOverflow: Fault;
  /** False: the CLI keeps no count of the reasoning that is in its output (Kimi). */
  readonly tellsReasoning?: false;
  /** False: nothing tells where the CLI keeps its own record of a session (ACP). */
  readonly tellsRecord?: false;
}

const SUB = { a: 'sub-a', b: 'sub-b' };

/** What every adapter does with its real CLI and the scripted model server. */
export function realAgentContract(dialect: Dialect): void {
  const { agent } = dialect;
  const can = agent.capabilities;
  let bench: AgentBench;
  beforeEach(() => {
    bench = openAgentBench();
  });
  afterEach(() => bench.close());

  const begin = (
    scripts: Scripts,
    delegation: Delegation = { mode: 'off' },
  ): Promise<StartedAgent> =>
    bench.start({ dialect, scripts, delegation, brief: `Do it. ${marker('main')}` });
  const file = (name: string): string => join(bench.workspace, name);
  const over = (text: string) =>
    dialect.finish === undefined ? { text } : { calls: [dialect.finish(text)] };
  const cell = <T>(name: string, text: string, work: () => Promise<T>): void => {
    it(name, async () => {
      await work();
      recordCell(dialect.name, name, text);
    });
  };

  cell('writes a file and runs a command', 'yes', async () => {
    const run = await begin({
      main: [
        { calls: [dialect.write(file('hello.txt'), 'hello\n')] },
        { calls: [dialect.shell('cp hello.txt copy.txt')] },
        { text: 'All done.' },
      ],
    });
    const { exit, facts } = await run.ended;
    expect([exit.code, exit.signal]).toEqual([0, null]);
    expect(readFileSync(file('copy.txt'), 'utf8')).toBe('hello\n');
    const seen = facts.reduce<OutputSummary>(summarise, emptySummary);
    expect(seen.version ?? 'unsaid').toMatch(/\d+\.\d+\.\d+|unsaid/);
    expect(seen.finalText).toContain('All done.');
    expect(seen.unknownRecords).toBe(0);
    expect(facts.some(({ kind }) => kind === 'tool' || kind === 'command')).toBe(true);
    expect(seen.trouble).toBeNull();
  });

  if (can.usage !== 'none')
    cell('counts tokens as the server does', can.usage, async () => {
      const run = await begin(
        {
          main: [
            { calls: [dialect.write(file('one.txt'), '1\n')] },
            ...(can.delegation.includes('native') ? delegating(dialect) : []),
            { text: 'All done.' },
          ],
          [SUB.a]: [{ calls: [dialect.write(file('a.txt'), 'a\n')] }, over('a is done')],
          [SUB.b]: [over('b is done')],
        },
        can.delegation.includes('native') ? { mode: 'native' } : { mode: 'off' },
      );
      const { facts } = await run.ended;
      const { usage } = facts.reduce<OutputSummary>(summarise, emptySummary);
      const { reasoning, ...kinds } = run.served();
      const untold = dialect.tellsReasoning === false || reasoning === undefined;
      expect(usage?.total).toMatchObject(untold ? kinds : { ...kinds, reasoning });
    });

  if (can.delegation.includes('native'))
    cell('two native sub-agents overlap and are counted', 'counted', async () => {
      const run = await begin(
        {
          main: [...delegating(dialect), { text: 'All done.' }],
          [SUB.a]: [{ hold: 'a', ...over('a is done') }],
          [SUB.b]: [{ hold: 'b', ...over('b is done') }],
        },
        { mode: 'native' },
      );
      await Promise.all([run.reached('a'), run.reached('b')]);
      run.release('a');
      run.release('b');
      const { facts, exit } = await run.ended;
      const { subAgents } = facts.reduce<OutputSummary>(summarise, emptySummary);
      expect(exit.code).toBe(0);
      expect(subAgents).toMatchObject({ started: 2, ended: 2, mostAtOnce: 2 });
    });

  if (can.delegation.includes('off'))
    cell('delegation off refuses a sub-agent', 'refused', async () => {
      const run = await begin({
        main: [...delegating(dialect), { text: 'All done.' }],
        [SUB.a]: [{ text: 'a is done' }],
        [SUB.b]: [{ text: 'b is done' }],
      });
      const { facts } = await run.ended;
      expect(run.scriptsAsked()).toEqual(['main']);
      const { subAgents } = facts.reduce<OutputSummary>(summarise, emptySummary);
      expect(subAgents.started).toBe(0);
    });

  if (can.delegation.includes('capped'))
    cell('delegation capped at one', can.aboveCap ?? 'none', async () => {
      const run = await begin(
        {
          main: [...delegating(dialect), { text: 'All done.' }],
          [SUB.a]: [{ hold: 'a', ...over('a is done') }],
          [SUB.b]: [over('b is done')],
        },
        { mode: 'capped', n: 1 },
      );
      await run.reached('a');
      if (can.aboveCap === 'queued') expect(run.scriptsAsked()).not.toContain(SUB.b);
      run.release('a');
      const { facts } = await run.ended;
      const { subAgents } = facts.reduce<OutputSummary>(summarise, emptySummary);
      expect(subAgents.mostAtOnce).toBe(1);
      expect(subAgents.started + subAgents.refused).toBe(2);
      expect(subAgents.refused).toBe(can.aboveCap === 'refused' ? 1 : 0);
    });

  if (can.message !== 'none') {
    cell('takes a message while it works', can.message, async () => {
      const run = await begin({
        main: [
          { calls: [dialect.shell('echo begun')] },
          { hold: 'working', calls: [dialect.shell('echo still at it')] },
          { text: 'Done as I was.' },
        ],
        steered: [{ calls: [dialect.write(file('steered.txt'), 'yes\n')] }, { text: 'Steered.' }],
      });
      await run.reached('working');
      await run.say({ kind: 'message', id: 'm1', text: `Write it. ${marker('steered')}` });
      // Given twice, as after a crash of the engine: told once.
      await run.say({ kind: 'message', id: 'm1', text: `Write it. ${marker('steered')}` });
      run.release('working');
      const { facts, exit } = await run.ended;
      expect(exit.code).toBe(0);
      expect(readFileSync(file('steered.txt'), 'utf8')).toBe('yes\n');
      const { messages } = facts.reduce<OutputSummary>(summarise, emptySummary);
      expect(messages).toEqual([{ id: 'm1', way: can.message }]);
    });

    cell('wraps up when asked', can.message, async () => {
      const run = await begin({
        main: [
          { calls: [dialect.shell('echo begun')] },
          { hold: 'working', calls: [dialect.shell('echo more')] },
          { calls: [dialect.shell('sleep 600')] },
        ],
        wrap: [{ text: 'Wrapped up.' }],
      });
      await run.reached('working');
      await run.say({ kind: 'message', id: 'w', text: `Come to an end. ${marker('wrap')}` });
      run.release('working');
      const { facts, exit } = await run.ended;
      expect([exit.code, exit.stopped]).toEqual([0, null]);
      expect(facts.reduce<OutputSummary>(summarise, emptySummary).finalText).toContain(
        'Wrapped up.',
      );
    });
  }

  cell('is stopped in the middle of a command, and nothing of it is left', 'clean', async () => {
    const run = await begin({
      main: [{ calls: [dialect.shell(`touch ${file('begun')} && sleep 600`)] }, { text: 'Never.' }],
    });
    await run.exists(file('begun'));
    await run.stop();
    const { exit } = await run.ended;
    expect(exit.stopped).toBe('person');
    expect(await run.leftOvers()).toEqual([]);
  });

  if (dialect.tellsRecord !== false)
    cell('its own record of the session is found', 'found', async () => {
      const run = await begin({ main: [{ text: 'Nothing to do.' }] });
      const { facts } = await run.ended;
      const { transcripts } = facts.reduce<OutputSummary>(summarise, emptySummary);
      expect(transcripts.length).toBeGreaterThan(0);
      for (const path of transcripts) expect(existsSync(path)).toBe(true);
    });

  for (const [code, fault] of Object.entries(troubles(dialect)))
    cell(`tells ${code} apart`, 'told', async () => {
      mkdirSync(bench.workspace, { recursive: true });
      const run = await begin({ main: [fault, fault, fault, fault, fault, fault, fault, fault] });
      const { facts } = await run.ended;
      const { trouble } = facts.reduce<OutputSummary>(summarise, emptySummary);
      expect(trouble?.code).toBe(code);
    });

  it('keeps everything else equal between the arms', () => {
    const arms: readonly Delegation[] = [
      { mode: 'off' },
      { mode: 'capped', n: 2 },
      { mode: 'native' },
    ];
    const fixed = arms
      .filter(({ mode }) => can.delegation.includes(mode))
      .map((delegation) => bench.fixedOf(dialect, delegation));
    for (const each of fixed) expect(each).toEqual(fixed[0]);
  });
}

const delegating = (dialect: Dialect) => {
  const { calls, next } = dialect.delegate([
    `You are the first. ${marker(SUB.a)}`,
    `You are the second. ${marker(SUB.b)}`,
  ]);
  return [{ calls }, ...next.map((call) => ({ calls: [call] }))];
};

/** Faults that each CLI may first try again: the steps that follow fail in the same way. */
const troubles = ({ loggedOut, contextOverflow }: Dialect) =>
  ({
    'agent-not-logged-in': loggedOut,
    'agent-rate-limited': { status: 429, error: 'rate_limit_error', retryAfter: 0 },
    'agent-server-error': { status: 500, error: 'api_error', retryAfter: 0 },
    'agent-stream-cut': { text: 'I begin and', cut: 'mid-stream' },
    'agent-context-overflow': contextOverflow,
  }) as const;
