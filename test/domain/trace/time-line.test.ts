import { describe, expect, it } from 'vitest';
import { MOST_LANES, timeLineOf } from '../../../src/domain/trace/time-line.ts';
import { madeAgent, madeCall, madeTest, madeTrace, madeWrite } from '../../support/made-trace.ts';

describe('timeLineOf', () => {
  it('has agents as lanes, and their writes and tests as marks', () => {
    const line = timeLineOf(
      madeTrace(
        [madeAgent('a', { role: 'writer' })],
        [
          madeCall('a', 1),
          madeWrite('a', 'src/x.ts', 'product', 200),
          madeTest('a', 'failed', 500),
          { ...madeTest('root', 'passed', 600), until: 900 },
          madeTest('root', 'unknown', 950),
        ],
      ),
    );
    expect(line).toMatchObject({ from: 0, to: 1000, left: 0 });
    expect(
      line?.lanes.map(({ agent, name, writes, tests, marks }) => ({
        agent,
        name,
        writes,
        tests,
        marks: marks.map(({ at, kind, what }) => [at, kind, what]),
      })),
    ).toEqual([
      {
        agent: 'root',
        name: null,
        writes: 0,
        tests: 2,
        marks: [
          [900, 'passed', 'npm test'],
          [950, 'tested', 'npm test'],
        ],
      },
      {
        agent: 'a',
        name: 'a',
        writes: 1,
        tests: 1,
        marks: [
          [200, 'write', 'src/x.ts'],
          [500, 'failed', 'npm test'],
        ],
      },
    ]);
  });

  it('draws what lies close together as one mark, and says how many it stands for', () => {
    const writes = Array.from({ length: 5000 }, (_, at) => madeWrite('root', `f${at}`, 'test', at));
    const line = timeLineOf(madeTrace([], writes, { endedAt: 5000 }));
    const marks = line?.lanes[0]?.marks ?? [];
    expect(marks.length).toBeLessThanOrEqual(401);
    expect(marks.reduce((sum, { count }) => sum + count, 0)).toBe(5000);
    expect(line?.lanes[0]?.writes).toBe(5000);
  });

  it('leaves out events without a time, and is none where no time is known', () => {
    const write = { ...madeWrite('root', 'x'), at: null };
    expect(timeLineOf(madeTrace([], [write]))?.lanes[0]?.marks).toEqual([]);
    expect(timeLineOf(madeTrace([], [], { startedAt: null }))).toBeNull();
  });

  it('says how many agents it does not draw', () => {
    const agents = Array.from({ length: 100 }, (_, at) => madeAgent(`a${at}`));
    const line = timeLineOf(madeTrace(agents));
    expect(line?.lanes).toHaveLength(MOST_LANES);
    expect(line?.left).toBe(101 - MOST_LANES);
  });
});
