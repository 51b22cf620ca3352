import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { emptySummary, summarise } from '../../../src/domain/receipt/summarise-output.ts';
import type { OutputSummary } from '../../../src/domain/receipt/output-summary.ts';
import type { AgentFact } from '../../../src/ports/agent.ts';
import { benchForEach } from '../../rig/bench-for-each.ts';
import { marker, type ToolCall } from '../../rig/script.ts';
import { describeWith } from '../../support/capabilities.ts';
import { claudeDialect } from './claude-code.ts';

const summed = (facts: readonly AgentFact[]): OutputSummary =>
  facts.reduce<OutputSummary>(summarise, emptySummary);
const bash = (command: string, more: { run_in_background?: true } = {}): ToolCall => ({
  name: 'Bash',
  input: { command, description: 'x', ...more },
});
/** A command that the CLI does not allow by itself, as it does `touch`. */
const writing = (name: string): string => `node -e "require('fs').writeFileSync('${name}', '')"`;
const making = (name: string): ToolCall => bash(writing(name));
const agent = (script: string, inBackground: boolean): ToolCall => ({
  name: 'Agent',
  input: {
    description: `Part ${script}`,
    prompt: `Go ${marker(script)}`,
    run_in_background: inBackground,
  },
});
const workflow = (...scripts: readonly string[]): ToolCall => ({
  name: 'Workflow',
  input: {
    script: `export const meta = { name: 'w', description: 'parts', phases: [{ title: 'P' }] }
return await parallel([${scripts
      .map((each) => `() => agent('Go ${marker(each)}', { label: '${each}', phase: 'P' })`)
      .join(', ')}])`,
  },
});

describeWith(['claude-cli', 'proc'], 'Claude Code, beyond the contract', () => {
  const bench = benchForEach({ dialect: claudeDialect, delegation: { mode: 'native' } });
  const inWorkspace = (name: string, content: string): void => {
    const path = join(bench.workspace, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  };

  it('stays for sub-agents in the background, and takes a message in the turns after them', async () => {
    const run = await bench.begin({
      main: [
        { calls: [agent('a', true), agent('b', true)] },
        { text: 'Both are out.' },
        { hold: 'second', text: 'One is in.' },
        { text: 'Both are in.' },
        { text: 'Both are in.' },
      ],
      a: [{ hold: 'a', text: 'a is done' }],
      b: [{ hold: 'b', text: 'b is done' }],
      steered: [{ text: 'Steered.' }, { text: 'Steered, and both are in.' }],
    });
    await Promise.all([run.reached('a'), run.reached('b')]);
    await run.printed('Both are out.');
    run.release('a');
    await run.reached('second');
    await run.say({ kind: 'message', id: 'm1', text: `Do this. ${marker('steered')}` });
    run.release('second');
    await run.printed('Steered.');
    run.release('b');
    const { facts, exit } = await run.ended;
    const { subAgents, messages, finalText, usage } = summed(facts);
    expect(exit.code).toBe(0);
    expect(subAgents).toEqual({ started: 2, ended: 2, refused: 0, mostAtOnce: 2 });
    expect(messages).toEqual([{ id: 'm1', way: 'mid-turn' }]);
    expect(finalText).toBe('Steered, and both are in.');
    expect(usage?.total).toEqual(run.served());
    expect(usage).toMatchObject({ lowerBound: false });
    expect(usage?.requests?.length).toBeGreaterThan(5);
  });

  it('waits for a command in the background, whose end is a turn of its own', async () => {
    const run = await bench.begin({
      main: [
        {
          calls: [
            bash(`until [ -e go ]; do sleep 0.05; done; echo over > over.txt`, {
              run_in_background: true,
            }),
          ],
        },
        { text: 'It runs.' },
        { text: 'It is over.' },
      ],
    });
    await run.printed('It runs.');
    inWorkspace('go', '');
    const { facts, exit } = await run.ended;
    expect(exit.code).toBe(0);
    expect(summed(facts).finalText).toBe('It is over.');
    expect(readFileSync(join(bench.workspace, 'over.txt'), 'utf8')).toBe('over\n');
  });

  it('counts the agents of a workflow, with each of their requests', async () => {
    const run = await bench.begin({
      main: [{ calls: [workflow('a', 'b')] }, { text: 'Out.' }, { text: 'In.' }],
      a: [{ hold: 'a', calls: [bash('echo a')] }, { text: 'a is done' }],
      b: [{ hold: 'b', text: 'b is done' }],
    });
    await Promise.all([run.reached('a'), run.reached('b')]);
    run.release('a');
    run.release('b');
    const { facts } = await run.ended;
    const { subAgents, usage, transcripts } = summed(facts);
    expect(subAgents).toEqual({ started: 2, ended: 2, refused: 0, mostAtOnce: 2 });
    expect(usage?.total).toEqual(run.served());
    expect(usage?.requests).toHaveLength(6);
    expect(usage?.sub?.input).toBe(1000 + 1007 + 1000);
    expect(transcripts).toHaveLength(3);
  });

  it('is held to a cap at every door, whatever the repository’s own settings say', async () => {
    const env = { CLAUDE_CODE_MAX_CONCURRENT_SUBAGENTS: '9' };
    inWorkspace('.claude/settings.json', JSON.stringify({ env }));
    const skill = `---\nname: forky\ndescription: forks\ncontext: fork\n---\nGo ${marker('s')}\n`;
    inWorkspace('.claude/skills/forky/SKILL.md', skill);
    const run = await bench.begin(
      {
        main: [
          { calls: [agent('a', true), agent('b', true)] },
          { calls: [workflow('b'), { name: 'Skill', input: { skill: 'forky' } }] },
          { hold: 'main', text: 'Waiting.' },
          { text: 'Done.' },
        ],
        // Nor may the one that runs start another.
        a: [{ calls: [agent('b', false)] }, { hold: 'a', text: 'a is done' }],
        b: [{ text: 'b is done' }],
        s: [{ text: 's is done' }],
      },
      { delegation: { mode: 'capped', n: 1 } },
    );
    await Promise.all([run.reached('a'), run.reached('main')]);
    run.release('a');
    run.release('main');
    const { facts, exit } = await run.ended;
    const { subAgents, refused } = summed(facts);
    expect(exit.code).toBe(0);
    expect(run.scriptsAsked().toSorted()).toEqual(['a', 'main']);
    expect(subAgents).toEqual({ started: 1, ended: 1, refused: 2, mostAtOnce: 1 });
    expect(refused).toHaveLength(4);
  });

  it('that is stopped has told all that it used, and its sub-agents have ended', async () => {
    const run = await bench.begin({
      main: [{ calls: [agent('a', false)] }, { text: 'never' }],
      a: [
        { calls: [bash('echo begun')] },
        { calls: [bash(`touch ${join(bench.workspace, 'begun')} && sleep 600`)] },
        { text: 'never' },
      ],
    });
    await run.exists(join(bench.workspace, 'begun'));
    await run.stop();
    const { facts, exit } = await run.ended;
    const { subAgents, usage, trouble } = summed(facts);
    expect([exit.signal, exit.stopped]).toEqual(['SIGTERM', 'person']);
    expect(subAgents).toMatchObject({ started: 1, ended: 1 });
    expect(usage?.total).toEqual(run.served());
    expect(usage).toMatchObject({ lowerBound: false, sub: { input: 2007 } });
    expect(usage?.requests).toHaveLength(3);
    expect(trouble).toBeNull();
    expect(await run.leftOvers()).toEqual([]);
  });

  it('asks for what it may not do, and hears the answers', async () => {
    const asked = { name: 'AskUserQuestion', input: { questions: [colours()] } };
    const run = await bench.begin(
      {
        main: [
          { calls: [making('one')] },
          { calls: [making('two')] },
          { calls: [asked] },
          { text: 'Done.' },
        ],
      },
      { boundary: false, questionMs: 60_000 },
    );
    await run.printed('"id":"q1"');
    await run.say({ kind: 'answer', question: 'q1', choice: 'allow' });
    await run.printed('"id":"q2"');
    await run.say({ kind: 'answer', question: 'q2', choice: 'refuse' });
    await run.printed('"id":"q3"');
    await run.say({ kind: 'answer', question: 'q3', choice: 'Blue' });
    const { facts, exit } = await run.ended;
    const { questions, refused, commands } = summed(facts);
    expect(exit.code).toBe(0);
    expect(questions.map(({ question, answer }) => [question.kind, answer])).toEqual([
      ['permission', { choice: 'allow', by: 'person' }],
      ['permission', { choice: 'refuse', by: 'person' }],
      ['clarification', { choice: 'Blue', by: 'person' }],
    ]);
    expect(questions[0]?.question.text).toContain(`Bash ${writing('one')}\n`);
    expect(['one', 'two'].map((name) => existsSync(join(bench.workspace, name)))).toEqual([
      true,
      false,
    ]);
    expect(commands).toMatchObject([{ argv: writing('one'), exit: 0 }]);
    expect(refused).toHaveLength(1);
    await run.printed('\\"Which colour?\\"=\\"Blue\\"');
  });

  it('goes on with the default when nobody answers', async () => {
    const run = await bench.begin(
      { main: [{ calls: [making('one')] }, { text: 'Done.' }] },
      { boundary: false, questionMs: 300 },
    );
    const { facts, exit } = await run.ended;
    expect(exit.code).toBe(0);
    expect(summed(facts).questions).toMatchObject([
      { answer: { choice: 'refuse', by: 'default' } },
    ]);
    expect(existsSync(join(bench.workspace, 'one'))).toBe(false);
  });

  it('makes the failure that it ends with a fatal one, and not one that it gets over', async () => {
    const busy = { status: 529, error: 'overloaded_error' } as const;
    const run = await bench.begin({ main: [{ faultsFirst: [busy], text: 'Done.' }] });
    const good = await run.ended;
    expect(summed(good.facts).trouble).toMatchObject({ code: 'agent-server-error', fatal: false });
    expect(good.exit.code).toBe(0);
    await bench.renew();
    const bad = await (await bench.begin({ main: [busy, busy, busy] })).ended;
    expect(summed(bad.facts).trouble).toMatchObject({ code: 'agent-server-error', fatal: true });
    expect(bad.exit.code).toBe(1);
  });

  it('that cannot be started says why', async () => {
    const spec = { ...claudeDialect.spec, args: ['--no-such-thing'] };
    const { facts, exit } = await (
      await bench.begin({}, { dialect: { ...claudeDialect, spec } })
    ).ended;
    expect(exit.code).toBe(1);
    expect(summed(facts).trouble).toMatchObject({
      code: 'agent-failed',
      text: expect.stringContaining("unknown option '--no-such-thing'") as unknown,
      fatal: true,
    });
  });
});

const colours = () => ({
  question: 'Which colour?',
  header: 'Colour',
  options: [
    { label: 'Red', description: 'warm' },
    { label: 'Blue', description: 'cold' },
  ],
  multiSelect: false,
});
