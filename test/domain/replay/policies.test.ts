import { describe, expect, it } from 'vitest';
import { ownQueue } from '../../../src/domain/replay/policies/own-queue.ts';
import { prefixChain } from '../../../src/domain/replay/policies/prefix-chain.ts';
import { prefixSearch } from '../../../src/domain/replay/policies/prefix-search.ts';
import { splitBatches } from '../../../src/domain/replay/policies/split-batches.ts';
import { everyCommitOracle, soundPart, tipOracle } from '../../../src/domain/replay/yardsticks.ts';
import { changeOf, STEADY, traced, workloadOf } from './workloads.ts';

// Traces computed by hand: `time: orders`, small letters are sound changes, capitals bad ones.

describe('a serial queue', () => {
  it('tests one change after the other on the target', () => {
    const { trace, outcome } = traced(prefixChain(1), workloadOf('aBc'), 4);
    expect(trace).toEqual(['0: test a', '1: land a, test B', '2: return B, test c', '3: land c']);
    expect(outcome).toMatchObject({
      turnaroundsMs: [1, 3],
      returned: 1,
      checks: 3,
      makespanMs: 3,
      wastedMs: 0,
      untestedCommits: 0,
    });
  });

  it('sends a sound change back by one flake', () => {
    const flaky = { changes: [changeOf('a', { redRuns: 1 }), changeOf('b')] };
    const { trace, outcome } = traced(prefixChain(1), workloadOf('', flaky));
    expect(trace).toEqual(['0: test a', '1: return a, test b', '2: land b']);
    expect(outcome.falseEjections).toBe(1);
  });
});

describe('a prefix chain', () => {
  it('tests each change on top of those before it', () => {
    const { trace, outcome } = traced(prefixChain(2), workloadOf('aBcd'), 2);
    expect(trace).toEqual([
      '0: test a, test aB',
      '1: land a, return B, test c, test cd',
      '2: land c, land d',
    ]);
    expect(outcome).toMatchObject({ checks: 4, makespanMs: 2, untestedCommits: 0, wastedMs: 0 });
  });

  it('tests all behind a red one anew', () => {
    const { trace, outcome } = traced(prefixChain(3), workloadOf('Abc'), 3);
    expect(trace).toEqual([
      '0: test A, test Ab, test Abc',
      '1: return A, test b, test bc',
      '2: land b, land c',
    ]);
    expect(outcome).toMatchObject({ checks: 5, busyMs: 5, wastedMs: 2 });
  });

  it('cancels what runs on top of a red one, and waits until the slot is free', () => {
    const changes = [changeOf('A', { sound: false }), changeOf('b', { checkMs: 3 }), changeOf('c')];
    const slow = { flaky: 0, cancelMs: 0.5, cores: null, coresEach: 1 };
    const { trace, outcome } = traced(prefixChain(2), workloadOf('', { changes, checks: slow }), 2);
    expect(trace).toEqual([
      '0: test A, test Ab',
      '1: return A, cancel Ab, test b',
      '1.5: test bc',
      '4: land b',
      '4.5: land c',
    ]);
    expect(outcome).toMatchObject({ checks: 4, wastedMs: 1.5, busyMs: 8.5 });
  });

  it('lands nothing before what is in front of it', () => {
    const changes = [changeOf('a', { checkMs: 1 }), changeOf('b', { arrivesMs: 0.5 })];
    const { trace } = traced(prefixChain(2), workloadOf('', { changes }), 2);
    expect(trace).toEqual(['0: test a', '0.5: test ab', '1: land a', '1.5: land b']);
  });
});

describe('batches with binary split', () => {
  it('halve a red batch, and do not test the very tree again that was red', () => {
    const { trace, outcome } = traced(splitBatches(4), workloadOf('abCd'));
    expect(trace).toEqual([
      '0: test abCd',
      '1: test ab',
      '2: land ab, test C',
      '3: return C, test d',
      '4: land d',
    ]);
    expect(outcome).toMatchObject({ checks: 4, turnaroundsMs: [2, 2, 4], untestedCommits: 1 });
  });

  it('find two bad ones in one batch', () => {
    const { trace } = traced(splitBatches(4), workloadOf('AbCde'));
    expect(trace).toEqual([
      '0: test AbCd',
      '1: test Ab',
      '2: test A',
      '3: return A, test b',
      '4: land b, test Cd',
      '5: test C',
      '6: return C, test d',
      '7: land d, test e',
      '8: land e',
    ]);
  });

  it('use one slot, and take what is there when they are free', () => {
    const changes = ['a', 'b', 'c'].map((id, n) => changeOf(id, { arrivesMs: n / 4 }));
    const { trace } = traced(splitBatches(8), workloadOf('', { changes }), 4);
    expect(trace).toEqual(['0: test a', '1: land a, test bc', '2: land bc']);
  });
});

describe('a prefix search', () => {
  it('halves the suspects on one slot, and lets the others wait again', () => {
    const { trace } = traced(prefixSearch(4), workloadOf('abCd'));
    expect(trace).toEqual([
      '0: test abCd',
      '1: test ab',
      '2: land ab, test C',
      '3: return C, test d',
      '4: land d',
    ]);
  });

  it('sends the last suspect back untested', () => {
    const { trace } = traced(prefixSearch(2), workloadOf('aB'));
    expect(trace).toEqual(['0: test aB', '1: test a', '2: land a, return B']);
  });

  it('tests as many prefixes at once as there are slots', () => {
    const { trace } = traced(prefixSearch(4), workloadOf('abCd'), 3);
    expect(trace).toEqual([
      '0: test ab, test abC, test abCd',
      '1: land ab, return C, test d',
      '2: land d',
    ]);
  });
});

describe('the oracles', () => {
  const sound = soundPart(workloadOf('aBcd', { conflicts: [[0, 2]] }));

  it('meet what is sound and goes with what came before', () => {
    expect(sound.changes.map(({ id }) => id)).toEqual(['a', 'd']);
    expect(sound.conflicts).toEqual([]);
  });

  it('test every commit, or whatever is there at once', () => {
    expect(traced(everyCommitOracle(1), sound).trace).toEqual([
      '0: test a',
      '1: land a, test d',
      '2: land d',
    ]);
    expect(traced(tipOracle, sound).trace).toEqual(['0: test ad', '1: land ad']);
  });

  it('do not wait for a check that runs where there is a slot', () => {
    const changes = [changeOf('a'), changeOf('b', { arrivesMs: 0.25 })];
    const { trace, outcome } = traced(tipOracle, workloadOf('', { changes }), 2);
    expect(trace).toEqual(['0: test a', '0.25: test ab', '1: land a', '1.25: land b']);
    expect(outcome.turnaroundsMs).toEqual([1, 1]);
  });
});

describe("fanin's own queue", () => {
  it('lands the sound ones of a burst and sends the bad one back', () => {
    const { outcome } = traced(ownQueue({ mode: 'tip-green' }), workloadOf('abcdEfgh'));
    expect(outcome).toMatchObject({
      changes: 8,
      returned: 1,
      falseEjections: 0,
      redTargets: 0,
      untestedTargets: 0,
    });
    expect(outcome.turnaroundsMs).toHaveLength(7);
    expect(outcome.checks).toBeLessThan(8);
  });

  it('has a check of every commit where that is wanted', () => {
    const { outcome } = traced(ownQueue({ mode: 'every-commit-green' }), workloadOf('abcdEfgh'), 2);
    expect(outcome).toMatchObject({ returned: 1, untestedCommits: 0, redTargets: 0 });
  });

  it('does not send a change back by one flake', () => {
    const changes = [changeOf('a', { redRuns: 1 }), changeOf('b'), changeOf('c')];
    const { outcome } = traced(ownQueue({ mode: 'tip-green' }), workloadOf('', { changes }));
    expect(outcome).toMatchObject({ returned: 0, falseEjections: 0 });
  });

  it('comes to use one slot where more of them only slow each other down', () => {
    const changes = Array.from({ length: 60 }, (_, n) =>
      changeOf(`c${n}`, { arrivesMs: n * 700, checkMs: 1000 }),
    );
    const checks = { ...STEADY, cores: 2, coresEach: 2 };
    const most = (measures: boolean): number => {
      const policy = ownQueue({ mode: 'every-commit-green', measures });
      return traced(policy, workloadOf('', { changes, checks }), 4).outcome.busyMs;
    };
    expect(most(true)).toBeLessThan(most(false));
  });
});
