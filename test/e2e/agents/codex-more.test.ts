import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Delegation } from '../../../src/domain/plan/delegation.ts';
import { emptySummary, summarise } from '../../../src/domain/receipt/summarise-output.ts';
import type { OutputSummary } from '../../../src/domain/receipt/output-summary.ts';
import type { AgentFact } from '../../../src/ports/agent.ts';
import type { Dialect } from '../../contract/real-agent.ts';
import { benchForEach } from '../../rig/bench-for-each.ts';
import { marker, type Step, type ToolCall } from '../../rig/script.ts';
import { describeWith } from '../../support/capabilities.ts';
import { CODEX_MODELS, codexDialect } from './codex.ts';

const plain: Dialect = {
  ...codexDialect,
  spec: { ...codexDialect.spec, model: CODEX_MODELS.plain },
};
const summed = (facts: readonly AgentFact[]): OutputSummary =>
  facts.reduce<OutputSummary>(summarise, emptySummary);

describeWith(['codex-cli', 'proc'], 'Codex, beyond the contract', () => {
  const bench = benchForEach({ dialect: codexDialect, delegation: { mode: 'native' } });

  it('counts the first generation of sub-agents, which plain models have', async () => {
    const run = await bench.begin(
      {
        main: [{ calls: [spawn('a'), spawn('b')] }, waitFor('@0'), waitFor(''), { text: 'Done.' }],
        a: [{ hold: 'a', text: 'a is done' }],
        b: [{ hold: 'b', text: 'b is done' }],
      },
      { dialect: plain },
    );
    await Promise.all([run.reached('a'), run.reached('b')]);
    run.release('b');
    run.release('a');
    const { facts } = await run.ended;
    const { subAgents, usage, finalText } = summed(facts);
    expect(subAgents).toEqual({ started: 2, ended: 2, refused: 0, mostAtOnce: 2 });
    expect(usage?.total).toEqual(run.served());
    expect(usage?.requests).toHaveLength(6);
    expect(finalText).toBe('Done.');
  });

  it.each<[Delegation, number]>([
    [{ mode: 'capped', n: 1 }, 1],
    [{ mode: 'off' }, 0],
  ])('holds plain models to %j', async (delegation, started) => {
    const run = await bench.begin(
      {
        main: [
          { calls: [spawn('a'), spawn('b')] },
          ...(started > 0 ? [waitFor('@0')] : []),
          { text: 'Done.' },
        ],
        a: [{ text: 'a is done' }],
        b: [{ text: 'b is done' }],
      },
      { dialect: plain, delegation },
    );
    const { facts, exit } = await run.ended;
    expect(exit.code).toBe(0);
    expect(summed(facts).subAgents).toMatchObject({ started, refused: 2 - started });
  });

  it.each<[Delegation, number]>([
    [{ mode: 'capped', n: 1 }, 1],
    [{ mode: 'off' }, 0],
  ])("holds to %j whatever a person's own settings say", async (delegation, started) => {
    const own = [
      '[features.multi_agent_v2]',
      'enabled = true',
      'max_concurrent_threads_per_session = 8',
      '[agents]',
      'enabled = true',
      'max_threads = 8',
    ];
    const { calls } = codexDialect.delegate([`A ${marker('a')}`, `B ${marker('b')}`]);
    const run = await bench.begin(
      {
        main: [{ calls }, { calls: [codexDialect.shell('true')] }, { text: 'Done.' }],
        a: [{ hold: 'never', text: 'a' }],
        b: [{ hold: 'never', text: 'b' }],
      },
      { dialect: withSettings(own), delegation },
    );
    const { facts } = await run.ended;
    expect(summed(facts).subAgents).toMatchObject({ started, refused: 2 - started });
  });

  it("keeps its sandbox whatever a person's own settings say", async () => {
    const beside = join(bench.workspace, '..', 'beside.txt');
    const own = ['sandbox_mode = "danger-full-access"', 'approval_policy = "on-request"'];
    const run = await bench.begin(
      { main: [{ calls: [codexDialect.shell(`echo out > ${beside}`)] }, { text: 'Done.' }] },
      { dialect: withSettings([], own), boundary: false, delegation: { mode: 'off' } },
    );
    const { facts } = await run.ended;
    expect(summed(facts).refused).toEqual([expect.stringContaining('Read-only file system')]);
    expect(existsSync(beside)).toBe(false);
  });

  it('says that tokens are missing when a message cuts an answer short', async () => {
    const run = await bench.begin({
      main: [{ hold: 'answering', text: 'Nobody hears this.' }],
      steered: [{ text: 'Steered.' }],
    });
    await run.reached('answering');
    await run.say({ kind: 'message', id: 'm1', text: `Now. ${marker('steered')}` });
    run.release('answering');
    const { facts } = await run.ended;
    const { usage, messages, finalText } = summed(facts);
    expect(messages).toEqual([{ id: 'm1', way: 'mid-turn' }]);
    expect(finalText).toBe('Steered.');
    expect(usage?.lowerBound).toBe(true);
  });

  it('counts what a sub-agent used that began with a copy of its parent', async () => {
    const spawned = {
      name: 'spawn_agent',
      namespace: 'collaboration',
      input: { task_name: 'forked', message: `Go on. ${marker('a')}`, fork_turns: 'all' },
    };
    const wait = { name: 'wait_agent', namespace: 'collaboration', input: { timeout_ms: 10_000 } };
    const run = await bench.begin({
      main: [
        { calls: [codexDialect.shell('echo first')] },
        { calls: [spawned] },
        { calls: [wait] },
        { text: 'Done.' },
      ],
      a: [{ calls: [codexDialect.shell('echo forked > forked.txt')] }, { text: 'a is done' }],
    });
    const { facts } = await run.ended;
    const { usage, subAgents, transcripts } = summed(facts);
    expect(existsSync(join(bench.workspace, 'forked.txt'))).toBe(true);
    expect(usage?.total).toEqual(run.served());
    expect(usage?.requests).toHaveLength(6);
    expect(subAgents.ended).toBe(1);
    expect(transcripts).toHaveLength(2);
  });

  it('ends sub-agents with the turn that they belong to', async () => {
    const run = await bench.begin({
      main: [
        codexDialect.delegate([`Slow. ${marker('a')}`]),
        { hold: 'over', text: 'Done without it.' },
      ],
      a: [{ calls: [codexDialect.shell('touch begun && sleep 600')] }, { text: 'never' }],
    });
    await run.reached('over');
    await run.exists(join(bench.workspace, 'begun'));
    run.release('over');
    const { facts, exit } = await run.ended;
    expect(exit.code).toBe(0);
    expect(summed(facts).subAgents).toMatchObject({ started: 1, ended: 1 });
    expect(await run.leftOvers()).toEqual([]);
  });

  it('leaves nothing behind that a command put into the background', async () => {
    const run = await bench.begin({
      main: [
        { calls: [codexDialect.shell('setsid sleep 600 >/dev/null 2>&1 & sleep 0.2')] },
        { text: 'Done.' },
      ],
    });
    const { exit } = await run.ended;
    expect(exit.code).toBe(0);
    expect(await run.leftOvers()).toEqual([]);
  });

  it('without a boundary writes in its workspace and its hand-off, and nowhere else', async () => {
    const beside = join(bench.workspace, '..', 'beside.txt');
    const claims = '{"claims":["it works"]}';
    const run = await bench.begin(
      {
        main: [
          { calls: [codexDialect.shell(`echo '${claims}' > "$FANIN_HANDOFF"`)] },
          { calls: [codexDialect.shell(`echo in > in.txt; echo out > ${beside}`)] },
          { calls: [codexDialect.shell('echo out > "$TMPDIR/out.txt"')] },
          { text: 'Done.' },
        ],
      },
      { boundary: false, delegation: { mode: 'off' } },
    );
    const { exit } = await run.ended;
    expect(exit.code).toBe(0);
    expect(readFileSync(`${bench.workspace}.handoff.json`, 'utf8')).toBe(`${claims}\n`);
    expect(readFileSync(join(bench.workspace, 'in.txt'), 'utf8')).toBe('in\n');
    expect(existsSync(beside)).toBe(false);
    expect(existsSync(join(bench.workspace, '..', 'home', 'tmp', 'out.txt'))).toBe(false);
  });

  it('takes a brief that no argument could hold', async () => {
    const run = await bench.begin(
      { main: [{ text: 'Read.' }] },
      { brief: `${'long '.repeat(60_000)}${marker('main')}` },
    );
    const { facts } = await run.ended;
    expect(summed(facts).finalText).toBe('Read.');
  });

  it.each([
    ['/nonexistent/codex', 127],
    ['/bin/true', 1],
  ])('says so when %s is no app server', async (program, code) => {
    const run = await bench.begin(
      { main: [] },
      { dialect: { ...codexDialect, spec: { ...codexDialect.spec, run: program } } },
    );
    const { facts, exit } = await run.ended;
    expect(exit.code).toBe(code);
    expect(summed(facts).trouble).toMatchObject({ fatal: true });
  });
});

/** The CLI with a person's own settings: tables, and keys that stand above them. */
const withSettings = (tables: readonly string[], keys: readonly string[] = []): Dialect => ({
  ...codexDialect,
  prepare: (place) => {
    const env = codexDialect.prepare(place);
    const file = join(place.home, '.codex', 'config.toml');
    const own = readFileSync(file, 'utf8');
    writeFileSync(file, [...keys, own, ...tables, ''].join('\n'));
    return env;
  },
});

const spawn = (script: string): ToolCall => ({
  name: 'spawn_agent',
  namespace: 'multi_agent_v1',
  input: { message: `Do it. ${marker(script)}` },
});

const waitFor = (which: string): Step => ({
  calls: [
    {
      name: 'wait_agent',
      namespace: 'multi_agent_v1',
      input: { targets: [`{{match${which}:agent_id":"([0-9a-f-]+)}}`], timeout_ms: 10_000 },
    },
  ],
});
