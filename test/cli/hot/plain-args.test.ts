import { describe, expect, it } from 'vitest';
import { plainStatus } from '../../../src/cli/hot/plain-args.ts';

describe('a plain status line', () => {
  it.each([
    [[], { flags: {}, wish: { run: null, why: false, all: false } }],
    [['r7'], { flags: {}, wish: { run: 'r7', why: false, all: false } }],
    [['--json', '--why'], { flags: { json: true }, wish: { run: null, why: true, all: false } }],
    [
      ['-C', 'app', '--run', 'r7', '--no-color', '--all'],
      {
        flags: { cwd: 'app', run: 'r7', color: false },
        wish: { run: null, why: false, all: true },
      },
    ],
  ])('%j', (args, read) => expect(plainStatus(args)).toEqual(read));

  it.each([
    [['--help']],
    [['-h']],
    [['--jsno']],
    [['r7', 'r8']],
    [['-C']],
    [['-C', '--json']],
    [['--json', '--json']],
    [['--run=r7']],
    [['--', 'r7']],
  ])('%j is for the parser', (args) => {
    expect(plainStatus(args)).toBeNull();
  });
});
