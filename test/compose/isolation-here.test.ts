import { describe, expect, it } from 'vitest';
import { isolatedPlan } from '../../src/compose/isolation-here.ts';
import type { IsolationLevel } from '../../src/domain/attempt/attempt.ts';
import { failure } from '../../src/domain/failure.ts';
import { err, ok } from '../../src/domain/result.ts';
import type { Boundary, BoundaryProof } from '../../src/ports/boundary.ts';
import { memoryBoundary } from '../../src/adapters/simulated/boundary.ts';
import { planOf, taskOf } from '../support/plans.ts';

const proof: BoundaryProof = { version: '1', tried: [], networks: ['none', 'allow', 'all'] };
/** A boundary, and how often it was asked for its proof. */
const boundaryWith = (answer: Boundary['prove']) => {
  const asked: number[] = [];
  const prove: Boundary['prove'] = () => {
    asked.push(1);
    return answer();
  };
  return { asked, boundary: { ...memoryBoundary().boundary, prove } };
};
const holds = () => boundaryWith(async () => ok(proof));
const leaks = () =>
  boundaryWith(async () => err(failure('boundary-fails', 'a file of the host was written')));
const loading =
  (...levels: readonly (IsolationLevel | 'auto')[]) =>
  async (strongest: IsolationLevel) =>
    ok({
      plan: planOf(
        levels.map((level, index) =>
          taskOf(`t${index}`, { isolation: level === 'auto' ? strongest : level }),
        ),
      ),
    });
const levelsOf = async (...of: Parameters<typeof isolatedPlan>) => {
  const isolated = await isolatedPlan(...of);
  return isolated.ok
    ? isolated.value.loaded.plan.tasks.map(({ isolation }) => isolation)
    : isolated.error.map(({ code }) => code);
};

describe('the level of a task', () => {
  it('is the sandbox where it holds and nobody said otherwise', async () => {
    const { boundary } = holds();
    expect(await levelsOf(boundary, loading('auto', 'worktree', 'sandbox'))).toEqual([
      'sandbox',
      'worktree',
      'sandbox',
    ]);
  });

  it('is the worktree where nothing holds, and the plan says why', async () => {
    const isolated = await isolatedPlan(leaks().boundary, loading('auto'));
    if (!isolated.ok) throw new Error('refused');
    expect(isolated.value.loaded.plan.tasks[0]?.isolation).toBe('worktree');
    expect(isolated.value.note).toContain('a file of the host was written');
    expect(await levelsOf(null, loading('auto'))).toEqual(['worktree']);
  });

  it('is never lowered where somebody wrote it down', async () => {
    expect(await levelsOf(leaks().boundary, loading('auto', 'sandbox'))).toEqual([
      'isolation-unproven',
    ]);
    expect(await levelsOf(null, loading('sandbox'))).toEqual(['isolation-unproven']);
  });

  it('is no sandbox without network allowlists: no agent would reach its model', async () => {
    const { boundary } = boundaryWith(async () => ok({ ...proof, networks: ['none', 'all'] }));
    expect(await levelsOf(boundary, loading('sandbox'))).toEqual(['isolation-unproven']);
  });

  it('tries nothing out for a plan without one', async () => {
    const { boundary, asked } = leaks();
    expect(await levelsOf(boundary, loading('worktree'))).toEqual(['worktree']);
    expect(asked).toEqual([]);
  });
});
