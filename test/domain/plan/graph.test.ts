import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ancestors, findCycles, topologicalOrder } from '../../../src/domain/plan/graph.ts';

const node = (id: string, ...needs: readonly string[]) => ({ id, needs });
const ids = (tasks: readonly { readonly id: string }[]): readonly string[] =>
  tasks.map(({ id }) => id);

/** Graphs of up to nine tasks with any needs, themselves included. */
const graphs = fc
  .array(fc.array(fc.nat(8), { maxLength: 4 }), { minLength: 1, maxLength: 9 })
  .map((needs) =>
    needs.map((mine, index) => node(`t${index}`, ...mine.map((need) => `t${need % needs.length}`))),
  );

describe('topologicalOrder', () => {
  it('puts each task after what it needs, and keeps the order otherwise', () => {
    expect(ids(topologicalOrder([node('d', 'b'), node('a'), node('b', 'a'), node('c')]))).toEqual([
      'a',
      'b',
      'c',
      'd',
    ]);
  });

  it('ignores needs that name no task, and leaves out what is in or behind a cycle', () => {
    expect(
      ids(topologicalOrder([node('a', 'ghost'), node('b', 'c'), node('c', 'b'), node('d', 'b')])),
    ).toEqual(['a']);
  });

  it('is complete exactly when there is no cycle', () => {
    fc.assert(
      fc.property(graphs, (tasks) => {
        const order = ids(topologicalOrder(tasks));
        for (const { id, needs } of tasks) {
          if (!order.includes(id)) continue;
          for (const need of needs) expect(order.indexOf(need)).toBeLessThan(order.indexOf(id));
        }
        expect(order.length === tasks.length).toBe(findCycles(tasks).length === 0);
      }),
    );
  });
});

describe('findCycles', () => {
  it('names the whole cycle and nothing before it', () => {
    expect(findCycles([node('x', 'a'), node('a', 'b'), node('b', 'c'), node('c', 'a')])).toEqual([
      ['a', 'b', 'c', 'a'],
    ]);
  });

  it('names a task that needs itself, and every separate cycle', () => {
    expect(findCycles([node('a', 'a'), node('b', 'c'), node('c', 'b'), node('d')])).toEqual([
      ['a', 'a'],
      ['b', 'c', 'b'],
    ]);
  });

  it('finds one that is reached only late', () => {
    expect(findCycles([node('a', 'b', 'c'), node('b'), node('c', 'd'), node('d', 'c')])).toEqual([
      ['c', 'd', 'c'],
    ]);
  });

  it('returns walks along needs that end where they began', () => {
    fc.assert(
      fc.property(graphs, (tasks) => {
        for (const cycle of findCycles(tasks)) {
          expect(cycle[0]).toBe(cycle.at(-1));
          expect(new Set(cycle.slice(1)).size).toBe(cycle.length - 1);
          for (const [index, id] of cycle.slice(0, -1).entries()) {
            expect(tasks.find((task) => task.id === id)?.needs).toContain(cycle[index + 1]);
          }
        }
      }),
    );
  });

  it('takes chains longer than any call stack', () => {
    const chain = Array.from({ length: 30_000 }, (_, n) => node(`t${n}`, `t${n + 1}`));
    expect(findCycles(chain)).toEqual([]);
  });
});

describe('ancestors', () => {
  it('has everything that is needed, directly or through others', () => {
    const all = ancestors([node('c', 'b'), node('b', 'a'), node('a'), node('d')]);
    expect([...(all.get('c') ?? [])].toSorted()).toEqual(['a', 'b']);
    expect([...(all.get('d') ?? [])]).toEqual([]);
  });
});
