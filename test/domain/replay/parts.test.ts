import { describe, expect, it } from 'vitest';
import { replayFiguresOf } from '../../../src/domain/replay/figures.ts';
import { generate } from '../../../src/domain/replay/generator.ts';
import type { Generator } from '../../../src/domain/replay/generator.ts';
import { advance, nextEndMs, speedOf } from '../../../src/domain/replay/machine.ts';
import { prefixChain } from '../../../src/domain/replay/policies/prefix-chain.ts';
import type { Order, QueuePolicy } from '../../../src/domain/replay/queue-policy.ts';
import { replay } from '../../../src/domain/replay/replay.ts';
import { pointsOf } from '../../../src/domain/replay/replay-file.ts';
import { truthOf } from '../../../src/domain/replay/truth.ts';
import { changeOf, STEADY, traced, workloadOf } from './workloads.ts';

const GENERATOR: Generator = {
  changes: 2000,
  everyMs: 10,
  fails: 0.2,
  conflicts: 0,
  check: { median: 1, factor: 1 },
  predictor: null,
};

const shareOf = <T>(all: readonly T[], is: (one: T) => boolean): number =>
  all.filter(is).length / all.length;

describe('the machine', () => {
  const run = (id: string, leftMs: number) =>
    ({ id, leftMs, cancelledUntilMs: null, startedMs: 0 }) as const;

  it('gives runs that want more cores than there are a share each', () => {
    const two = { ...STEADY, cores: 2, coresEach: 1 };
    expect([0, 1, 2, 4].map((runs) => speedOf(two, runs))).toEqual([1, 1, 1, 0.5]);
    const whole = { ...STEADY, cores: 2, coresEach: 2 };
    expect([1, 2, 4].map((runs) => speedOf(whole, runs))).toEqual([1, 0.5, 0.25]);
    expect(speedOf({ ...whole, coresEach: 8 }, 1)).toBe(1);
    expect(speedOf(STEADY, 100)).toBe(1);
  });

  it('goes on faster when one has ended', () => {
    const checks = { ...STEADY, cores: 1 };
    const machine = { nowMs: 0, runs: [run('a', 1), run('b', 3)] };
    expect(nextEndMs(machine, checks)).toBe(2);
    const next = advance(machine, checks, 2);
    expect(next.ended.map(({ id }) => id)).toEqual(['a']);
    expect(nextEndMs(next.machine, checks)).toBe(4);
    expect(nextEndMs({ nowMs: 4, runs: [] }, checks)).toBeNull();
  });

  it('slows a whole queue down where the check uses every core', () => {
    const spans = [1, 2, 4].map((cores) => {
      const workload = workloadOf('abcd', { checks: { ...STEADY, cores, coresEach: 1 } });
      return traced(prefixChain(4), workload, 4).outcome.makespanMs;
    });
    expect(spans).toEqual([4, 2, 1]);
  });
});

describe('the truth', () => {
  it('is red where one is bad, or two do not go together', () => {
    const truth = truthOf(workloadOf('abC', { conflicts: [[0, 1]] }), 1);
    const isSound = (tree: string): boolean => truth.isSound(truth.bitsOf(tree.split('')));
    expect(['', 'a', 'b', 'ab', 'C', 'aC'].map(isSound)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(truth.clashes('b', truth.bitsOf(['a']))).toBe(true);
    expect(truth.clashes('C', truth.bitsOf(['a']))).toBe(false);
    expect(() => truth.change('z')).toThrow('no change z');
  });

  it('lets a recorded number of runs be red, and others by chance', () => {
    const truth = truthOf(workloadOf('', { changes: [changeOf('a', { redRuns: 2 })] }), 1);
    const runs = [0, 1, 2].map((n) => truth.run(1n, [{ id: 'a', runs: n }], n));
    expect(runs).toEqual([false, false, true]);
    const flaky = truthOf(workloadOf('a', { checks: { ...STEADY, flaky: 0.3 } }), 1);
    const all = Array.from({ length: 2000 }, (_, n) => flaky.run(1n, [{ id: 'a', runs: n }], n));
    expect(shareOf(all, (green) => !green)).toBeCloseTo(0.3, 1);
    const own = truthOf(workloadOf('', { changes: [changeOf('a', { flaky: 0.5 })] }), 1);
    const each = Array.from({ length: 2000 }, (_, n) => own.run(1n, [{ id: 'a', runs: n }], n));
    expect(shareOf(each, (green) => !green)).toBeCloseTo(0.5, 1);
  });
});

describe('the generator', () => {
  it('draws as many bad ones and pairs as it is told, and lets them come in their time', () => {
    const { changes } = generate(GENERATOR, STEADY, 1);
    expect(shareOf(changes, ({ sound }) => !sound)).toBeCloseTo(0.2, 1);
    expect((changes.at(-1)?.arrivesMs ?? 0) / 2000).toBeCloseTo(10, 0);
    const burst = generate(
      { ...GENERATOR, changes: 100, everyMs: null, conflicts: 0.1 },
      STEADY,
      1,
    );
    expect(burst.changes.every(({ arrivesMs }) => arrivesMs === 0)).toBe(true);
    expect(burst.conflicts.length / 4950).toBeCloseTo(0.1, 1);
    expect(generate(GENERATOR, STEADY, 1)).toEqual(generate(GENERATOR, STEADY, 1));
    expect(generate(GENERATOR, STEADY, 2)).not.toEqual(generate(GENERATOR, STEADY, 1));
  });

  it('tells the risk that follows from a mark', () => {
    const predictor = { catches: 0.7, alarms: 0.05 };
    const { changes } = generate({ ...GENERATOR, predictor }, STEADY, 1);
    const risks = [...new Set(changes.map(({ risk }) => risk ?? -1))].toSorted((a, b) => a - b);
    expect(risks.map((risk) => Math.round(risk * 100))).toEqual([7, 78]);
    for (const risk of risks) {
      const marked = changes.filter((change) => change.risk === risk);
      expect(shareOf(marked, ({ sound }) => !sound)).toBeCloseTo(risk, 1);
    }
  });
});

describe('figures', () => {
  it('sum up many replays', () => {
    const outcomes = ['aB', 'ab'].map((text) => traced(prefixChain(1), workloadOf(text)).outcome);
    expect(replayFiguresOf(outcomes)).toMatchObject({
      replays: 2,
      changes: 2,
      landed: 1.5,
      returned: 0.5,
      checks: 2,
      checksPerLanded: 4 / 3,
      turnaround: { meanMs: 4 / 3, p50Ms: 1, p95Ms: 2 },
      makespanMs: 2,
      wasted: 0,
    });
  });

  it('have no turnaround where nothing landed', () => {
    const { outcome } = traced(prefixChain(1), workloadOf('A'));
    expect(replayFiguresOf([outcome])).toMatchObject({ turnaround: null, checksPerLanded: null });
  });
});

describe('a file', () => {
  it('has a point for every share that fails and every number of slots', () => {
    const { changes, everyMs, conflicts, check, predictor } = GENERATOR;
    const generator = { changes, everyMs, conflicts, check, predictor };
    const source = { kind: 'generated', generator, fails: [0.1, 0.2], checks: STEADY } as const;
    const points = pointsOf({ name: 'x', about: '', slots: [1, 2], source });
    expect(points.map(({ slots, fails }) => [fails, slots])).toEqual([
      [0.1, 1],
      [0.1, 2],
      [0.2, 1],
      [0.2, 2],
    ]);
    expect(points[0]?.workload(3)).toEqual(generate({ ...generator, fails: 0.1 }, STEADY, 3));
  });
});

describe('a policy that is none', () => {
  const does = (...orders: readonly Order[]): QueuePolicy => {
    const policy: QueuePolicy = { decide: () => ({ orders, next: policy }) };
    return policy;
  };
  const play = (policy: QueuePolicy) => () =>
    replay(workloadOf('aB'), policy, { slots: 1, seed: 1 });
  const test: Order = { kind: 'test', members: ['a'] };

  it('is found out', () => {
    expect(play(does())).toThrow('waits for nothing');
    expect(play(does(test, test))).toThrow('has no slot free');
    expect(play(does({ kind: 'land', members: ['z'] }))).toThrow('has no z in its queue');
    expect(play(does(test, { kind: 'cancel', test: 't1' }))).toThrow('goes round in circles');
  });

  it('has its red targets counted', () => {
    const outcome = play(does({ kind: 'land', members: ['a', 'B'] }))();
    expect(outcome).toMatchObject({ redTargets: 1, untestedTargets: 1, untestedCommits: 2 });
  });
});
