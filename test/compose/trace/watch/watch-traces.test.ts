import { describe, expect, test } from 'vitest';
import { manualClock } from '../../../../src/adapters/simulated/clock.ts';
import type { ReadableSession } from '../../../../src/compose/trace/find-traces.ts';
import { watchTraces, type Look } from '../../../../src/compose/trace/watch/watch-traces.ts';
import { ok } from '../../../../src/domain/result.ts';
import { NO_INTENT } from '../../../../src/domain/trace/intent.ts';
import type { Trace } from '../../../../src/domain/trace/trace.ts';
import type { TraceImporter } from '../../../../src/ports/traces.ts';
import { madeAgent, madeCall, madeTrace } from '../../../support/made-trace.ts';

const MINUTE = 60_000;
const START = 1_790_000_000_000;

const importer: TraceImporter = {
  source: 'claude-code',
  places: () => [],
  sessions: async () => [],
  read: async () => Promise.reject(new Error('not asked here')),
};

/** Sessions in memory, whose reading takes as long as a test says. */
function world() {
  const time = manualClock(START);
  const { clock } = time;
  const pass = (ms: number): Promise<void> => time.pass(ms);
  const sessions = new Map<string, { modifiedAt: number; bytes: number; trace: Trace }>();
  const read: string[] = [];
  let readMs = 0;
  const running = { ...madeAgent('root').end, state: 'running' as const };
  return {
    clock,
    pass,
    read,
    takes: (ms: number) => void (readMs = ms),
    write(id: string, state: 'running' | 'completed', more: Partial<Trace> = {}) {
      const made = madeTrace([madeAgent('a')], [madeCall('a')], { id, ...more });
      const [root, ...subs] = made.agents;
      const agents =
        root === undefined || state === 'completed'
          ? made.agents
          : [{ ...root, end: running }, ...subs];
      const bytes = (sessions.get(id)?.bytes ?? 0) + 100;
      sessions.set(id, { modifiedAt: clock.now(), bytes, trace: { ...made, agents } });
    },
    remove: (id: string) => void sessions.delete(id),
    deps: {
      live: {
        list: async () =>
          ok(
            [...sessions].map(([id, { modifiedAt, bytes }]): ReadableSession => ({
              source: 'claude-code',
              id,
              files: [{ path: `/${id}.jsonl`, bytes, modifiedAt }],
              modifiedAt,
              bytes,
              importer,
              shown: new Map(),
            })),
          ),
        close: () => undefined,
      },
      read: async ({ id }: ReadableSession) => {
        read.push(id);
        await pass(readMs);
        const found = sessions.get(id);
        if (found === undefined) throw new Error(id);
        return found.trace;
      },
      clock,
      patienceMs: MINUTE,
      intent: NO_INTENT,
    },
  };
}

const ALL = { id: null, alsoOld: false };

async function told(watch: ReturnType<typeof watchTraces>, atOnce = false): Promise<Look> {
  const look = await watch.look(atOnce);
  if (!look.ok) throw new Error(look.error.code);
  return look.value;
}

const kinds = ({ events }: Look): readonly string[] =>
  events.map(({ kind, session }) => `${kind} ${session.id}`);

describe('all sessions', () => {
  test('those that are written are told of, and new ones as they appear', async () => {
    const w = world();
    w.write('one', 'running');
    const watch = watchTraces(w.deps, ALL);
    expect(kinds(await told(watch))).toEqual(['started one']);
    w.write('two', 'running');
    expect(kinds(await told(watch))).toEqual(['started two']);
    expect((await told(watch)).againMs).toBe(2_000);
  });

  test('what ended before is not told of, nor what nobody has written for long', async () => {
    const w = world();
    w.write('done', 'completed');
    w.write('left', 'running');
    await w.pass(31 * MINUTE);
    const watch = watchTraces(w.deps, ALL);
    expect(await told(watch)).toMatchObject({ events: [], running: 0 });
    expect(w.read).toEqual([]);
    w.write('left', 'running');
    expect(kinds(await told(watch))).toEqual(['started left']);
  });

  test('a session that is left in peace ends, and goes on where it is written again', async () => {
    const w = world();
    w.write('one', 'completed');
    const watch = watchTraces(w.deps, ALL);
    await told(watch);
    await w.pass(MINUTE);
    expect(kinds(await told(watch))).toEqual(['ended one']);
    expect((await told(watch)).againMs).not.toBeNull();
    w.write('one', 'running');
    expect(kinds(await told(watch))).toEqual(['started one']);
  });
});

describe('how often is read', () => {
  test('a session is read again when it was written, and not else', async () => {
    const w = world();
    w.write('one', 'running');
    const watch = watchTraces(w.deps, ALL);
    for (let n = 0; n < 5; n += 1) await told(watch);
    expect(w.read).toEqual(['one']);
    w.write('one', 'running');
    await told(watch);
    expect(w.read).toEqual(['one', 'one']);
  });

  test('the longer a reading takes, the longer is the rest', async () => {
    const w = world();
    w.takes(4_000);
    w.write('large', 'running');
    const watch = watchTraces(w.deps, ALL);
    expect((await told(watch)).againMs).toBe(76_000);
    // Nothing was written: nothing is read.
    expect((await told(watch)).againMs).toBe(2_000);
  });

  test('of many, those that wait for the longest are read first, a few at each look', async () => {
    const w = world();
    w.takes(600);
    for (const id of ['a', 'b', 'c', 'd', 'e']) w.write(id, 'running');
    const watch = watchTraces(w.deps, ALL);
    await told(watch);
    expect(w.read).toEqual(['a', 'b']);
    for (const id of ['a', 'b', 'c', 'd', 'e']) w.write(id, 'running');
    await told(watch);
    await told(watch);
    expect(w.read).toEqual(['a', 'b', 'c', 'd', 'e', 'a']);
    expect(kinds(await told(watchTraces(w.deps, ALL), true))).toHaveLength(5);
  });
});

describe('one session', () => {
  test('is watched by its id, and the watch ends with it', async () => {
    const w = world();
    w.write('aaa', 'running');
    w.write('bbb', 'running');
    const watch = watchTraces(w.deps, { id: 'aa', alsoOld: false });
    expect(kinds(await told(watch))).toEqual(['started aaa']);
    // Another one that the same letters name does not matter any more.
    w.write('aab', 'running');
    w.write('aaa', 'completed');
    expect((await told(watch)).againMs).toBe(2_000);
    await w.pass(MINUTE);
    expect(await told(watch)).toMatchObject({ events: [{ kind: 'ended' }], againMs: null });
  });

  test('which had ended is told of whole', async () => {
    const w = world();
    w.write('aaa', 'completed');
    await w.pass(60 * MINUTE);
    const watch = watchTraces(w.deps, { id: 'aaa', alsoOld: false });
    expect(kinds(await told(watch))).toEqual(['started aaa', 'ended aaa']);
  });

  test('whose files are gone is over', async () => {
    const w = world();
    w.write('aaa', 'running');
    const watch = watchTraces(w.deps, { id: 'aaa', alsoOld: false });
    await told(watch);
    w.remove('aaa');
    expect((await told(watch)).againMs).toBeNull();
  });

  test('that is not there, or of which there are two, is refused', async () => {
    const w = world();
    const refusal = async (id: string) => {
      const look = await watchTraces(w.deps, { id, alsoOld: false }).look();
      return look.ok ? null : look.error.code;
    };
    w.write('aaa', 'running');
    w.write('aab', 'running');
    expect(await refusal('x')).toBe('no-trace');
    expect(await refusal('aa')).toBe('ambiguous-id');
  });
});

test('a budget that the person names is held against the session', async () => {
  const w = world();
  const made = madeTrace([madeAgent('a')]);
  const wait = {
    kind: 'wait' as const,
    order: 2,
    agent: 'root',
    at: 0,
    evidence: made.agents[0]?.evidence ?? { file: 'x', line: 1, record: null },
    call: 'call-2',
    targets: ['a'],
    timeoutMs: 6 * MINUTE,
    until: 6 * MINUTE,
    outcome: 'timeout' as const,
  };
  w.write('one', 'running', { events: [madeCall('a', 1), wait], endedAt: 6 * MINUTE });
  expect(kinds(await told(watchTraces(w.deps, ALL)))).toEqual(['started one']);
  const budgeted = watchTraces({ ...w.deps, intent: { ...NO_INTENT, wallMs: 30 * MINUTE } }, ALL);
  expect(kinds(await told(budgeted))).toEqual(['started one', 'finding one']);
  const longer = watchTraces({ ...w.deps, intent: { ...NO_INTENT, wallMs: 31 * MINUTE } }, ALL);
  expect(kinds(await told(longer))).toEqual(['started one']);
});
