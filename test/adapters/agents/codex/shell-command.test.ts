import { expect, it } from 'vitest';
import { unwrapped } from '../../../../src/adapters/agents/codex/shell-command.ts';

it.each([
  ["/bin/bash -lc 'npm test'", 'npm test'],
  ['/bin/bash -lc "printf \'a\'"', "printf 'a'"],
  ["zsh -c 'a'\\''b'", "a'b"],
  ['bash -lc ls', 'ls'],
  ["bash -lc 'one' two", "bash -lc 'one' two"],
  ["bash -lc 'open", "bash -lc 'open"],
  ['python3 -c x', 'python3 -c x'],
  ['', ''],
])('takes the shell off %j', (command, bare) => {
  expect(unwrapped(command)).toBe(bare);
});
