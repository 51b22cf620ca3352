import { describe, expect, it } from 'vitest';
import type { PersonCommand } from '../../src/domain/run/commands.ts';
import { batch, must, taskView } from './store.ts';
import type { StoreUnderTest } from './store.ts';

const DROP: PersonCommand = { type: 'drop', task: 'a', reason: '', by: 'ann' };
const readied = (task: string) => ({ type: 'task.readied', at: 5, task }) as const;
const SUPERSEDED = { ok: false, error: { code: 'engine-superseded' } };

/** Of all engines only the one that took over last writes. `make` gives an empty store each time. */
export function storeFenceContract(name: string, make: () => StoreUnderTest): void {
  const using = async (test: (under: StoreUnderTest) => Promise<void>): Promise<void> => {
    const under = make();
    try {
      await test(under);
    } finally {
      under.close();
    }
  };
  describe(`${name} has one engine`, () => {
    it('and the one that was taken over from appends nothing more', () =>
      using(async ({ store, engine, views }) => {
        const id = must(await store.submit('r1', DROP, 1));
        const first = engine();
        must(await first.append(batch('r1', 0, { events: [readied('a')] })));
        const second = engine();
        expect([first.superseded(), second.superseded()]).toEqual([true, false]);
        const refused = await first.append(
          batch('r1', 1, {
            events: [readied('b')],
            views: [taskView('r1', 'b', 'ready')],
            answers: [{ id, answer: { ok: true, note: '' } }],
          }),
        );
        expect(refused).toMatchObject(SUPERSEDED);
        expect(views('r1')).toEqual({});
        expect(await second.inbox()).toHaveLength(1);
        expect(must(await second.append(batch('r1', 1, { events: [readied('c')] })))).toBe(2);
        // Commands come from any process.
        must(await first.submit('r1', DROP, 2));
      }));

    it('and the one that is taken over from sees that something was written', () =>
      using(async ({ engine }) => {
        const first = engine();
        const before = first.version();
        engine();
        expect(first.version()).not.toBe(before);
      }));

    it('beside which others write, until the next one takes over', () =>
      using(async ({ other, engine }) => {
        engine();
        must(await other.append(batch('r1', 0, { events: [readied('a')] })));
        engine();
        const refused = await other.append(batch('r1', 1, { events: [readied('b')] }));
        expect(refused).toMatchObject(SUPERSEDED);
      }));
  });
}
