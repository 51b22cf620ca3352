import fc from 'fast-check';
import { parse } from 'unbash';
import { expect, test } from 'vitest';
import { toScript } from '../../../src/adapters/shell/nodes.ts';
import { plainScript } from '../../../src/adapters/shell/plain.ts';

const parsed = (text: string) => toScript(parse(text));

test.each([
  'npm test',
  'cd /repo && npx vitest run src/a.ts 2>&1 | tail -40',
  'rg -n "value7" src | head -3; git diff --stat -- src/a.ts || echo \'no $x\'',
  'make  -j4 CC --opt=1',
  'ls 2>&1; pwd',
  '"my tool" a',
])('%s', (text) => {
  const plain = plainScript(text);
  if (text.startsWith('"')) expect(plain).toBeNull();
  else expect(plain).toEqual(parsed(text));
});

test.each([
  '',
  ' ',
  'A=1 npm test',
  'if true; then ls; fi',
  'ls *.ts',
  'ls ~',
  'echo $HOME',
  'ls &',
  'ls > a',
  'ls |',
  '&& ls',
  'ls # no',
  'a {b,c}',
  'echo "a`b`"',
  'ls;ls',
  'ls\nls',
  'ls \\a',
  'time ls',
  '! ls',
  '[[ a ]]',
  'ls ;; ls',
  'export A=1',
  'echo a"b"',
  '2>&1 ls',
  '-x',
  'ls ',
])('leaves %j to the parser', (text) => {
  expect(plainScript(text)).toBeNull();
});

test('makes of any line what the parser makes of it, or nothing', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'ls',
      'cd',
      'npx',
      'for',
      'in',
      'do',
      'done',
      'time',
      'function',
      'export',
      'a=b',
      '-o=x',
      '--',
      '-n',
      '7',
      '2>&1',
      '1>&2',
      '2>',
      '>',
      '<<<',
      '&&',
      '||',
      '|',
      ';',
      '&',
      '|&',
      ';;',
      '"a b"',
      '"$x"',
      "'a b'",
      '"a',
      "'",
      'a/b.ts',
      '/',
      '.',
      '..',
      '%1',
      '@a',
      '+x',
      'a+=b',

      '{',
      '}',
      '{a,b}',
      '(',
      ')',
      '!',
      '#',
      '~',
      '*',
      '[',
      ']',
      '\\',
      '\n',
      '\t',
      '$(ls)',
      'é',
    ),
    fc.string({ maxLength: 4 }),
  );
  let plain = 0;
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 10 }),
      fc.constantFrom(' ', ' ', ' ', '  ', ''),
      (pieces, between) => {
        const text = pieces.join(between);
        const made = plainScript(text);
        if (made === null) return;
        plain += 1;
        expect(made).toEqual(parsed(text));
      },
    ),
    { numRuns: 20_000 },
  );
  expect(plain).toBeGreaterThan(500);
});

test('makes of a line of plain words what the parser makes of it', () => {
  const word = fc.oneof(
    fc.stringMatching(/^[\w%@+:,./-]{1,8}$/),
    fc.stringMatching(/^"[\w *?~#;|<>(){}[\]'-]{0,8}"$/),
    fc.stringMatching(/^'[\w *?~#;|<>(){}[\]"$\\-]{0,8}'$/),
  );
  const operator = fc.constantFrom('&&', '||', '|', ';');
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.array(word, { minLength: 1 }), operator)), (parts) => {
      const text = parts.map(([words, each]) => `run ${words.join(' ')} ${each} `).join('');
      const made = plainScript(`${text}end`);
      expect(made).toEqual(parsed(`${text}end`));
    }),
    { numRuns: 3_000 },
  );
});
