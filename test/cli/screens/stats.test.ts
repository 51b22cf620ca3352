import { expect, test } from 'vitest';
import { statsLines } from '../../../src/cli/screens/stats.ts';
import type { AttemptRecord } from '../../../src/domain/stats/attempt-record.ts';
import { statsBy, statsOf } from '../../../src/domain/stats/measures.ts';
import { atLeast, exactly, UNKNOWN } from '../../../src/domain/stats/quantity.ts';
import { look, MINUTE } from '../sample-model.ts';

process.env['TZ'] = 'UTC';

const WEEK = 7 * 24 * 60 * MINUTE;
const START = Date.UTC(2026, 10, 2, 9);

/** Three weeks: in the first nothing landed, in the last not all is known. */
const records: readonly AttemptRecord[] = [0, 1, 1, 1, 2, 2, 2, 2].map((week, at) => ({
  run: `r${week}`,
  task: `t${at}`,
  attempt: `r${week}-t${at}-1`,
  agent: at % 3 === 0 ? 'codex' : 'claude',
  endedAt: START + week * WEEK + at * MINUTE,
  fate: week === 0 || at === 5 ? 'thrown-away' : at === 7 ? 'open' : 'landed',
  landedTask: week !== 0 && at !== 5 && at !== 7,
  tokens: exactly(410_000 * (at + 1)),
  usd: at === 7 ? UNKNOWN : at === 6 ? atLeast(0.5) : exactly(0.4 * (at + 1)),
  workMs: exactly((at + 3) * MINUTE),
  reviewMs: at < 4 ? at * 5 * MINUTE : 70 * MINUTE,
  waits: at === 7,
}));

const view = (by: 'week' | 'run' | 'agent', of = records, atWork = 1) => ({
  totals: statsOf(of),
  groups: statsBy(of, by),
  by,
  atWork,
});

test('one screen says what landed work cost, and what was thrown away', () => {
  expect(`\n${statsLines(view('week'), look()).join('\n')}\n`).toMatchInlineSnapshot(`
    "
    5 tasks landed of 8 attempts in 3 runs · since 2026-11-02 · ≥ $1.78 for each landed task

    Cost            ≥ $8.90 · $2.80 thrown away (31 % of what is decided) · ≥ $1.78 for each landed task
    Tokens          15M · 2.9M thrown away (25 % of what is decided) · 3M for each landed task
    Agent time      52m · 11m thrown away (26 % of what is decided) · 10m24s for each landed task
    Review          deliveries waited 5h10m for a person · 1.0 landed for each hour of that · 1 wait now
    Attempts        5 landed · 2 thrown away · 1 not decided · 1 at work, not counted

      week        attempts  landed     cost  per task  tokens  thrown away  of time  review  landed/h
      2026-11-16         4       2  ≥ $4.90   ≥ $2.45     11M         33 %     33 %   4h40m       0.4
      2026-11-09         3       3    $3.60     $1.20    3.7M          0 %      0 %     30m       6.0
      2026-11-02         1       0    $0.40         –    410k        100 %    100 %       –         –

    Not all attempts tell their cost: figures with ≥ are the least that is certain, and shares are of
    what is known.
    "
  `);
  const [week, agent] = [statsLines(view('week'), look()), statsLines(view('agent'), look())];
  // Who made most attempts comes first.
  expect(agent.at(-5)).toContain('claude');
  expect(week.length).toBeLessThan(20);
});

test('no line is longer than the width, and many groups are cut', () => {
  const many = Array.from({ length: 40 }, (_, at) =>
    records.map((each) => ({
      ...each,
      run: `r${at}`,
      endedAt: each.endedAt + at * WEEK,
      usd: atLeast(123_456),
      tokens: atLeast(123_456_789),
    })),
  ).flat();
  for (const by of ['week', 'run', 'agent'] as const)
    for (const width of [40, 100]) {
      const lines = statsLines(view(by, many), look(width));
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
      expect(lines.length).toBeLessThanOrEqual(width === 100 ? 40 : 60);
    }
  expect(statsLines(view('run', many), look()).join('\n')).toContain('and 25 more');
});

test('where nothing has run it says what to do', () => {
  expect(statsLines(view('week', [], 0), look()).join('\n')).toContain('fanin run -p');
  expect(statsLines(view('week', [], 2), look()).join('\n')).toContain('fanin status');
});
