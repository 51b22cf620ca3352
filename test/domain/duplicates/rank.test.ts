import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Definition } from '../../../src/domain/duplicates/definition.ts';
import { comparable, sharedBy } from '../../../src/domain/duplicates/reported.ts';
import { idfOf } from '../../../src/domain/duplicates/scores.ts';

const LEFT = ['alpha', 'beta', 'gamma', 'delta'];
const RIGHT = ['one', 'two', 'three', 'four'];
const [A, B, C, D] = [0, 1, 2, 3];

/** A statement over names by number. */
const statement = fc.oneof(
  fc.constantFrom([A, B], [B, C], [C, D], [D, A]).map(
    ([x, y]) =>
      (n: readonly string[]) =>
        `${n[x ?? 0]} = ${n[y ?? 0]} + 1;`,
  ),
  fc
    .constantFrom(A, B, C)
    .map((x) => (n: readonly string[]) => `if (${n[x]} > ${n[D]}) return ${n[x]};`),
  fc
    .constantFrom(A, B, C)
    .map(
      (x) => (n: readonly string[]) => `for (const ${n[D]} of ${n[x]}) ${n[x]}.push(${n[D]} * 2);`,
    ),
  fc
    .constantFrom(A, B, C)
    .map((x) => (n: readonly string[]) => `while (${n[x]}.length < ${n[B]}) ${n[x]}.pop();`),
);

const body = fc.array(statement, { minLength: 5, maxLength: 12 });

const definition = (
  name: string,
  names: readonly string[],
  statements: readonly ((n: readonly string[]) => string)[],
  gap: string,
): Definition => {
  const params = names.slice(0, 3);
  const text = `function ${name}(${params.join(`,${gap}`)}) {${gap}${statements.map((each) => each(names)).join(gap)}${gap}return ${names[0]};${gap}}`;
  return {
    kind: 'function',
    family: 'javascript',
    name,
    path: `src/${name}.js`,
    line: 1,
    endLine: 9,
    exported: true,
    owner: null,
    doc: '',
    params,
    signature: `(${params.join(', ')})`,
    text,
  };
};

const told = (one: Definition, other: Definition) => {
  const [ones, others] = [comparable([one]), comparable([other])];
  return sharedBy(ones, others, idfOf([...ones, ...others]));
};

describe('a function that is written again', () => {
  it('is found under other names, with other white space and comments', () => {
    fc.assert(
      fc.property(body, (statements) => {
        const copy = definition('quux', RIGHT, statements, ' /* so */\n  ');
        expect(told(definition('frob', LEFT, statements, ' '), copy)).toMatchObject([
          { scores: { shape: 1 } },
        ]);
      }),
    );
  });

  it('is not taken for another one that has nothing to do with it', () => {
    fc.assert(
      fc.property(body, (statements) => {
        const other: Definition = {
          ...definition('send', ['url'], [], ' '),
          text: 'function send(url) { const client = connect(url); return client.request("x").then((reply) => reply.body); }',
        };
        expect(told(definition('frob', LEFT, statements, ' '), other)).toEqual([]);
      }),
    );
  });

  it('is not taken for one that returns the other of two', () => {
    const text = (low: string, high: string) =>
      `function f(v, min, max) { if (v < min) return ${low}; if (v > max) return ${high}; return v; }`;
    const base = definition('f', LEFT, [], ' ');
    const pair = told(
      { ...base, text: text('min', 'max') },
      { ...base, name: 'g', text: text('max', 'min') },
    );
    expect(pair.filter(({ scores }) => scores.shape === 1)).toEqual([]);
  });

  it('is nothing to tell where it gives back a member alone', () => {
    const getter = {
      ...definition('getName', [], [], ' '),
      text: 'getName() { return this.name; }',
    };
    expect(comparable([getter, { ...getter, name: 'constructor' }])).toEqual([]);
  });
});
