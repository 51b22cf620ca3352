import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { emptySummary, summarise } from '../../../src/domain/receipt/summarise-output.ts';
import { realAgentContract, type Dialect } from '../../contract/real-agent.ts';
import { openAgentBench, type AgentBench, type BenchStart } from '../../rig/agent-bench.ts';
import { marker } from '../../rig/script.ts';
import { describeWith } from '../../support/capabilities.ts';
import { opencodeDialect } from './opencode.ts';

describeWith(['opencode-cli', 'proc'], 'opencode', () => {
  realAgentContract(opencodeDialect);
});

describeWith(['opencode-cli', 'proc'], 'opencode by itself', () => {
  let bench: AgentBench;
  beforeEach(() => {
    bench = openAgentBench();
  });
  afterEach(() => bench.close());

  const begin = (start: Pick<BenchStart, 'scripts' | 'delegation'> & Partial<BenchStart>) =>
    bench.start({ dialect: opencodeDialect, brief: `Do it. ${marker('main')}`, ...start });
  const agents = opencodeDialect.delegate([marker('sub-a'), marker('sub-b')]).calls;
  const shell = (command: string) => opencodeDialect.shell(command);
  const write = (path: string, text: string) => opencodeDialect.write(path, text);

  it('is alone in a session that is gone on with, whatever the person’s config allows', async () => {
    const dialect = withConfig({
      permission: { task: 'allow', '*': 'allow' },
      agent: { build: { permission: { task: 'allow' } } },
    });
    const main = [{ calls: agents }, { hold: 'working', text: 'Done as I was.' }];
    const steered = [{ calls: agents.slice(0, 1) }, { text: 'Steered.' }];
    const scripts = { main, steered, 'sub-a': [{ text: 'a' }], 'sub-b': [{ text: 'b' }] };
    const run = await begin({ dialect, scripts, delegation: { mode: 'off' } });
    await run.reached('working');
    await run.say({ kind: 'message', id: 'm', text: `Go on. ${marker('steered')}` });
    const { facts } = await run.ended;
    const seen = facts.reduce(summarise, emptySummary);
    expect(run.scriptsAsked()).toEqual(['main', 'steered']);
    expect(seen.messages).toEqual([{ id: 'm', way: 'resume' }]);
    expect(seen.subAgents).toEqual({ started: 0, ended: 0, refused: 3, mostAtOnce: 0 });
    expect(seen.finalText).toContain('Steered.');
  });

  it('tells the end of sub-agents that are stopped with it', async () => {
    const main = [{ calls: agents }, { text: 'Never.' }];
    const subA = [{ calls: [shell('echo a')] }, { hold: 'never', text: 'never' }];
    const scripts = { main, 'sub-a': subA, 'sub-b': [{ hold: 'never', text: 'never' }] };
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

  it('keeps to its work without a boundary, and goes on after a refusal', async () => {
    const beside = join(dirname(bench.workspace), 'attempt', 'x.txt');
    const handoff = `${bench.workspace}.handoff.json`;
    const main = [
      { calls: [write(beside, 'no'), shell(`echo no > ${beside}`), shell('touch no.txt')] },
      { calls: [write(handoff, '{}'), write(join(bench.workspace, 'yes.txt'), 'yes')] },
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
    expect(readFileSync(handoff, 'utf8')).toBe('{}');
    expect(seen.refused).toHaveLength(3);
    expect(seen.commands).toEqual([{ argv: 'cat yes.txt', exit: 0, source: 'agent' }]);
    expect(seen.finalText).toContain('All done.');
  });
});

/** The dialect on the machine of somebody whose config says this. */
const withConfig = (config: object): Dialect => ({
  ...opencodeDialect,
  prepare: (place) => {
    const folder = join(place.home, '.config', 'opencode');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'opencode.json'), JSON.stringify(config));
    return opencodeDialect.prepare(place);
  },
});
