import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeRequestBook } from '../../../../src/domain/trace/build/requests.ts';
import { totalTokens } from '../../../../src/domain/receipt/token-usage.ts';
import { AT } from '../../../support/made-trace.ts';

const request = (agent: string, output: number) => ({
  agent,
  at: 1,
  evidence: AT,
  model: 'm',
  usage: { input: 1, cacheRead: 0, cacheWrite: 0, output },
  of: 'request' as const,
  stop: 'end' as const,
});

test('no token is lost, however many requests there are and however few are kept', () => {
  const told = fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.nat(9), fc.boolean()), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(told, fc.nat(10), (all, most) => {
      const book = makeRequestBook(most);
      let total = 0;
      let news = 0;
      for (const [index, [agent, output, again]] of all.entries()) {
        news += book.add(`${index}`, request(agent, output)) ? 1 : 0;
        if (again) book.add(`${index}`, request(agent, output + 3));
        total += 1 + output + (again ? 3 : 0);
      }
      expect(book.all().reduce((sum, { usage }) => sum + totalTokens(usage), 0)).toBe(total);
      expect(news).toBe(all.length);
      expect(book.all().length).toBeLessThanOrEqual(most + 2);
    }),
  );
});

test('what is summed up says so', () => {
  const book = makeRequestBook(1);
  for (const key of ['x', 'y', 'z']) book.add(key, request('a', 5));
  expect(book.all().map(({ of, usage }) => [of, usage.output])).toEqual([
    ['request', 5],
    ['total', 10],
  ]);
});
