import { expect, test } from 'vitest';
import { shellParser } from '../../../../src/adapters/shell/unbash.ts';
import { shellEvents } from '../../../../src/domain/trace/build/shell-events.ts';
import { makeCommandReader } from '../../../../src/domain/trace/build/command-reader.ts';
import { AT } from '../../../support/made-trace.ts';

const verdicts = (command: string, exit: number): readonly string[] =>
  shellEvents(
    {
      id: 'c1',
      agent: 'root',
      at: 1,
      name: 'Bash',
      use: { kind: 'shell', command },
      cwd: '/repo',
      evidence: AT,
    },
    command,
    { id: 'c1', agent: 'root', at: 2, outcome: 'ok', exit, text: '', length: 0, cut: false },
    makeCommandReader(shellParser.parse),
  ).flatMap((event) => (event.kind === 'test' ? [event.verdict] : []));

test.each([
  ['npx tsc', 1, ['failed']],
  ['npx vitest run', 0, ['passed']],
  ['npm test', 1, ['failed']],
  ['npm test && npx tsc', 0, ['passed', 'passed']],
  ['npm test && npx tsc', 1, ['unknown', 'unknown']],
])('%s that exits with %i ran as %j', (command, exit, expected) => {
  expect(verdicts(command, exit)).toEqual(expected);
});

const gitOutcomes = (command: string, text: string): readonly string[] =>
  shellEvents(
    {
      id: 'c1',
      agent: 'root',
      at: 1,
      name: 'Bash',
      use: { kind: 'shell', command },
      cwd: '/repo',
      evidence: AT,
    },
    command,
    { id: 'c1', agent: 'root', at: 2, outcome: 'error', exit: 1, text, length: 9, cut: false },
    makeCommandReader(shellParser.parse),
  ).flatMap((event) => (event.kind === 'git' ? [event.outcome] : []));

test.each([
  ['git checkout . && npm test', 'AssertionError', ['ok']],
  ['cd a && git stash && npm test', 'AssertionError', ['ok']],
  ['git checkout . && npm test', "error: pathspec '.' did not match", ['error']],
  ['git checkout .', 'AssertionError', ['error']],
  ['npm test && git stash', 'AssertionError', ['error']],
])('git in `%s` that failed with %j ended as %j', (command, text, expected) => {
  expect(gitOutcomes(command, text)).toEqual(expected);
});
