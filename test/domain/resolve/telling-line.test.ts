import { expect, it } from 'vitest';
import { tellingLine } from '../../../src/domain/resolve/telling-line.ts';

it.each([
  [
    'error Your lockfile needs to be updated.\ninfo Visit https://example.com for more.\n',
    'error Your lockfile needs to be updated.',
  ],
  [
    '➤ YN0028: │ The lockfile would have been modified.\n➤ YN0000: └ Completed\n➤ YN0000: · Failed\n',
    '➤ YN0028: │ The lockfile would have been modified.',
  ],
  [
    'error: cannot update the lock file\nhelp: remove the flag\n',
    'error: cannot update the lock file',
  ],
  [
    'a.go:3:8: missing go.sum entry for package x; to add:\n\tgo get x\n',
    'a.go:3:8: missing go.sum entry for package x; to add:',
  ],
  ['npm error A complete log of this run can be found in: x\n', ''],
  ['', ''],
])('of %j it is %j', (printed, line) => {
  expect(tellingLine(printed)).toBe(line);
});
