import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { opencodeAgent } from '../../../src/adapters/agents/opencode/agent.ts';
import { guardProgram } from '../../../src/compose/guard-program.ts';
import { describeWith } from '../../support/capabilities.ts';
import { runGuarded } from './guard-run.ts';
import { opencodeDialect } from './opencode.ts';

const node = process.execPath;
const DIST = join(import.meta.dirname, '../../../dist/compose');
const BUNDLE = join(DIST, 'guard-hook.bundle.js');
const judge = existsSync(BUNDLE) ? BUNDLE : guardProgram('guard-hook');

const COMMANDS: readonly (readonly [command: string, refused: boolean])[] = [
  ['echo hi > /M/x', true],
  ['git stash', true],
  ['git -C /M status --short', false],
  ['echo x >> src/a.ts', false],
];

describeWith(['opencode-cli', 'git'], 'the guard in front of opencode', () => {
  it.each([{ ...opencodeDialect, agent: opencodeAgent({ node, judge }) }])(
    'answers for $name',
    async (dialect) => {
      const { root, sub } = await runGuarded(
        dialect,
        COMMANDS.map(([command]) => command),
        { guarded: true },
      );
      const refused = (told: string): boolean => told.includes("fanin's guard refuses");
      const wanted = COMMANDS.map(([, each]) => each);
      expect(root.map(({ told }) => refused(told))).toEqual(wanted);
      // What the sub-agent is told goes by the same way.
      expect(sub.map(({ told }) => refused(told))).toEqual(wanted);
    },
  );
});
