import { describe, expect, it } from 'vitest';
import { lanesOf } from '../../src/cli/demo/lanes.ts';
import { timeLineLines } from '../../src/cli/screens/demo-time-line.ts';
import { columns } from '../../src/cli/text/columns.ts';
import { colourPaint, plainPaint } from '../../src/cli/text/style.ts';
import type { AgentExit, AttemptOutcome } from '../../src/domain/attempt/attempt.ts';
import type { RunEvent } from '../../src/domain/run/events.ts';

const START = 1_700_000_000_000;
const at = (seconds: number): number => START + seconds * 1000;
const id = (task: string): string => `r1-${task}-1`;

const queued = (task: string, seconds: number): RunEvent => ({
  type: 'attempt.queued',
  at: at(seconds),
  attempt: id(task),
  task,
  n: 1,
  base: 'b',
  comeback: null,
  why: '',
});
const started = (task: string, seconds: number): RunEvent => ({
  type: 'attempt.started',
  at: at(seconds),
  attempt: id(task),
  process: { supervisorPid: 1, pid: 2, startTime: '' },
  deadlineAt: at(60),
});
const exit = (signal: string | null): AgentExit => ({
  code: signal === null ? 0 : null,
  signal,
  lost: false,
  stopped: signal === null ? null : 'deadline',
});
const exited = (task: string, seconds: number, signal: string | null = null): RunEvent => ({
  type: 'attempt.exited',
  at: at(seconds),
  attempt: id(task),
  exit: exit(signal),
});
const ended = (task: string, seconds: number, outcome: AttemptOutcome): RunEvent => ({
  type: 'attempt.ended',
  at: at(seconds),
  attempt: id(task),
  outcome,
  reason: '',
  harvest: null,
  failure: null,
  trouble: null,
});
const checked = (task: string, seconds: number): RunEvent => ({
  type: 'delivery.checked',
  at: at(seconds),
  delivery: id(task),
  verdict: 'green',
  receipt: '',
  blocking: [],
});
const landing = (task: string, seconds: number): RunEvent => ({
  type: 'delivery.landing-began',
  at: at(seconds),
  delivery: id(task),
});
const landed = (task: string, seconds: number): RunEvent => ({
  type: 'delivery.landed',
  at: at(seconds),
  delivery: id(task),
  landing: { from: 'a', to: 'b', tree: 't' },
});
const returned = (task: string, seconds: number): RunEvent => ({
  type: 'delivery.returned',
  at: at(seconds),
  delivery: id(task),
  by: 'checks',
  comeback: { from: id(task), kind: 'red', text: '', commit: null },
});

const SCENE: readonly RunEvent[] = [
  queued('one', 0),
  queued('hung', 0.5),
  started('one', 1),
  started('hung', 1),
  { type: 'attempt.wrap-up-asked', at: at(4), attempt: id('hung'), why: 'deadline' },
  exited('one', 4),
  ended('one', 4.5, 'delivered'),
  { type: 'attempt.stop-asked', at: at(5), attempt: id('hung'), why: 'deadline' },
  checked('one', 5),
  landing('one', 6),
  landed('one', 7),
  queued('two', 7),
  started('two', 7.5),
  exited('hung', 8, 'SIGKILL'),
  ended('hung', 8.5, 'salvaged'),
  exited('two', 9),
  ended('two', 9, 'delivered'),
  checked('two', 10),
  returned('two', 10),
];

describe('the time line', () => {
  it('shows what each attempt was busy with, and how it came out', () => {
    const lines = timeLineLines(lanesOf(SCENE), { width: 76, paint: plainPaint, now: 0 });
    expect(`\n${lines.join('\n')}\n`).toMatchInlineSnapshot(`
      "
                0s        2s        4s       6s        8s
        one#1   ·····███████████████░░░░░    »»»»»                ✓ landed    7.0s
        hung#1    ···███████████████!!!!!!!!!!!!!!!!!!!░░░        ■ stopped   8.0s
        two#1                                     ···███████░░░░░ ✗ returned  3.0s
        · preparing, █ agent at work, ! told to end, ░ harvest and checks, »
        landing
      "
    `);
  });

  it('gives each attempt its spans without gap or overlap, but for the wait to land', () => {
    const [one, hung, two] = lanesOf(SCENE);
    expect(
      one?.spans.map(({ kind, from, to }) => [kind, (from - START) / 1000, (to - START) / 1000]),
    ).toEqual([
      ['prepare', 0, 1],
      ['work', 1, 4],
      ['check', 4, 5],
      ['land', 6, 7],
    ]);
    expect(hung?.spans.map(({ kind }) => kind)).toEqual([
      'prepare',
      'work',
      'told',
      'told',
      'check',
    ]);
    expect([one?.end, hung?.end, two?.end]).toEqual(['landed', 'kept', 'returned']);
    expect([one?.signal, hung?.signal]).toEqual([null, 'SIGKILL']);
  });

  it('never gets wider than it may, and shows the shortest span', () => {
    const quick = [
      ...SCENE,
      queued('quick-with-a-name', 9),
      started('quick-with-a-name', 9.001),
      exited('quick-with-a-name', 9.002),
    ];
    for (const width of [40, 60, 100]) {
      const lines = timeLineLines(lanesOf(quick), { width, paint: plainPaint, now: 0 });
      for (const line of lines) expect(columns(line)).toBeLessThanOrEqual(width);
      expect(lines.find((line) => line.includes('quick'))).toMatch(/[█░]/u);
    }
  });

  it('is the same with colour, which only adds', () => {
    const plain = timeLineLines(lanesOf(SCENE), { width: 80, paint: plainPaint, now: 0 });
    const coloured = timeLineLines(lanesOf(SCENE), { width: 80, paint: colourPaint, now: 0 });
    expect(coloured).not.toEqual(plain);
    // oxlint-disable-next-line no-control-regex
    expect(coloured.map((line) => line.replaceAll(/\u001B\[\d+m/gu, ''))).toEqual(plain);
  });

  it('has nothing to show of a run without attempts, and an open end of one that goes on', () => {
    expect(timeLineLines(lanesOf([]), { width: 80, paint: plainPaint, now: 0 })).toEqual([]);
    const [open] = lanesOf([queued('one', 0), started('one', 1)]);
    expect(open).toMatchObject({ end: 'open', spans: [{ kind: 'prepare' }] });
  });
});
