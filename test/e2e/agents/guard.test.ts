import { expect, it } from 'vitest';
import { describeWith } from '../../support/capabilities.ts';
import { runGuarded } from './guard-run.ts';
import { GUARDED } from './guarded-dialects.ts';

/** Of each kind one; the whole list is run by scripts/guard-table.mjs. */
const COMMANDS: readonly (readonly [command: string, refused: boolean])[] = [
  ['echo hi > /M/x', true],
  ['cd /M && make', true],
  ['git stash', true],
  ['git update-ref refs/heads/main HEAD', true],
  ["python3 -c \"open('/M/x','w')\"", true],
  ['git -C /M status --short', false],
  ['echo x >> src/a.ts', false],
];

describeWith(['claude-cli', 'codex-cli', 'git'], 'the guard in front of real agents', () => {
  it.each(GUARDED)('answers the hooks of $name, in root and sub-agent', async (dialect) => {
    const { root, sub } = await runGuarded(
      dialect,
      COMMANDS.map(([command]) => command),
      { guarded: true },
    );
    const wanted = COMMANDS.map(([, refused]) => refused);
    expect(root.map(({ refused }) => refused)).toEqual(wanted);
    expect(sub.map(({ refused }) => refused)).toEqual(wanted);
    // The model reads why, and what would be right.
    expect(root[0]?.told).toContain("fanin's guard refuses this (main-checkout)");
  });
});
