import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readNoted } from '../../../src/domain/guard/noted.ts';
import { emptySummary, summarise } from '../../../src/domain/receipt/summarise-output.ts';
import type { Dialect } from '../../contract/real-agent.ts';
import { openAgentBench } from '../../rig/agent-bench.ts';
import { makeGuardPlace } from '../../rig/guard-place.ts';
import { marker } from '../../rig/script.ts';
import { runGuarded } from './guard-run.ts';

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

/** The guard in front of real agents, whose calls it sees. */
export function guardOf(dialects: readonly Dialect[]): void {
  it.each(dialects)('answers the calls of $name, in root and sub-agent', async (dialect) => {
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
}

/** The guard in front of agents whose session is gone on with by another run of their program. */
export function guardGoesOn(dialects: readonly Dialect[]): void {
  it.each(dialects)('is asked by $name after a message too', async (dialect) => {
    const bench = openAgentBench(join('home', 'main.fanin', 'a'));
    try {
      const guard = join(bench.attempt, 'guard.json');
      const config = makeGuardPlace(bench.home).config({ boundary: false, logs: [`${guard}.log`] });
      writeFileSync(guard, JSON.stringify(config));
      const stash = [{ calls: [dialect.shell('git stash')] }];
      const run = await bench.start({
        dialect,
        scripts: {
          main: [...stash, { hold: 'working', text: 'Done as I was.' }],
          steered: [...stash, { text: 'Steered.' }],
        },
        brief: `Do it. ${marker('main')}`,
        delegation: { mode: 'off' },
        guard,
      });
      await run.reached('working');
      await run.say({ kind: 'message', id: 'm', text: `Go on. ${marker('steered')}` });
      const { facts } = await run.ended;
      const seen = facts.reduce(summarise, emptySummary);
      expect([seen.messages, seen.trouble]).toEqual([[{ id: 'm', way: 'resume' }], null]);
      expect(seen.finalText).toBe('Steered.');
      expect(seen.refused).toHaveLength(2);
      expect(readNoted(readFileSync(`${guard}.log`, 'utf8'))).toHaveLength(2);
    } finally {
      await bench.close();
    }
  });
}

/** A guard that is not there. */
export function guardGone(dialects: readonly Dialect[]): void {
  it.each(dialects)('refuses the calls of $name where it cannot answer', async (dialect) => {
    const { root, sub } = await runGuarded(dialect, ['echo hi > made.txt'], { guarded: true });
    expect(root[0]?.told).toContain("fanin's guard gave no answer");
    // The call that would have started it was refused as well.
    expect(sub[0]?.told).toBe('');
  });
}
