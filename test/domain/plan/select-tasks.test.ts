import { describe, expect, it } from 'vitest';
import { selectTasks } from '../../../src/domain/plan/select-tasks.ts';
import { sampleStart } from '../../support/sample-events.ts';

const start = sampleStart('r1');
if (start.type !== 'run.started') throw new Error('unreachable');
const samplePlan = start.plan;

const around = { existing: [], serialBelowMs: 0 };
const ids = (names: readonly string[]) => {
  const selected = selectTasks(samplePlan, names, around);
  return selected.ok ? selected.value.tasks.map(({ id }) => id) : selected.error;
};

describe('tasks that are named', () => {
  it('come with what they need', () => {
    expect(ids(['seq'])).toEqual(['core', 'seq']);
    expect(ids(['core'])).toEqual(['core']);
    expect(ids(['ver', 'seq'])).toEqual(['core', 'seq', 'verify']);
  });

  it('are all of them where none is named', () => {
    expect(selectTasks(samplePlan, [], around)).toEqual({ ok: true, value: samplePlan });
  });

  it('are decided upon anew', () => {
    const one = selectTasks(samplePlan, ['core'], around);
    expect(one.ok && one.value.admission).toMatchObject({ mode: 'serial' });
  });

  it('have no assembler but their own', () => {
    const plan = { ...samplePlan, assemble: 'seq' };
    const of = (name: string) => {
      const selected = selectTasks(plan, [name], around);
      return selected.ok ? selected.value.assemble : selected.error;
    };
    expect(of('seq')).toBe('seq');
    expect(of('core')).toBe(null);
  });

  it('must be there', () => {
    expect(ids(['cor', 'nope'])).toMatchObject({
      code: 'no-task',
      message: 'the plan has no task "nope"',
    });
    expect(ids(['croe'])).toMatchObject({ code: 'no-task', hint: 'did you mean "core"?' });
    expect(ids([''])).toMatchObject({ code: 'no-task' });
  });
});
