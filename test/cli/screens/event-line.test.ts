import { describe, expect, it } from 'vitest';
import { eventText } from '../../../src/cli/screens/event-line.ts';
import { eventLines } from '../../../src/cli/watch/print-events.ts';
import { sampleEvents } from '../../support/sample-events.ts';
import { greenReceipt, look } from '../sample-model.ts';

process.env['TZ'] = 'UTC';

const around = { agentOf: () => 'claude', receiptOf: () => greenReceipt('core') };
const events = sampleEvents('r7k');

describe('an event', () => {
  it('is one line, or nothing where only the machinery cares', () => {
    const told = events.map((event) => `${event.type}: ${eventText(event, around) ?? '-'}`);
    expect(`\n${told.join('\n')}\n`).toMatchSnapshot();
  });

  it('has its time, and no line longer than the width', () => {
    const at = Date.UTC(2026, 0, 1, 12, 3, 11);
    expect(eventLines(at, 'core#1 started', look())).toEqual(['12:03:11 core#1 started']);
    for (const event of events) {
      for (const line of eventLines(at, eventText(event, around) ?? '', look()))
        expect(line.length).toBeLessThanOrEqual(100);
    }
  });
});
