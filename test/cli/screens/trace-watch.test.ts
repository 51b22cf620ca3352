import { expect, test } from 'vitest';
import { watchLines } from '../../../src/cli/screens/trace-watch.ts';
import { readingOf, type WatchEvent } from '../../../src/domain/trace/watch/watched-session.ts';
import { madeFinding } from '../../support/made-finding.ts';
import { madeAgent, madeTrace } from '../../support/made-trace.ts';
import { look } from '../sample-model.ts';

process.env['TZ'] = 'UTC';

const at = Date.UTC(2026, 10, 30, 14, 2, 11);
const { session } = readingOf(
  madeTrace([madeAgent('a')], [], { title: 'billing: password=hunter2hunter2 refactor' }),
);
const finding = madeFinding('deliverable-overwrite', ['a3', 'a1'], 118);
const names = ['agent 3', 'agent 1'];

const events: readonly WatchEvent[] = [
  { kind: 'started', at, session },
  { kind: 'finding', at, session, finding, names },
  { kind: 'withdrawn', at, session, finding, names, instead: 'final-tree-overwrite' },
  { kind: 'withdrawn', at, session, finding, names, instead: null },
  { kind: 'ended', at, session, state: 'completed', findings: 1, withdrawn: 2 },
  { kind: 'ended', at, session, state: 'running', findings: 0, withdrawn: 0 },
];

test('what happens in a session has its time, its place and the next command', () => {
  const text = events
    .flatMap((event) => watchLines(event, { look: look(), home: '/home/me' }))
    .join('\n');
  expect(`\n${text}\n`).toMatchInlineSnapshot(`
    "
    14:02:11 made0001 at work: claude-code “billing: password=[hidden] refactor”, 1 sub-agent
    14:02:11 made0001 Deliverable Overwrite: agent 3, agent 1
             something was lost
             ~/made.jsonl:118
             fanin trace show made0001
    14:02:11 made0001 withdrawn: Deliverable Overwrite (agent 3, agent 1); it is told as Final-Tree
             Overwrite
    14:02:11 made0001 withdrawn: Deliverable Overwrite (agent 3, agent 1); what followed speaks against
             it
    14:02:11 made0001 ended (completed): 1 finding, 2 withdrawn – fanin trace show made0001
    14:02:11 made0001 ended (its records stop without an end): 0 findings – fanin trace show made0001
    "
  `);
  expect(text).not.toContain('hunter2');
});

test('no line is longer than the width, whatever is said', () => {
  const long = { ...finding, consequence: 'most of it is gone '.repeat(20) };
  for (const width of [40, 100])
    for (const event of [...events, { ...events[1], finding: long } as WatchEvent])
      for (const line of watchLines(event, { look: { ...look(), width }, home: '' }))
        expect(line.length).toBeLessThanOrEqual(width);
});
