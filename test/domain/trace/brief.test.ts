import { expect, test } from 'vitest';
import { briefOf } from '../../../src/domain/trace/brief.ts';
import { LIMITS } from '../../../src/domain/trace/limits.ts';

test('a long brief is cut, and its length and hash are of all of it', () => {
  const text = 'x'.repeat(LIMITS.brief + 5);
  const brief = briefOf(text, (all) => `hash of ${all.length}`);
  expect(brief.text).toHaveLength(LIMITS.brief);
  expect(brief).toMatchObject({ length: text.length, hash: `hash of ${text.length}` });
});
