import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emptySummary, summarise } from '../../../src/domain/receipt/summarise-output.ts';
import { realAgentContract, type Dialect } from '../../contract/real-agent.ts';
import { benchForEach } from '../../rig/bench-for-each.ts';
import { marker, type Scripts } from '../../rig/script.ts';
import { describeWith } from '../../support/capabilities.ts';
import { kimiDialect } from './kimi.ts';
import { stopAtWork } from './stop-at-work.ts';

describeWith(['kimi-cli', 'proc'], 'Kimi Code', () => {
  realAgentContract(kimiDialect);
});

describeWith(['kimi-cli', 'proc'], 'Kimi Code by itself', () => {
  const bench = benchForEach({ dialect: kimiDialect, delegation: { mode: 'off' } });
  const swarm = {
    name: 'AgentSwarm',
    input: {
      description: 'parts',
      prompt_template: 'Your part: {{item}}',
      items: [marker('sub-a'), marker('sub-b')],
    },
  };
  const agents = kimiDialect.delegate([marker('sub-a'), marker('sub-b')]).calls;
  const subs: Scripts = { 'sub-a': [{ text: 'a is done' }], 'sub-b': [{ text: 'b is done' }] };

  it('refuses both ways to delegate, and says so', async () => {
    const main = [{ calls: [swarm] }, { calls: agents.slice(0, 1) }, { text: 'All done.' }];
    const run = await bench.begin({ main, ...subs });
    const { facts } = await run.ended;
    const seen = facts.reduce(summarise, emptySummary);
    expect(run.scriptsAsked()).toEqual(['main']);
    expect(seen.subAgents).toEqual({ started: 0, ended: 0, refused: 2, mostAtOnce: 0 });
    expect(seen.refused).toHaveLength(2);
  });

  it('keeps delegation off in a session that is gone on with', async () => {
    const main = [{ hold: 'working', text: 'Done as I was.' }];
    const steered = [{ calls: [swarm] }, { calls: agents.slice(0, 1) }, { text: 'Steered.' }];
    const run = await bench.begin({ main, steered, ...subs });
    await run.reached('working');
    await run.say({ kind: 'message', id: 'm', text: `Go on. ${marker('steered')}` });
    const { facts } = await run.ended;
    const seen = facts.reduce(summarise, emptySummary);
    expect(run.scriptsAsked()).toEqual(['main', 'steered']);
    expect(seen.messages).toEqual([{ id: 'm', way: 'resume' }]);
    expect(seen.subAgents).toMatchObject({ started: 0, refused: 2 });
  });

  it('counts the sub-agents of a swarm, and their tokens', async () => {
    const main = [{ calls: [swarm] }, { text: 'All done.' }];
    const run = await bench.begin({ main, ...subs }, { delegation: { mode: 'native' } });
    const { facts } = await run.ended;
    const { subAgents, usage, transcripts } = facts.reduce(summarise, emptySummary);
    const { reasoning: _, ...served } = run.served();
    expect(subAgents).toMatchObject({ started: 2, ended: 2, refused: 0 });
    expect(usage?.total).toEqual(served);
    expect(usage?.requests).toHaveLength(4);
    expect(transcripts).toHaveLength(3);
  });

  it('tells the end of sub-agents that are stopped with it', async () => {
    const hold = { hold: 'never', text: 'never' };
    const main = [{ calls: agents }, { text: 'Never.' }];
    const scripts = { main, 'sub-a': [hold], 'sub-b': [hold] };
    await stopAtWork(await bench.begin(scripts, { delegation: { mode: 'native' } }));
  });

  it('says that it is not logged in where it has no provider at all', async () => {
    const dialect: Dialect = {
      ...kimiDialect,
      spec: { run: kimiDialect.spec.run ?? '', args: [] },
      prepare: (place) => {
        const variables = kimiDialect.prepare(place);
        rmSync(join(place.home, '.kimi-code', 'config.toml'));
        return variables;
      },
    };
    const run = await bench.begin({ main: [{ text: 'Never.' }] }, { dialect });
    const { facts, exit } = await run.ended;
    expect(exit.code).toBe(1);
    expect(facts.reduce(summarise, emptySummary).trouble).toMatchObject({
      code: 'agent-not-logged-in',
      fatal: true,
    });
  });
});
