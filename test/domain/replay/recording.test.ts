import { describe, expect, it } from 'vitest';
import { recordingOf } from '../../../src/domain/replay/recording.ts';
import type { RunEvent } from '../../../src/domain/run/events.ts';
import { readReplayFile, replayFileText } from '../../../src/protocol/replay-file.ts';

const offered = (delivery: string, at: number): RunEvent => ({
  type: 'delivery.offered',
  at,
  delivery,
  task: delivery,
  commit: 'c',
  tree: 't',
  base: 'b',
});
const checked = (delivery: string, at: number): RunEvent => ({
  type: 'delivery.checked',
  at,
  delivery,
  verdict: 'green',
  receipt: 'r',
  blocking: [],
});
const approved = (delivery: string, at: number): RunEvent => ({
  type: 'delivery.approved',
  at,
  delivery,
  tree: 't',
  by: 'ann',
});
const began = (test: string, at: number, ...deliveries: readonly string[]): RunEvent => ({
  type: 'queue.test-began',
  at,
  test,
  deliveries,
  assumed: 0,
  rerun: false,
});
const ended = (test: string, at: number, outcome: 'green' | 'red'): RunEvent => ({
  type: 'queue.test-ended',
  at,
  test,
  outcome,
  group: null,
  leftOut: [],
  text: null,
});
const landed = (delivery: string, at: number): RunEvent => ({
  type: 'delivery.landed',
  at,
  delivery,
  landing: { from: 'a', to: 'b', tree: 't' },
});
const returned = (delivery: string, at: number, kind: 'red' | 'conflict'): RunEvent => ({
  type: 'delivery.returned',
  at,
  delivery,
  by: 'integrator',
  comeback: { from: delivery, kind, text: '', commit: null },
});

const LOG: readonly RunEvent[] = [
  offered('a', 1000),
  checked('a', 41_000),
  approved('a', 50_000),
  approved('b', 60_000),
  began('t1', 60_000, 'a', 'b'),
  approved('c', 70_000),
  approved('d', 80_000),
  ended('t1', 90_000, 'red'),
  began('t2', 90_000, 'a'),
  ended('t2', 131_000, 'red'),
  began('t3', 131_000, 'a'),
  ended('t3', 172_000, 'green'),
  landed('a', 172_500),
  returned('b', 200_000, 'red'),
  returned('c', 201_500, 'conflict'),
];

describe('a recording', () => {
  it('has what landed, with the red tests of it alone, and what was red with the target', () => {
    expect(recordingOf(LOG)).toEqual([
      { id: 'a', arrivesMs: 0, checkMs: 40_000, runs: ['red', 'green'] },
      { id: 'b', arrivesMs: 10_000, checkMs: 30_000, runs: ['red'] },
    ]);
  });

  it('is empty where nothing came to the queue', () => {
    expect(recordingOf([offered('a', 1), checked('a', 2)])).toEqual([]);
  });

  it('is a replay file', () => {
    const text = replayFileText('A run.', recordingOf(LOG));
    const { problems, written } = readReplayFile('x', JSON.parse(text));
    expect(problems).toEqual([]);
    if (written?.source.kind !== 'recorded') throw new Error('it was not read');
    expect(written.source.workload.changes).toMatchObject([
      { id: 'a', arrivesMs: 0, checkMs: 40_000, sound: true, redRuns: 1 },
      { id: 'b', arrivesMs: 10_000, checkMs: 30_000, sound: false },
    ]);
  });
});
