import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventLines } from '../../../src/cli/watch/print-events.ts';
import { factLines } from '../../../src/cli/screens/fact-lines.ts';
import { fileLines, receiptLines } from '../../../src/cli/screens/receipt.ts';
import { reviewListLines, reviewShowLines } from '../../../src/cli/screens/review.ts';
import { reviewItems } from '../../../src/cli/review/order.ts';
import { runListLines, statusLines } from '../../../src/cli/screens/status.ts';
import type { RunModel } from '../../../src/cli/model/run-model.ts';
import { columns } from '../../../src/cli/text/columns.ts';
import { failureLines } from '../../../src/cli/text/failure-text.ts';
import type { Look } from '../../../src/cli/text/look.ts';
import { colourPaint } from '../../../src/cli/text/style.ts';
import { attempt, delivery, look, model, receipt, task } from '../sample-model.ts';
import { busyModel } from '../sample-runs.ts';

/** What an agent, a path or a person may have written anywhere. */
const hostile = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc.constantFrom(
    '\u{1b}[2J\u{1b}]0;x\u{7}gone',
    'a\r\nb\tc',
    '\u{202e}txet',
    '漢字'.repeat(60),
    '',
    ' ',
    'x'.repeat(500),
    '\u{9b}31m',
  ),
);

const modelOf = (text: string): RunModel =>
  model(
    [
      task('core', 'failed', {
        reason: text,
        made: [attempt('core', { outcome: 'salvaged', kept: text, reason: text })],
      }),
      task('seq', 'running', {
        made: [
          attempt('seq', {
            phase: 'running',
            outcome: null,
            endedAt: null,
            live: { tokens: 1, lastTool: text },
          }),
        ],
      }),
      task('docs', 'delivered', {
        made: [
          attempt('docs', {
            workspace: text,
            receipt: receiptOf(text),
            delivery: delivery('docs', 'parked', { reason: text, blocking: [text] }),
          }),
        ],
      }),
      task(text.replaceAll('#', '') || 'x', 'waiting', { reason: text }),
    ],
    {
      goal: text,
      targetRef: text,
      admission: text,
      limit: {
        live: 1,
        may: 0,
        binding: 'review',
        terms: [{ name: 'review', may: 0, text, change: text }],
      },
    },
  );

const receiptOf = (text: string) =>
  receipt('docs', 1, {
    risks: [text],
    claims: [{ text, source: 'handoff', verdict: 'contradicted', because: text }],
    findings: [{ kind: 'x', text, blocks: true }],
    refused: { measured: true, value: [text] },
    files: [{ path: text, change: 'added', from: text, added: 1, removed: 1, inScope: false }],
    agent: {
      ...receipt('docs').agent,
      version: { measured: true, value: text },
      model: { measured: true, value: text },
    },
  });

const ESCAPE = '\u{1b}';
const COLOUR = new RegExp(`${ESCAPE}\\[\\d+m`, 'gu');

/** Every screen there is, with the text in every place that takes one. */
const everyScreen = (text: string, at: Look): readonly string[] => {
  const run = modelOf(text);
  const items = reviewItems(run, at.now);
  return [
    ...statusLines(run, at, { why: true }),
    ...runListLines([run], at),
    ...reviewListLines(items, at, 0),
    ...items.flatMap((item) => reviewShowLines(item, at)),
    ...receiptLines(receiptOf(text), at),
    ...fileLines(receiptOf(text), at),
    ...eventLines(0, text, at),
    ...factLines({ kind: 'said', text }, at),
    ...factLines({ kind: 'command', argv: text, exit: 1 }, at),
    ...failureLines(
      {
        code: 'x',
        message: text,
        hint: text,
        log: text,
        where: { file: text, line: 1, column: 2, excerpt: 'source\n   ^' },
      },
      at,
    ),
    ...failureLines({ code: 'x', message: text, where: { file: text } }, at),
  ];
};

describe('no screen', () => {
  it('has a line that is longer than the terminal, or one that acts on it', () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 40, max: 120 }), (text, width) => {
        for (const line of everyScreen(text, look(width))) {
          expect(columns(line)).toBeLessThanOrEqual(width);
          expect(line).not.toMatch(/\p{Cc}|\p{Bidi_Control}/u);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('says more with colour than without', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const plain = everyScreen(text, look());
        const coloured = everyScreen(text, { ...look(), paint: colourPaint });
        expect(coloured.map((line) => line.replaceAll(COLOUR, ''))).toEqual(plain);
      }),
      { numRuns: 50 },
    );
  });
});

describe('colour', () => {
  it('is there at all', () => {
    const lines = statusLines(busyModel(), { ...look(), paint: colourPaint });
    expect(lines.join('')).toContain('\u{1b}[32mlanded\u{1b}[39m');
  });
});
