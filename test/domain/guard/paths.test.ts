import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lexical } from '../../../src/domain/guard/paths.ts';

test('a path has nothing left in it that leads nowhere, and is the same when it is read again', () => {
  const segment = fc.constantFrom('', '.', '..', 'a', '.git', 'b.c', '...', 'd ');
  fc.assert(
    fc.property(fc.array(segment), (segments) => {
      const kept: string[] = [];
      for (const each of segments)
        if (each === '..') kept.pop();
        else if (each !== '' && each !== '.') kept.push(each);
      const path = lexical(`/${segments.join('/')}`);
      expect(path).toBe(`/${kept.join('/')}`);
      expect(lexical(path)).toBe(path);
    }),
  );
});
