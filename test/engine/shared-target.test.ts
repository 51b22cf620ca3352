import { describe, expect, it } from 'vitest';
import { memorySharedTarget } from '../../src/adapters/simulated/shared-target.ts';
import { failure } from '../../src/domain/failure.ts';
import { landedRef, targetRef } from '../../src/domain/ids.ts';
import { err } from '../../src/domain/result.ts';
import type { SharedTarget } from '../../src/ports/shared-target.ts';
import { engineBench, RESUME, startOn } from '../support/engine-bench.ts';
import { planOf, taskOf } from '../support/plans.ts';

const bench = () => {
  const made = engineBench();
  const shared = memorySharedTarget(made.repo, made.base);
  return {
    ...made,
    shared,
    target: () => made.repo.refs.get(targetRef('r1')) ?? '',
    types: () => made.events('r1').map(({ type }) => type),
    /** A colleague pushes a file. */
    push: (path: string, text: string): string => {
      const commit = made.repo.commitFiles(shared.at, { [path]: text });
      shared.moveTo(commit);
      return commit;
    },
    start: (plan = planOf([taskOf('a')]), sharedTarget: SharedTarget = shared.sharedTarget) =>
      startOn(made, { first: [made.startLetter('r1', plan)] }, { sharedTarget }),
  };
};

describe('a target that others push to', () => {
  it('has what landed where others see it', async () => {
    const at = bench();
    const watched = await at.start();
    at.work('r1-a-1', 'a/x');
    expect((await watched.end()).ok).toBe(true);
    expect(at.shared.at).toBe(at.target());
    expect(at.repo.refs.get(landedRef('r1', 'a'))).toBe(at.shared.at);
  });

  it('is followed, and what waits is tested on top of what others have pushed', async () => {
    const at = bench();
    const watched = await at.start();
    const theirs = at.push('theirs.txt', 'x\n');
    at.work('r1-a-1', 'a/x');
    expect((await watched.end()).ok).toBe(true);
    expect(at.types()).toContain('target.moved');
    expect(at.shared.at).toBe(at.target());
    expect(at.repo.isAncestor(theirs, at.target())).toBe(true);
    expect([...at.repo.files(at.target()).keys()]).toEqual(
      expect.arrayContaining(['theirs.txt', 'a/x']),
    );
  });

  it('is tested again when others are faster than the push', async () => {
    const at = bench();
    let raced = false;
    const sharedTarget: SharedTarget = {
      ...at.shared.sharedTarget,
      push: (from, to) => {
        if (!raced) at.push('theirs.txt', 'x\n');
        raced = true;
        return at.shared.sharedTarget.push(from, to);
      },
    };
    const watched = await at.start(planOf([taskOf('a')]), sharedTarget);
    at.work('r1-a-1', 'a/x');
    expect((await watched.end()).ok).toBe(true);
    expect(at.types().filter((type) => type === 'queue.test-ended').length).toBeGreaterThan(1);
    expect(at.types()).toContain('queue.landing-failed');
    expect(at.shared.at).toBe(at.target());
    expect(at.repo.refs.get(landedRef('r1', 'a'))).toBe(at.target());
  });

  it('conflicts like any other: what does not merge with what others pushed goes back', async () => {
    const at = bench();
    const watched = await at.start();
    at.push('a/x', 'theirs\n');
    at.work('r1-a-1', 'a/x');
    await watched.end();
    const back = at.events('r1').find((event) => event.type === 'delivery.returned');
    expect(back).toMatchObject({ comeback: { kind: 'conflict' } });
    expect(at.target()).toBe(at.shared.at);
  });

  it('lands once when the engine dies between the push and writing it down', async () => {
    const at = bench();
    const seen = { dead: false };
    const never = <T>(): Promise<T> => new Promise<T>(() => undefined);
    const sharedTarget: SharedTarget = {
      ...at.shared.sharedTarget,
      push: async (from, to) => {
        await at.shared.sharedTarget.push(from, to);
        seen.dead = true;
        return never();
      },
    };
    await at.start(planOf([taskOf('a')]), sharedTarget);
    at.work('r1-a-1', 'a/x');
    for (let k = 0; k < 100 && !seen.dead; k += 1) await at.time.pass(100);
    expect(seen.dead).toBe(true);
    const pushed = at.shared.at;
    expect(at.target()).toBe(at.base);
    const top = at.push('later.txt', 'x\n');
    const again = await startOn(at, { first: [RESUME] }, { sharedTarget: at.shared.sharedTarget });
    expect((await again.end()).ok).toBe(true);
    expect(at.repo.refs.get(landedRef('r1', 'a'))).toBe(pushed);
    expect(at.target()).toBe(pushed);
    expect(at.repo.isAncestor(at.target(), top)).toBe(true);
  });

  it.each([
    ['remote-unreachable', () => err(failure('remote-unreachable', 'nobody is there'))],
    ['remote-missing', () => ({ ok: true, value: null }) as const],
  ])('waits for a person where it cannot be had: %s', async (_, look) => {
    const at = bench();
    const sharedTarget = { ...at.shared.sharedTarget, look: async () => look() };
    const watched = await at.start(planOf([taskOf('a')]), sharedTarget);
    at.work('r1-a-1', 'a/x');
    const ended = await watched.end();
    expect(ended.ok && ended.value.deliveries['r1-a-1']?.phase).toBe('parked');
    expect(at.target()).toBe(at.base);
  });

  it('is left alone where it has parted from the target, or lacks what the run started from', async () => {
    for (const there of ['parted', 'behind']) {
      const at = bench();
      const root = at.repo.commitFiles(null, { 'other.txt': there });
      const ours = at.repo.commitFiles(root, { 'ours.txt': 'x\n' });
      at.shared.moveTo(there === 'parted' ? ours : root);
      const made = there === 'parted' ? at.base : ours;
      const letter = at.startLetter('r1', planOf([taskOf('a')]));
      const first = [{ ...letter, command: { ...letter.command, base: made } } as typeof letter];
      const watched = await startOn(at, { first }, { sharedTarget: at.shared.sharedTarget });
      at.work('r1-a-1', 'a/x');
      const ended = await watched.end();
      expect(ended.ok && ended.value.deliveries['r1-a-1']?.phase).toBe('parked');
      expect(at.shared.at).toBe(there === 'parted' ? ours : root);
    }
  });
});

describe('undoing on a target that others push to', () => {
  it('takes it back there, too, on top of what others have pushed', async () => {
    const at = bench();
    const plan = planOf([taskOf('a'), taskOf('b')]);
    const watched = await at.start(plan);
    at.work('r1-a-1', 'a/x');
    await at.time.pass(1000);
    expect(at.repo.refs.has(landedRef('r1', 'a'))).toBe(true);
    const theirs = at.push('theirs.txt', 'x\n');
    watched.engine.post({ type: 'undo', task: 'a', reason: 'no', by: 'ann' });
    await at.time.pass(1000);
    expect(at.types()).toEqual(expect.arrayContaining(['target.moved', 'delivery.unlanded']));
    expect(at.shared.at).toBe(at.target());
    expect(at.repo.isAncestor(theirs, at.target())).toBe(true);
    expect([...at.repo.files(at.target()).keys()]).not.toContain('a/x');
  });
});

describe('squashing', () => {
  it('lands one commit without the history of the delivery, and finds it done after a crash', async () => {
    const at = bench();
    const plan = planOf([taskOf('a')]);
    const watched = await startOn(at, {
      first: [at.startLetter('r1', { ...plan, queue: { ...plan.queue, squash: true } })],
    });
    at.work('r1-a-1', 'a/x');
    expect((await watched.end()).ok).toBe(true);
    expect(at.repo.parents(at.target())).toEqual([at.base]);
    expect(at.repo.message(at.target())).toContain('Fanin-Task: a');
  });
});
