import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columns, fit, pad, printable } from '../../../src/cli/text/columns.ts';
import { failureJson, failureLines } from '../../../src/cli/text/failure-text.ts';
import {
  ago,
  dateTime,
  dollars,
  duration,
  roughly,
  secondOfDay,
  timeOfDay,
  tokens,
} from '../../../src/cli/text/figures.ts';
import { colourPaint, plainPaint, wantsColour } from '../../../src/cli/text/style.ts';
import { cell, figure, table } from '../../../src/cli/text/table.ts';
import { tame } from '../../../src/cli/text/tame.ts';
import { wrap, wrapParts } from '../../../src/cli/text/wrap.ts';
import { look } from '../sample-model.ts';

process.env['TZ'] = 'UTC';

const ESCAPE = '\u{1b}';
const COLOUR = new RegExp(`${ESCAPE}\\[[\\d;:]*m`, 'gu');

describe('figures', () => {
  it.each([
    [0, '0s'],
    [45_400, '45s'],
    [59_700, '1m'],
    [540_000, '9m'],
    [492_000, '8m12s'],
    [7_500_000, '2h05m'],
    [273_600_000, '3d4h'],
    [-5, '0s'],
  ])('duration %d', (ms, text) => expect(duration(ms)).toBe(text));

  it.each([
    [45_000, '45s'],
    [1_740_000, '29m'],
    [3_600_000, '60m'],
    [10_800_000, '3h'],
    [259_200_000, '3d'],
  ])('roughly %d', (ms, text) => expect(roughly(ms)).toBe(text));

  it.each([
    [0, '0'],
    [950, '950'],
    [4_100, '4.1k'],
    [41_000, '41k'],
    [410_499, '410k'],
    [999_499, '999k'],
    [999_500, '1M'],
    [3_140_000, '3.1M'],
  ])('tokens %d', (n, text) => expect(tokens(n)).toBe(text));

  it('money, ages and times of day', () => {
    expect([dollars(1.2249), dollars(0.004), dollars(0)]).toEqual(['$1.22', '$0.004', '$0.00']);
    expect([ago(0, 9_000), ago(0, 180_000)]).toEqual(['just now', '3m ago']);
    const at = Date.UTC(2026, 0, 5, 9, 3, 7);
    expect([timeOfDay(at), secondOfDay(at), dateTime(at)]).toEqual([
      '09:03',
      '09:03:07',
      '2026-01-05 09:03',
    ]);
  });
});

describe('columns', () => {
  it('counts wide characters twice and marks not at all', () => {
    expect([
      columns('abc'),
      columns('漢字'),
      columns('e\u{301}'),
      columns('✓ − …'),
      columns('🙂'),
    ]).toEqual([3, 4, 1, 5, 2]);
  });

  it('cuts and fills', () => {
    expect([
      fit('abcdef', 4),
      fit('漢字漢', 4),
      fit('abc', 0),
      pad('ab', 4),
      pad('ab', 4, 'right'),
    ]).toEqual(['abc…', '漢…', '', 'ab  ', '  ab']);
  });

  it('never cuts to more than it may', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(30), (text, width) => {
        expect(columns(fit(text, width))).toBeLessThanOrEqual(width);
      }),
    );
  });

  it('leaves nothing that acts on a terminal', () => {
    expect(printable('a\u{1b}[1mb\r\n  c\td\u{202e}')).toBe('a�[1mb c d�');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(printable(text)).not.toMatch(/\p{Cc}|\p{Bidi_Control}/u);
      }),
    );
  });
});

describe('wrap', () => {
  it('breaks between words and hangs', () => {
    expect(wrap('one two three four', 12, '- ', '  ')).toEqual(['- one two', '  three four']);
  });

  it('breaks a word that is longer than a line', () => {
    expect(wrap('abcdefghij', 6, '> ')).toEqual(['> abcd', '> efgh', '> ij']);
  });

  it('breaks a path behind a slash, so that its last name is whole', () => {
    expect(wrap('~/logs/of/session.jsonl:12', 20, '  ')).toEqual([
      '  ~/logs/of/',
      '  session.jsonl:12',
    ]);
    expect(wrap('a/session-0123456789.jsonl', 12)).toEqual(['a/session-01', '23456789.jso', 'nl']);
  });

  it('loses no letter and no order', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', '漢', ' ', '-', '/') }),
        fc.integer({ min: 5, max: 40 }),
        (text, width) => {
          const lines = wrap(text, width);
          expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
          for (const line of lines) expect(columns(line)).toBeLessThanOrEqual(width);
        },
      ),
    );
  });

  it('keeps parts together', () => {
    expect(wrapParts(['r7k', '19m of 60m', 'target x'], 20)).toEqual([
      'r7k · 19m of 60m',
      '  target x',
    ]);
  });
});

describe('a table', () => {
  it('aligns, and lets the last cell be as long as there is room', () => {
    const rows = [
      [cell('core'), figure('9m'), cell('short')],
      [cell('a'), figure('12m'), cell('x'.repeat(40))],
      [cell('only')],
    ];
    expect(table(rows, look(30))).toEqual([
      '  core   9m  short',
      `  a     12m  ${'x'.repeat(16)}…`,
      '  only',
    ]);
  });

  it('fits any width, whatever is in it', () => {
    const cells = fc.array(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 60 }), { maxLength: 6 }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(cells, fc.integer({ min: 1, max: 60 }), (rows, width) => {
        const lines = table(
          rows.map((row) => row.map((text) => cell(text))),
          look(width),
        );
        expect(lines).toHaveLength(rows.length);
        for (const line of lines) expect(columns(line)).toBeLessThanOrEqual(width);
      }),
    );
  });
});

describe('colour', () => {
  it('is decided by the flag, NO_COLOR, FORCE_COLOR and the terminal, in this order', () => {
    const signs = (flag: boolean | undefined, env: Record<string, string>, isTty: boolean) =>
      wantsColour({ flag, env, isTty });
    expect(signs(undefined, {}, true)).toBe(true);
    expect(signs(undefined, {}, false)).toBe(false);
    expect(signs(undefined, { TERM: 'dumb' }, true)).toBe(false);
    expect(signs(undefined, { NO_COLOR: '1', FORCE_COLOR: '1' }, true)).toBe(false);
    expect(signs(undefined, { NO_COLOR: '' }, true)).toBe(true);
    expect(signs(undefined, { FORCE_COLOR: '1' }, false)).toBe(true);
    expect(signs(undefined, { FORCE_COLOR: '0' }, true)).toBe(false);
    expect(signs(true, { NO_COLOR: '1' }, false)).toBe(true);
    expect(signs(false, { FORCE_COLOR: '1' }, true)).toBe(false);
  });

  it('paints', () => {
    expect([colourPaint('red', 'x'), colourPaint('plain', 'x'), plainPaint('red', 'x')]).toEqual([
      '\u{1b}[31mx\u{1b}[39m',
      'x',
      'x',
    ]);
  });
});

describe('a log on a terminal', () => {
  it('keeps colours, and nothing else that acts on it', () => {
    expect(tame('\u{1b}[31mred\u{1b}[0m\u{1b}[2J\u{1b}]0;title\u{7}a\u{1b}(Bb\tc\r\nd\u{8}')).toBe(
      '\u{1b}[31mred\u{1b}[0maBb\tc\nd�',
    );
  });

  it('never lets through another sequence', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom('\u{1b}', '[', ']', '2J', '31m', 'P', '\\', '\u{7}', 'x', '\u{9b}', '\n'),
        ),
        (parts) => {
          const rest = tame(parts.join('')).replaceAll(COLOUR, '');
          expect(rest).not.toMatch(/(?![\n\t])\p{Cc}/u);
        },
      ),
    );
  });
});

describe('a failure', () => {
  const where = { file: 'plan.yaml', line: 14, column: 5, excerpt: 'needs: [cor]\n        ^^^' };

  it('points to the line, with what would be right behind the mark', () => {
    expect(
      failureLines(
        {
          code: 'missing-need',
          message: 'tasks.seq.needs: there is no task "cor"',
          where,
          hint: 'did you mean "core"?',
        },
        look(),
      ),
    ).toEqual([
      'plan.yaml:14:5  tasks.seq.needs: there is no task "cor"  [missing-need]',
      '    needs: [cor]',
      '            ^^^ did you mean "core"?',
    ]);
  });

  it('without a place says who speaks', () => {
    expect(
      failureLines(
        {
          code: 'checkout-dirty',
          message: 'main is checked out',
          hint: 'Commit there.',
          log: '/x.log',
          where: { file: '/repo' },
        },
        look(),
      ),
    ).toEqual([
      'fanin: main is checked out  [checkout-dirty]',
      '  Commit there.',
      '  at /repo',
      '  log: /x.log',
    ]);
  });

  it('has a form for scripts', () => {
    const one = { code: 'a', message: 'm' };
    expect(JSON.parse(failureJson([one]))).toEqual({
      error: { code: 'a', message: 'm', hint: null, where: null, log: null },
    });
    expect(JSON.parse(failureJson([one, { ...one, code: 'b' }]))).toMatchObject({
      error: { code: 'a' },
      errors: [{ code: 'a' }, { code: 'b' }],
    });
  });
});
