import { describe, expect, it } from 'vitest';
import { assemblerProblems } from '../../../src/domain/plan/assembler-problems.ts';
import { deliverableProblems } from '../../../src/domain/plan/deliverable-problems.ts';
import { sharedDeliverables } from '../../../src/domain/plan/shared-deliverables.ts';
import type { WrittenTask } from '../../../src/domain/plan/written-plan.ts';

type Written = Readonly<Record<string, WrittenTask>>;

describe('the owner of a deliverable', () => {
  it.each<[string, Written, readonly string[]]>([
    [
      'is its task alone',
      { a: { writes: ['a'], deliverables: ['a/x'] }, b: { writes: ['b'], deliverables: ['b/x'] } },
      [],
    ],
    [
      'is nobody where its task may not write it',
      { a: { writes: ['a/**', '*.md'], deliverables: ['b/x'] } },
      [
        'deliverable-outside-scope: write `writes: [a/**, "*.md", b/x]` in a, or give it to another task',
      ],
    ],
    [
      'is not two tasks, whatever their order',
      { a: { deliverables: ['x'] }, b: { needs: ['a'], deliverables: ['x'] } },
      [
        'deliverable-owned-twice: one task owns a deliverable: take it out of the `deliverables` of b or of a',
      ],
    ],
    [
      'is not two tasks by a folder around it',
      { a: { deliverables: ['out/x'] }, b: { deliverables: ['out'] } },
      [
        'deliverable-owned-twice: one task owns a deliverable: take it out of the `deliverables` of b or of a',
      ],
    ],
    [
      'may be a neighbour by name',
      { a: { deliverables: ['out'] }, b: { deliverables: ['outer'] } },
      [],
    ],
    [
      'may name a folder and what lies in it',
      { a: { writes: ['out'], deliverables: ['out', 'out/x'] } },
      [],
    ],
  ])('%s', (_, tasks, expected) => {
    expect(deliverableProblems(tasks).map(({ code, hint }) => `${code}: ${hint}`)).toEqual(
      expected,
    );
  });

  const owner = { writes: ['lib/**'], deliverables: ['lib/main.c'] };
  it.each<[string, Written, readonly string[]]>([
    ['another scope beside it', { a: owner, b: { writes: ['doc', 'lib2'] } }, []],
    [
      'another scope over it',
      { a: owner, b: { writes: ['doc', 'lib/*.c'] } },
      ['tasks.b.writes.1 needs: [b]'],
    ],
    [
      'the first of several patterns over it',
      { a: { ...owner, needs: ['c'] }, b: { writes: ['lib/*.c', '**'] }, c: { writes: ['c'] } },
      ['tasks.b.writes.0 needs: [c, b]'],
    ],
    ['a task that comes before', { a: { ...owner, needs: ['b'] }, b: { writes: ['lib'] } }, []],
    [
      'a task that comes after through another',
      { a: owner, m: { needs: ['a'], writes: ['m'] }, b: { needs: ['m'], writes: ['lib'] } },
      [],
    ],
    ['an undeclared scope', { a: owner, b: {} }, []],
    ['a scope that has its own problem', { a: owner, b: { writes: ['lib/[', 'lib'] } }, []],
    ['an order that a cycle hides', { a: { ...owner, needs: ['a'] }, b: { writes: ['lib'] } }, []],
    ['what both call theirs', { a: owner, b: owner }, []],
    [
      'what lies below a folder',
      { a: { writes: ['out'], deliverables: ['out'] }, b: { writes: ['out/deep/*'] } },
      ['tasks.b.writes.0 needs: [b]'],
    ],
    [
      'a name with signs of patterns',
      { a: { writes: ['p'], deliverables: ['p/[x].c'] }, b: { writes: ['p/x.c'] } },
      [],
    ],
  ])('is told of %s', (_, tasks, expected) => {
    const found = sharedDeliverables(tasks).map(
      ({ path, hint }) => `${path.join('.')} ${/needs: \[[^\]]*\]/u.exec(hint ?? '')?.[0]}`,
    );
    expect(found).toEqual(expected);
  });
});

describe('the assembler', () => {
  const part = (id: string, ...needs: readonly string[]): WrittenTask => ({
    needs,
    deliverables: [id],
  });
  const HINT = 'in glue, or `assemble: integrator`';
  it.each<[string, string | undefined, Written, readonly string[]]>([
    ['is the integrator by default', undefined, { a: part('a'), glue: {} }, []],
    ['may be the integrator', 'integrator', { a: part('a'), glue: {} }, []],
    ['needs what hands in', 'glue', { a: part('a'), b: {}, glue: { needs: ['a'] } }, []],
    [
      'may need it through others',
      'glue',
      { a: part('a'), b: part('b', 'a'), glue: { needs: ['b'] } },
      [],
    ],
    [
      'is told which line to write, with as few needs as do',
      'glue',
      { c: {}, a: part('a'), b: part('b', 'a'), d: part('d'), glue: { needs: ['c'] } },
      [`assembler-misses write \`needs: [c, b, d]\` ${HINT}`],
    ],
    [
      'needs all others where none names a deliverable',
      'glue',
      { a: {}, b: {}, glue: { needs: ['a'], deliverables: ['whole'] } },
      [`assembler-misses write \`needs: [a, b]\` ${HINT}`],
    ],
    [
      'comes last',
      'glue',
      { glue: {}, a: part('a', 'glue') },
      ['assembler-too-early write `assemble: a` if it comes last, or let a not need glue'],
    ],
    ['is a task', 'glu', { glue: {}, a: part('a') }, ['no-assembler did you mean "glue"?']],
    [
      'is no word that objects know',
      'constructor',
      { a: part('a') },
      ['no-assembler name one of its tasks, or write `assemble: integrator`'],
    ],
    ['is left alone in a cycle', 'glue', { glue: { needs: ['glue'] }, a: part('a') }, []],
  ])('%s', (_, assemble, tasks, expected) => {
    const found = assemblerProblems({ assemble, tasks });
    expect(found.map(({ code, hint }) => `${code} ${hint}`)).toEqual(expected);
  });
});
