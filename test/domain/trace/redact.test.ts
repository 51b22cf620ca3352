import { expect, test } from 'vitest';
import { redact } from '../../../src/domain/trace/redact.ts';
import { redacted } from '../../../src/domain/trace/redact-trace.ts';

const hidden = ['ABCDEFGH12345678', 'hunter2hunter2'];

test.each([
  'export API_KEY=ABCDEFGH12345678',
  '"password": "hunter2hunter2"',
  'Authorization: Bearer ABCDEFGH12345678',
  'curl https://me:hunter2hunter2@example.com/x',
  'OPENAI_API_KEY=sk-proj-ABCDEFGH12345678ABCDEFGH',
  'token ghp_ABCDEFGH12345678ABCDEFGH12345678',
  'AKIAABCDEFGH12345678',
  '-----BEGIN RSA PRIVATE KEY-----\nABCDEFGH12345678\n-----END RSA PRIVATE KEY-----',
])('hides the secret in %s', (text) => {
  const shown = redact(text);
  for (const secret of hidden) expect(shown).not.toContain(secret);
  expect(shown).toContain('[hidden]');
});

test.each(['npm test', 'src/tokens.ts', 'tokens: 4', 'git commit -m "the secret of joy"'])(
  'leaves %s as it is',
  (text) => {
    expect(redact(text)).toBe(text);
  },
);

test('reaches every text of a value, and leaves the rest', () => {
  expect(redacted({ a: ['API_KEY=ABCDEFGH12345678', 1, null], b: { c: true } })).toEqual({
    a: ['API_KEY=[hidden]', 1, null],
    b: { c: true },
  });
});
