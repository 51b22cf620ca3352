import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { emptySummary, summarise } from '../../../src/domain/receipt/summarise-output.ts';
import { realAgentContract, type Dialect } from '../../contract/real-agent.ts';
import { openAgentBench, type AgentBench, type BenchStart } from '../../rig/agent-bench.ts';
import { marker } from '../../rig/script.ts';
import { describeWith } from '../../support/capabilities.ts';
import { geminiDialect } from './gemini.ts';

describeWith(['gemini-cli', 'proc'], 'Gemini CLI', () => {
  realAgentContract(geminiDialect);
});

describeWith(['gemini-cli', 'proc'], 'Gemini CLI by itself', () => {
  let bench: AgentBench;
  beforeEach(() => {
    bench = openAgentBench();
  });
  afterEach(() => bench.close());

  const begin = (start: Pick<BenchStart, 'scripts' | 'delegation'> & Partial<BenchStart>) =>
    bench.start({ dialect: geminiDialect, brief: `Do it. ${marker('main')}`, ...start });
  const agents = geminiDialect.delegate([marker('sub-a'), marker('sub-b')]).calls;
  const shell = (command: string) => geminiDialect.shell(command);
  const write = (path: string, text: string) => geminiDialect.write(path, text);

  it('is alone in a session that is gone on with, and counts over both turns', async () => {
    const main = [{ calls: agents }, { hold: 'working', text: 'Done as I was.' }];
    const steered = [{ calls: agents.slice(0, 1) }, { text: 'Steered.' }];
    const scripts = { main, steered, 'sub-a': [{ text: 'a' }], 'sub-b': [{ text: 'b' }] };
    const run = await begin({ scripts, delegation: { mode: 'off' } });
    await run.reached('working');
    await run.say({ kind: 'message', id: 'm', text: `Go on. ${marker('steered')}` });
    const { facts } = await run.ended;
    const seen = facts.reduce(summarise, emptySummary);
    expect(run.scriptsAsked()).toEqual(['main', 'steered']);
    expect(seen.messages).toEqual([{ id: 'm', way: 'resume' }]);
    expect(seen.subAgents).toEqual({ started: 0, ended: 0, refused: 3, mostAtOnce: 0 });
    expect(seen.finalText).toBe('Steered.');
    expect(seen.usage?.total).toEqual(run.served());
    expect(seen.usage?.requests).toHaveLength(3);
  });

  it('tells the end of sub-agents that are stopped with it', async () => {
    const main = [{ calls: agents }, { text: 'Never.' }];
    const hold = [{ hold: 'never', text: 'never' }];
    const scripts = { main, 'sub-a': [{ calls: [shell('echo a')] }, ...hold], 'sub-b': hold };
    const run = await begin({ scripts, delegation: { mode: 'native' } });
    await run.reached('never');
    await run.stop();
    const { facts, exit } = await run.ended;
    const { subAgents, trouble } = facts.reduce(summarise, emptySummary);
    expect(exit.stopped).toBe('person');
    expect(subAgents.started).toBeGreaterThan(0);
    expect(subAgents.ended).toBe(subAgents.started);
    expect(trouble).toBeNull();
    expect(await run.leftOvers()).toEqual([]);
  });

  it.each([true, false])('hands in what it claims; with a boundary: %s', async (boundary) => {
    const handoff = `${bench.workspace}.handoff.json`;
    const main = [{ calls: [write(handoff, '{"summary":"done"}')] }, { text: 'All done.' }];
    const run = await begin({ scripts: { main }, delegation: { mode: 'off' }, boundary });
    const { facts } = await run.ended;
    expect(readFileSync(handoff, 'utf8')).toBe('{"summary":"done"}');
    expect(lstatSync(handoff).isFile()).toBe(true);
    expect(facts.reduce(summarise, emptySummary).refused).toEqual([]);
  });

  it('keeps to its work without a boundary', async () => {
    const beside = join(dirname(bench.workspace), 'attempt', 'x.txt');
    const main = [
      { calls: [write(beside, 'no'), shell(`echo no > ${beside}`), shell('touch no.txt')] },
      { calls: [shell('git diff --output=no.txt'), shell('ls "$(touch no.txt)" > no.txt')] },
      { calls: [write(join(bench.workspace, 'yes.txt'), 'yes')] },
      { calls: [shell('cat yes.txt')] },
      { text: 'All done.' },
    ];
    const run = await begin({ scripts: { main }, delegation: { mode: 'off' }, boundary: false });
    const { facts, exit } = await run.ended;
    const seen = facts.reduce(summarise, emptySummary);
    expect(exit.code).toBe(0);
    expect([existsSync(beside), existsSync(join(bench.workspace, 'no.txt'))]).toEqual([
      false,
      false,
    ]);
    expect(existsSync(`${bench.workspace}.handoff.json`)).toBe(false);
    expect(seen.refused).toHaveLength(5);
    expect(seen.commands).toEqual([{ argv: 'cat yes.txt', exit: 0, source: 'agent' }]);
    expect(seen.finalText).toBe('All done.');
  });

  it('says that it is not logged in where nobody ever was', async () => {
    const dialect: Dialect = { ...geminiDialect, prepare: () => ({}) };
    const run = await begin({ dialect, scripts: {}, delegation: { mode: 'native' } });
    const { facts, exit } = await run.ended;
    expect(exit.code).not.toBe(0);
    expect(facts.reduce(summarise, emptySummary).trouble).toMatchObject({
      code: 'agent-not-logged-in',
      fatal: true,
    });
  });
});
