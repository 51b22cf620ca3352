import { expect, test } from 'vitest';
import { startIn, stretched } from './stretch.ts';

const first = { timestamp: '2026-11-30T11:00:00.000Z', type: 'user' };
const second = {
  timestamp: '2026-11-30T11:00:01.500Z',
  payload: { started_at_ms: 1796036401000, tokens: 1796, of: [1796036400500, 7] },
  before: '2026-11-29T00:00:00Z',
  said: 'At 2026-11-30T11:00:01Z it began.',
};
const text = `${JSON.stringify(first)}\n${JSON.stringify(second)}\n`;

test('every time moves away from the first record, whatever form it has', () => {
  const start = startIn([text]);
  expect(start).toBe(Date.parse(first.timestamp));
  const [kept, moved] = stretched(text, start, 60)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
  expect(kept).toEqual(first);
  expect(moved).toEqual({
    timestamp: '2026-11-30T11:01:30.000Z',
    payload: { started_at_ms: start + 60_000, tokens: 1796, of: [start + 30_000, 7] },
    before: second.before,
    said: second.said,
  });
});

test('a session that is not stretched stays as it was', () => {
  expect(stretched(text, startIn([text]), 1)).toBe(text);
});

test('the first of all files counts, and of Kimi Code’s records their time', () => {
  expect(startIn([text, '{"type":"x","time":1796036399000}\n'])).toBe(1796036399000);
});
