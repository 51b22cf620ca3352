import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emptySummary, summarise } from '../../../src/domain/receipt/summarise-output.ts';
import { openAgentBench } from '../../rig/agent-bench.ts';
import { marker } from '../../rig/script.ts';
import { describeWith } from '../../support/capabilities.ts';
import { guardGoesOn, guardGone, guardOf } from './guard-of.ts';
import { GUARD_GONE, GUARDED } from './guarded-dialects.ts';

describeWith(['opencode-cli', 'git'], 'the guard in front of opencode', () => {
  guardOf([GUARDED.opencode]);
});

describeWith(['gemini-cli', 'git'], 'the guard in front of the Gemini CLI', () => {
  guardOf([GUARDED.gemini]);
  guardGoesOn([GUARDED.gemini]);
  guardGone([GUARD_GONE.gemini]);

  it('keeps an agent from starting whose repository has turned hooks off', async () => {
    const bench = openAgentBench();
    try {
      const settings = join(bench.workspace, '.gemini');
      mkdirSync(settings);
      writeFileSync(join(settings, 'settings.json'), '{"hooksConfig":{"enabled":false}}');
      const made = join(bench.workspace, 'made.txt');
      const run = await bench.start({
        dialect: GUARDED.gemini,
        scripts: { main: [{ calls: [GUARDED.gemini.write(made, 'x')] }, { text: 'Done.' }] },
        brief: marker('main'),
        delegation: { mode: 'off' },
        guard: join(bench.attempt, 'guard.json'),
      });
      const { exit, facts } = await run.ended;
      expect(exit.code).toBe(78);
      expect(facts.reduce(summarise, emptySummary).trouble?.text).toContain('keeps hooks from');
      expect([run.scriptsAsked(), existsSync(made)]).toEqual([[], false]);
    } finally {
      await bench.close();
    }
  });
});
