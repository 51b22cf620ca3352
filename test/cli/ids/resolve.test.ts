import { describe, expect, it } from 'vitest';
import type { Known } from '../../../src/cli/ids/known.ts';
import { resolveAttempt, resolveRun, resolveTask } from '../../../src/cli/ids/resolve.ts';

const RUNS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  r0vd9: { core: 2, 'core-tests': 1, seq: 0, docs: 1 },
  r0vc4: { core: 1, legacy: 1 },
};

const known: Known = {
  runs: Object.keys(RUNS),
  tasks: (run) => Object.keys(RUNS[run] ?? {}),
  attempts: (run) =>
    Object.entries(RUNS[run] ?? {}).flatMap(([task, count]) =>
      Array.from({ length: count }, (_, at) => ({
        run,
        task,
        n: at + 1,
        id: `${run}-${task}-${at + 1}`,
      })),
    ),
};

const idOf = (typed: string, run: string | null = null) => {
  const found = resolveAttempt(known, typed, run);
  return found.ok ? found.value.id : found.error;
};

describe('a run', () => {
  it('is the newest, an id, or a unique start of one', () => {
    expect(resolveRun(known, null)).toEqual({ ok: true, value: 'r0vd9' });
    expect(resolveRun(known, 'r0vc4')).toEqual({ ok: true, value: 'r0vc4' });
    expect(resolveRun(known, 'r0vc')).toEqual({ ok: true, value: 'r0vc4' });
  });

  it('is refused when it could be several or is none', () => {
    expect(resolveRun(known, 'r0')).toMatchObject({
      error: { code: 'ambiguous-id', message: '"r0" could be r0vd9, r0vc4' },
    });
    expect(resolveRun(known, 'r0vd8')).toMatchObject({
      error: { code: 'no-run', hint: 'did you mean "r0vd9"?' },
    });
    expect(resolveRun(known, '')).toMatchObject({ error: { code: 'no-run' } });
    expect(resolveRun({ ...known, runs: [] }, null)).toMatchObject({
      error: { code: 'nothing-ran' },
    });
  });
});

describe('a task', () => {
  it('is looked up in the newest run, the one of --run, or the one in front', () => {
    expect(resolveTask(known, 'do', null)).toEqual({
      ok: true,
      value: { run: 'r0vd9', task: 'docs' },
    });
    expect(resolveTask(known, 'leg', 'r0vc4')).toEqual({
      ok: true,
      value: { run: 'r0vc4', task: 'legacy' },
    });
    expect(resolveTask(known, 'r0vc/leg', 'r0vd9')).toEqual({
      ok: true,
      value: { run: 'r0vc4', task: 'legacy' },
    });
  });

  it('says where it is when it is in another run', () => {
    expect(resolveTask(known, 'legacy', null)).toMatchObject({
      error: { code: 'no-task', hint: 'run r0vc4 has one: r0vc4/legacy' },
    });
    expect(resolveTask(known, 'dosc', null)).toMatchObject({
      error: { code: 'no-task', hint: 'did you mean "docs"?' },
    });
  });
});

describe('an attempt', () => {
  it.each([
    ['core', 'r0vd9-core-2'],
    ['core#1', 'r0vd9-core-1'],
    ['core-t', 'r0vd9-core-tests-1'],
    ['r0vc4/core', 'r0vc4-core-1'],
    ['r0vc/core#1', 'r0vc4-core-1'],
    ['r0vc4-legacy-1', 'r0vc4-legacy-1'],
    ['r0vc4-l', 'r0vc4-legacy-1'],
    ['r0vd9-core-1', 'r0vd9-core-1'],
  ])('%s', (typed, id) => expect(idOf(typed)).toBe(id));

  it('lists the candidates', () => {
    expect(idOf('cor')).toMatchObject({
      code: 'ambiguous-id',
      message: '"cor" could be core, core-tests',
    });
    expect(idOf('r0vd9-core')).toMatchObject({
      code: 'ambiguous-id',
      message: '"r0vd9-core" could be r0vd9-core-1, r0vd9-core-2, r0vd9-core-tests-1',
    });
  });

  it('says what there is instead', () => {
    expect(idOf('seq')).toMatchObject({ code: 'no-attempt' });
    expect(idOf('core#7')).toMatchObject({ code: 'no-attempt', hint: 'there is core#1, core#2' });
    expect(idOf('core', 'r0')).toMatchObject({ code: 'ambiguous-id' });
    expect(idOf('')).toMatchObject({ code: 'no-task' });
  });
});
