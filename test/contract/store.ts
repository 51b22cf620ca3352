import { describe, expect, it } from 'vitest';
import type { CheckResult } from '../../src/domain/delivery/delivery.ts';
import { failure } from '../../src/domain/failure.ts';
import type { Result } from '../../src/domain/result.ts';
import type { PersonCommand } from '../../src/domain/run/commands.ts';
import type { View } from '../../src/domain/run/views.ts';
import type { Batch, Store } from '../../src/ports/store.ts';
import type { Telemetry } from '../../src/ports/telemetry.ts';
import type { VerdictCache } from '../../src/ports/verdict-cache.ts';
import { sampleEvents } from '../support/sample-events.ts';

/** A store under test. `other` is a second process's store on the same data. */
export interface StoreUnderTest {
  readonly store: Store;
  readonly other: Store;
  /** The store of an engine that takes over now. */
  readonly engine: () => Store;
  readonly verdicts: VerdictCache;
  readonly telemetry: Telemetry;
  /** The bodies of a run's views, by `<kind> <id>`. */
  readonly views: (run: string) => Readonly<Record<string, unknown>>;
  readonly close: () => void;
}

/** A batch with nothing in it but what is given. */
export const batch = (run: string, after: number, more: Partial<Batch> = {}): Batch => ({
  run,
  at: 1000,
  after,
  events: [],
  views: [],
  answers: [],
  ...more,
});

/** A task's view in some phase. */
export const taskView = (run: string, id: string, phase: string): View => ({
  kind: 'task',
  run,
  id,
  body: {
    phase,
    held: false,
    holder: null,
    agent: 'claude',
    needs: [],
    writes: ['src/**'],
    locks: [],
    attempts: 0,
    attempt: null,
    reason: '',
    landed: null,
  },
});

/** What every store does. `make` gives an empty one each time. */
export function storeContract(name: string, make: () => StoreUnderTest): void {
  const using = (title: string, test: (under: StoreUnderTest) => Promise<void>): void => {
    it(title, async () => {
      const under = make();
      try {
        await test(under);
      } finally {
        under.close();
      }
    });
  };
  describe(`${name} keeps events`, () => {
    eventCases(using);
  });
  describe(`${name} keeps the inbox`, () => {
    inboxCases(using);
  });
  describe(`${name} keeps verdicts and telemetry`, () => {
    otherCases(using);
  });
}

type Using = (title: string, test: (under: StoreUnderTest) => Promise<void>) => void;

/** The value of a success; a failure ends the test. */
export function must<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(`unexpected failure: ${JSON.stringify(result.error)}`);
  return result.value;
}

const readied = (task: string) => ({ type: 'task.readied', at: 5, task }) as const;

function eventCases(using: Using): void {
  using('a run nobody wrote is empty', async ({ store }) => {
    expect(must(await store.load('r1'))).toEqual([]);
  });

  using('every event type comes back as it went in, numbered from 1', async ({ store }) => {
    const events = sampleEvents('r1');
    expect(must(await store.append(batch('r1', 0, { events, at: 77 })))).toBe(events.length);
    const loaded = must(await store.load('r1'));
    expect(loaded.map(({ event }) => event)).toEqual(events);
    expect(loaded.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(loaded.every(({ run, at }) => run === 'r1' && at === 77)).toBe(true);
  });

  using('numbers go on over all runs, and loading keeps runs apart', async ({ store }) => {
    expect(must(await store.append(batch('r1', 0, { events: [readied('a')] })))).toBe(1);
    expect(must(await store.append(batch('r2', 0, { events: [readied('b')] })))).toBe(2);
    expect(must(await store.append(batch('r1', 1, { events: [readied('c')] })))).toBe(3);
    expect(must(await store.load('r1')).map(({ seq }) => seq)).toEqual([1, 3]);
    expect(must(await store.load('r2')).map(({ seq }) => seq)).toEqual([2]);
  });

  using(
    'a writer that has not seen the last event is refused whole',
    async ({ store, views, other }) => {
      must(await store.append(batch('r1', 0, { events: [readied('a')] })));
      const id = must(await store.submit('r1', DROP, 1));
      for (const after of [0, 2, -1]) {
        const refused = await other.append(
          batch('r1', after, {
            events: [readied('b')],
            views: [taskView('r1', 'b', 'ready')],
            answers: [{ id, answer: { ok: true, note: '' } }],
          }),
        );
        expect(refused).toMatchObject({ ok: false, error: { code: 'stale-append' } });
      }
      expect(must(await store.load('r1'))).toHaveLength(1);
      expect(views('r1')).toEqual({});
      expect(await store.answer(id)).toBeNull();
    },
  );

  using('of two writers with the same knowledge one wins', async ({ store, other }) => {
    const [first, second] = await Promise.all([
      store.append(batch('r1', 0, { events: [readied('a'), readied('b')] })),
      other.append(batch('r1', 0, { events: [readied('c')] })),
    ]);
    expect([first, second].filter(({ ok }) => ok)).toHaveLength(1);
    const seqs = must(await store.load('r1')).map(({ seq }) => seq);
    expect(seqs).toEqual(first.ok ? [1, 2] : [1]);
  });

  using('appends in flight together do not mix', async ({ store }) => {
    const runs = ['r1', 'r2', 'r3', 'r4'];
    await Promise.all(
      runs.map((run) => store.append(batch(run, 0, { events: [readied('a'), readied('b')] }))),
    );
    for (const [index, run] of runs.entries()) {
      const seqs = must(await store.load(run)).map(({ seq }) => seq);
      expect(seqs).toEqual([2 * index + 1, 2 * index + 2]);
    }
  });

  using('a view is replaced, and stays when a batch does not name it', async ({ store, views }) => {
    const both = [taskView('r1', 'a', 'waiting'), taskView('r1', 'b', 'waiting')];
    must(await store.append(batch('r1', 0, { events: [readied('a')], views: both })));
    const changed = taskView('r1', 'a', 'ready');
    expect(must(await store.append(batch('r1', 1, { views: [changed] })))).toBe(1);
    expect(views('r1')).toEqual({ 'task a': changed.body, 'task b': both[1]?.body });
    expect(views('r2')).toEqual({});
  });

  using(
    'the version changes when another process writes, and not by itself',
    async ({ store, other }) => {
      const before = store.version();
      must(await store.append(batch('r1', 0, { events: [readied('a')] })));
      expect(store.version()).toBe(before);
      must(await other.submit('r1', DROP, 1));
      const after = store.version();
      expect(after).not.toBe(before);
      expect(store.version()).toBe(after);
    },
  );
}

const DROP: PersonCommand = { type: 'drop', task: 'seq', reason: 'not needed', by: 'ada' };

const COMMANDS: readonly PersonCommand[] = [
  { type: 'approve', delivery: 'd', tree: 't', by: 'ada' },
  { type: 'return', delivery: 'd', comment: 'c', by: 'ada' },
  { type: 'reject', delivery: 'd', comment: 'c', by: 'ada' },
  { type: 'park', delivery: 'd', comment: 'c', by: 'ada' },
  { type: 'retry', task: 't', note: 'n', by: 'ada' },
  DROP,
  { type: 'stop-attempt', attempt: 'a', by: 'ada' },
  { type: 'stop-run', mode: 'now', by: 'ada' },
  { type: 'set-limit', live: 1, review: null, by: 'ada' },
];

function inboxCases(using: Using): void {
  using('every command arrives once, oldest first', async ({ store, other }) => {
    const ids: number[] = [];
    for (const command of COMMANDS) ids.push(must(await other.submit('r1', command, 9)));
    expect(new Set(ids).size).toBe(COMMANDS.length);
    expect(await store.inbox()).toEqual(
      COMMANDS.map((command, index) => ({ id: ids[index], run: 'r1', command })),
    );
  });

  using('an answer reaches the one who asked and closes the command', async ({ store, other }) => {
    const yes = must(await other.submit('r1', DROP, 9));
    const no = must(await other.submit('r1', DROP, 9));
    const open = must(await other.submit('r2', DROP, 9));
    const why = failure('no-such-task', 'no task `seq`', {
      hint: 'look',
      where: { file: 'f', line: 3 },
    });
    must(
      await store.append(
        batch('r1', 0, {
          events: [readied('a')],
          answers: [
            { id: yes, answer: { ok: true, note: 'dropped' } },
            { id: no, answer: { ok: false, failure: why } },
          ],
        }),
      ),
    );
    expect(await other.answer(yes)).toEqual({ id: yes, answer: { ok: true, note: 'dropped' } });
    expect(await other.answer(no)).toEqual({ id: no, answer: { ok: false, failure: why } });
    expect(await other.answer(open)).toBeNull();
    expect(await other.answer(999)).toBeNull();
    expect((await store.inbox()).map(({ id }) => id)).toEqual([open]);
  });

  using('the first answer counts', async ({ store }) => {
    const id = must(await store.submit('r1', DROP, 9));
    for (const note of ['first', 'second']) {
      must(await store.append(batch('r1', 0, { answers: [{ id, answer: { ok: true, note } }] })));
    }
    expect(await store.answer(id)).toEqual({ id, answer: { ok: true, note: 'first' } });
  });
}

const VERDICT: CheckResult = {
  name: 'unit',
  definition: 'def',
  tree: 'tree',
  by: 'fanin',
  status: 'passed',
  reason: null,
  ms: 12.5,
  exit: 0,
  log: '/srv/log',
};

function otherCases(using: Using): void {
  using('a verdict is found by tree and definition, and only by both', async ({ verdicts }) => {
    await verdicts.put(VERDICT);
    expect(await verdicts.get('tree', 'def')).toEqual(VERDICT);
    expect(await verdicts.get('tree', 'other')).toBeNull();
    expect(await verdicts.get('other', 'def')).toBeNull();
  });

  using('a later verdict replaces the earlier one', async ({ verdicts }) => {
    await verdicts.put(VERDICT);
    const red: CheckResult = { ...VERDICT, status: 'failed', exit: 1, reason: 'red', log: null };
    await verdicts.put(red);
    expect(await verdicts.get('tree', 'def')).toEqual(red);
  });

  using('telemetry keeps the last row of each attempt', async ({ telemetry }) => {
    const row = {
      tokens: 5,
      lastTool: 'Bash',
      model: 'm',
      subAgents: 1,
      rateLimitedSince: null,
      outputBytes: 9,
      checkpoint: { seq: 2, at: 1_000 },
      unknownRecords: 0,
      diskBytes: null,
      at: 3,
    };
    await telemetry.put('a', { ...row, tokens: null, lastTool: null, model: null });
    await telemetry.put('a', row);
    await telemetry.put('b', { ...row, at: 4 });
    expect(await telemetry.get('a')).toEqual(row);
    expect(await telemetry.get('b')).toEqual({ ...row, at: 4 });
    expect(await telemetry.get('c')).toBeNull();
  });
}
