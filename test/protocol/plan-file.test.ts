import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { independentOf } from '../../src/protocol/config-file-reading.ts';
import { planJsonSchema, readPlanFile } from '../../src/protocol/plan-file.ts';

describe('the schema of a plan', () => {
  it('is the one in schemas/ (else: node scripts/make-schemas.mjs)', () => {
    const file = join(import.meta.dirname, '../../schemas/plan.schema.json');
    expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(planJsonSchema(), null, 2)}\n`);
  });
});

describe('readPlanFile', () => {
  it('reads values into types', () => {
    const { problems, written } = readPlanFile({
      goal: 'g',
      limits: { wall: '60m', live: 4, reserve: '20%' },
      concurrency: 'auto',
      undeclared: 'exclusive',
      assemble: 'integrator',
      tasks: {
        core: { prompt: 'x', writes: ['src/core/**'], size: '15m', delegation: { capped: 2 } },
      },
    });
    expect(problems).toEqual([]);
    expect(written).toEqual({
      goal: 'g',
      limits: { wall: 3_600_000, live: 4, reserve: 0.2 },
      concurrency: 'auto',
      undeclared: 'exclusive',
      assemble: 'integrator',
      tasks: {
        core: {
          prompt: 'x',
          writes: ['src/core/**'],
          size: 900_000,
          delegation: { mode: 'capped', n: 2 },
        },
      },
    });
  });

  it('keeps a task that could not be read as an empty one, since others may need it', () => {
    const { problems, written } = readPlanFile({
      tasks: { a: 'text', b: { needs: ['a'], size: 5 } },
    });
    expect(problems.map(({ path }) => path.join('/'))).toEqual(['tasks/a', 'tasks/b/size']);
    expect(written).toEqual({ tasks: { a: {}, b: { needs: ['a'] } } });
  });

  it('gives up on a file that is something else', () => {
    const other = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`k${n}`, n]));
    expect(readPlanFile(other).written).toBeNull();
  });
});

describe('independentOf', () => {
  const at = (...path: readonly (string | number)[]) => ({ code: 'x', path, message: '' });

  it('leaves out what lies at, below or around an earlier problem', () => {
    const later = [at('tasks', 'a'), at('tasks', 'a', 'prompt', 0), at('tasks', 'b'), at('limits')];
    expect(independentOf(later, [at('tasks', 'a', 'prompt')])).toEqual([
      at('tasks', 'b'),
      at('limits'),
    ]);
  });

  it('keeps what a flag said', () => {
    const flag = { ...at(), flag: '--live' };
    expect(independentOf([flag], [at('tasks')])).toEqual([flag]);
  });
});
