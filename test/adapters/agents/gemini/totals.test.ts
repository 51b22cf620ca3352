import { describe, expect, it } from 'vitest';
import { statsTotal, sumOf, unrecorded } from '../../../../src/adapters/agents/gemini/totals.ts';
import { parseRecord, recordAt } from '../../../../src/domain/json-record.ts';
import { linesOf, readSession } from './samples.ts';

const statsOf = (name: string) =>
  recordAt(parseRecord(linesOf(`${name}/stdout.jsonl`).at(-1) ?? '') ?? {}, 'stats');

describe('totals', () => {
  it.each(['parallel', 'off'])('are those of the requests: %s', (name) => {
    const total = statsTotal(statsOf(name));
    const { requests } = readSession(name).reader;
    expect(total).toEqual(sumOf(requests));
    expect(unrecorded([total], requests)).toEqual([]);
  });

  it('tell what the CLI asked for its own ends, over all legs', () => {
    const total = statsTotal(statsOf('off'));
    const { requests } = readSession('off').reader;
    const more = { ...total, input: total.input + 5 };
    expect(unrecorded([total, more], [...requests, ...requests])).toEqual([
      { kind: 'usage', usage: expect.objectContaining({ input: 2 * total.input + 5 }) as object },
    ]);
  });

  it.each([{}, { models: { m: 3 } }, { models: null }])(
    'are nothing where there is nothing: %j',
    (stats) =>
      expect(statsTotal(stats)).toEqual({ input: 0, cacheRead: 0, cacheWrite: 0, output: 0 }),
  );
});
