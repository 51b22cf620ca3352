import { describe, expect, it } from 'vitest';
import { liveLines } from '../../../src/cli/screens/live.ts';
import { fileLines, receiptLines } from '../../../src/cli/screens/receipt.ts';
import { reviewListLines, reviewShowLines } from '../../../src/cli/screens/review.ts';
import { reviewScreenLines } from '../../../src/cli/screens/review-interactive.ts';
import { openQuestions, questionLines } from '../../../src/cli/screens/questions.ts';
import { runListLines, statusLines } from '../../../src/cli/screens/status.ts';
import { reviewItems } from '../../../src/cli/review/order.ts';
import { attempt, delivery, look, model, receipt, task } from '../sample-model.ts';
import { askingModel, busyModel } from '../sample-runs.ts';

process.env['TZ'] = 'UTC';

const shown = (lines: readonly string[]): string => `\n${lines.join('\n')}\n`;

describe('the status', () => {
  it('of a busy run', () => {
    expect(shown(statusLines(busyModel(), look()))).toMatchSnapshot();
  });

  it('with the reasons', () => {
    expect(shown(statusLines(busyModel(), look(), { why: true }))).toMatchSnapshot();
  });

  it('of a run whose engine is gone', () => {
    expect(shown(statusLines({ ...busyModel(), engine: false }, look()))).toMatchSnapshot();
  });

  it('of a run that waits for a person', () => {
    const made = [attempt('docs', { delivery: delivery('docs', 'awaiting-review') })];
    const waiting = model(
      [
        task('docs', 'delivered', { made }),
        task('next', 'waiting', { needs: ['docs'], reason: 'after docs' }),
      ],
      { phase: 'ended', end: 'waiting', endReason: '1 deliveries wait for you', busySince: null },
    );
    expect(shown(statusLines(waiting, look()))).toMatchSnapshot();
  });

  it('of a run that has landed', () => {
    const landed = model(
      [
        task('core', 'landed', {
          landed: 'd'.repeat(40),
          made: [attempt('core', { removed: true, delivery: delivery('core', 'landed') })],
        }),
      ],
      { phase: 'ended', end: 'landed', busySince: null },
    );
    expect(shown(statusLines(landed, look()))).toMatchSnapshot();
  });

  it('of all runs', () => {
    const old = model([], { phase: 'ended', end: 'landed', goal: 'Something else' }, { id: 'r6' });
    expect(shown(runListLines([busyModel(), old], look()))).toMatchSnapshot();
  });
});

describe('the live view', () => {
  it('fits a terminal of any height, and keeps what needs attention', () => {
    for (let rows = 4; rows < 40; rows += 1) {
      const lines = liveLines(busyModel(), { ...look(), rows }, 'wrapping up');
      expect(lines.length).toBeLessThan(rows);
      expect(lines[0]).toContain('r7k');
      if (rows > 16) expect(lines.join('\n')).toContain('outside the task');
    }
  });

  it('leaves out what is done first', () => {
    const lines = liveLines(busyModel(), { ...look(), rows: 15 }, '');
    expect(shown(lines)).toMatchSnapshot();
  });
});

describe('a receipt', () => {
  it('shows what was measured beside what was said', () => {
    expect(
      shown([...receiptLines(receipt('parser'), look()), ...fileLines(receipt('parser'), look())]),
    ).toMatchSnapshot();
  });

  it('says what is not known', () => {
    const bare = receipt('parser', 1, {
      checks: [],
      usage: { measured: false, why: '' },
      cost: { measured: false, why: '' },
      timeline: [],
      claims: [],
      risks: [],
      findings: [],
      refused: { measured: false, why: '' },
    });
    expect(shown(receiptLines(bare, look()))).toMatchSnapshot();
  });

  it('says what its agent met on the way', () => {
    const trouble = { code: 'agent-rate-limited', text: '429, try later' };
    expect(shown(receiptLines({ ...receipt('parser'), trouble }, look()))).toContain(
      'Trouble   429, try later, and it went on (agent-rate-limited)',
    );
  });
});

describe('the review', () => {
  const items = reviewItems(busyModel(), look().now);

  it('lists', () => {
    expect(shown(reviewListLines(items, look()))).toMatchSnapshot();
    expect(reviewListLines([], look())).toEqual(['Nothing waits for you.']);
  });

  it('shows one', () => {
    const [item] = items;
    expect(item).toBeDefined();
    if (item !== undefined) expect(shown(reviewShowLines(item, look()))).toMatchSnapshot();
  });

  it('in a terminal', () => {
    const state = { selected: 0, asking: 'approve', message: 'docs#1 is parked.' } as const;
    const desk = { items, asked: null };
    expect(shown(reviewScreenLines(desk, state, { ...look(), rows: 24 }))).toMatchSnapshot();
  });

  it('in a terminal, with a question of an agent that waits', () => {
    const model = askingModel();
    const [asked = null] = openQuestions(model);
    const state = { selected: 0, asking: null, message: '' } as const;
    const screen = { ...look(), rows: 24 };
    expect(shown(reviewScreenLines({ items: [], asked }, state, screen))).toMatchSnapshot();
    expect(shown(questionLines(openQuestions(model), look()))).toMatchSnapshot();
    expect(shown(statusLines(model, look()))).toMatchSnapshot();
  });

  it('keeps the cursor in sight', () => {
    const [item] = items;
    const many = Array.from({ length: 50 }, () => item).filter((each) => each !== undefined);
    for (const selected of [0, 25, 49]) {
      const lines = reviewScreenLines(
        { items: many, asked: null },
        { selected, asking: null, message: '' },
        { ...look(), rows: 20 },
      );
      expect(lines.length).toBeLessThanOrEqual(20);
      expect(lines.filter((line) => line.startsWith('›'))).toHaveLength(1);
    }
  });
});
