import { expect, test } from 'vitest';
import { shellParser } from '../../../../src/adapters/shell/unbash.ts';
import { shellEvents } from '../../../../src/domain/trace/build/shell-events.ts';
import { makeCommandReader } from '../../../../src/domain/trace/build/command-reader.ts';
import type { NewEvent } from '../../../../src/domain/trace/build/new-event.ts';
import type { CallResult } from '../../../../src/domain/trace/build/tool-use.ts';
import { AT } from '../../../support/made-trace.ts';

/** The events of a command line that ended like this. */
const eventsOf = (
  command: string,
  result: Pick<CallResult, 'outcome' | 'exit' | 'text'>,
): readonly NewEvent[] =>
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
    { id: 'c1', agent: 'root', at: 2, length: result.text.length, cut: false, ...result },
    makeCommandReader(shellParser.parse),
  );

const verdicts = (command: string, exit: number): readonly string[] =>
  eventsOf(command, { outcome: 'ok', exit, text: '' }).flatMap((event) =>
    event.kind === 'test' ? [event.verdict] : [],
  );

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
  eventsOf(command, { outcome: 'error', exit: 1, text }).flatMap((event) =>
    event.kind === 'git' ? [event.outcome] : [],
  );

test.each([
  ['git checkout . && npm test', 'AssertionError', ['ok']],
  ['cd a && git stash && npm test', 'AssertionError', ['ok']],
  ['git checkout . && npm test', "error: pathspec '.' did not match", ['error']],
  ['git checkout .', 'AssertionError', ['error']],
  ['npm test && git stash', 'AssertionError', ['error']],
])('git in `%s` that failed with %j ended as %j', (command, text, expected) => {
  expect(gitOutcomes(command, text)).toEqual(expected);
});
