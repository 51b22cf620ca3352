import { describe, expect, it } from 'vitest';
import { criticalPath } from '../../../src/domain/plan/critical-path.ts';
import { MINUTE, task } from './planned.ts';

describe('criticalPath', () => {
  it('is the longest chain by size, not by number of tasks', () => {
    const path = criticalPath([
      task('a', 5),
      task('b', 5, ['a']),
      task('c', 5, ['b']),
      task('d', 30),
    ]);
    expect(path.tasks).toEqual(['d']);
    expect(path.ms).toBe(30 * MINUTE);
  });

  it('has for each task the longest way to the end, its own size included', () => {
    const { tasks, ms, remaining } = criticalPath([
      task('core', 15),
      task('seq', 12, ['core']),
      task('parser', 10, ['core', 'seq']),
      task('docs', 6),
    ]);
    expect(tasks).toEqual(['core', 'seq', 'parser']);
    expect(ms).toBe(37 * MINUTE);
    expect(Object.fromEntries(remaining)).toEqual({
      core: 37 * MINUTE,
      seq: 22 * MINUTE,
      parser: 10 * MINUTE,
      docs: 6 * MINUTE,
    });
  });

  it('counts unknown sizes as 15m, and prefers the first of equals', () => {
    const path = criticalPath([task('a', 15), task('b', null)]);
    expect(path.tasks).toEqual(['a']);
    expect(path.remaining.get('b')).toBe(15 * MINUTE);
  });

  it('is empty for an empty plan', () => {
    expect(criticalPath([])).toMatchObject({ tasks: [], ms: 0 });
  });
});
