import { describe, expect, it } from 'vitest';
import { isHarmless } from '../../../../src/adapters/agents/acp/harmless-command.ts';

const CHECKS = ['npm test', 'make check | tee log'];

describe('commands that need no asking', () => {
  it.each([
    'npm test',
    ' npm test ',
    'npm test -- --run one.test.ts',
    'make check | tee log',
    'ls -la src',
    'cat a.txt && wc -l a.txt',
    'git status --short',
    'git diff HEAD~1 -- src',
    'git add -A && git commit -m "Do it, all of it"',
    "git commit -m 'Two words'",
  ])('%s', (command) => {
    expect(isHarmless(command, CHECKS)).toBe(true);
  });

  it.each([
    '',
    '&&',
    'npm tests',
    'npm test; rm -rf x',
    'npm test > out',
    'npm test $(id)',
    'npm test\nrm x',
    'npm test && rm x',
    'make check | tee other',
    'rm x',
    'ls; rm x',
    'ls `id`',
    'ls "$(id)"',
    'cat x > y',
    'env ls',
    'PATH=. ls',
    'find . -delete',
    'git push',
    'git -C /x status',
    'git -c core.pager=x log',
    'git diff --output=/x',
    'git diff --outp /x',
    "git diff '--output=/x'",
    'git diff --ext-diff',
    'git commit -m "`id`"',
    'git commit -m "$(id)"',
    'git config user.name x',
    'git stash',
  ])('not %s', (command) => {
    expect(isHarmless(command, CHECKS)).toBe(false);
  });
});
