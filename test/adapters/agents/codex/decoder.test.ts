import { describe, expect, it } from 'vitest';
import { emptySummary, summarise } from '../../../../src/domain/receipt/summarise-output.ts';
import type { OutputSummary } from '../../../../src/domain/receipt/output-summary.ts';
import { decoded, linesOf } from './recordings.ts';

const summed = (name: string): OutputSummary =>
  decoded(linesOf(name)).reduce<OutputSummary>(summarise, emptySummary);

describe("decoder of Codex's app server", () => {
  it('reads work: tools, commands with their exits, tokens by request, the last word', () => {
    const seen = summed('work');
    expect(seen).toMatchObject({
      version: '0.171.0',
      model: 'gpt-6.2-sol',
      commands: [{ argv: "printf 'it''s' && exit 3", exit: 3, source: 'agent' }],
      finalText: 'All done.',
      saysFailed: false,
      trouble: null,
      unknownRecords: 0,
    });
    expect(decoded(linesOf('work')).filter(({ kind }) => kind === 'tool')).toEqual([
      { kind: 'tool', text: 'edit notes.md' },
      { kind: 'tool', text: "printf 'it''s' && exit 3" },
    ]);
    expect(seen.usage?.requests).toHaveLength(2);
    expect(seen.usage?.requests?.[0]).toEqual({
      model: 'gpt-6.2-sol',
      usage: { input: 1000, cacheRead: 200, cacheWrite: 30, output: 50, reasoning: 5 },
    });
  });

  it.each([
    ['sub-agents', { started: 2, ended: 2, refused: 0, mostAtOnce: 2 }],
    ['sub-agents-v1', { started: 1, ended: 1, refused: 1, mostAtOnce: 1 }],
  ])('follows %s as they start and end', (name, subAgents) => {
    const seen = summed(name);
    expect(seen.subAgents).toEqual(subAgents);
    expect(seen.unknownRecords).toBe(0);
    // Their words are not the session's.
    expect(decoded(linesOf(name)).filter(({ kind }) => kind === 'said')).toHaveLength(1);
  });

  it('tells the tokens of sub-agents apart while they work', () => {
    const live = decoded(linesOf('sub-agents').filter((line) => !line.startsWith('{"fanin"')));
    const { usage } = live.reduce<OutputSummary>(summarise, emptySummary);
    const told = summed('sub-agents').usage;
    expect(usage?.total).toEqual(told?.total);
    expect(usage?.sub).toEqual(told?.sub);
    expect(usage?.sub?.input).toBe(2000);
  });

  it('counts a request once, however often its figures are told', () => {
    const lines = linesOf('work').flatMap((line) =>
      line.includes('tokenUsage/updated') ? [line, line] : [line],
    );
    const requests = decoded(lines).filter(({ kind }) => kind === 'request');
    expect(requests).toHaveLength(2);
  });

  it('reads a message that went into the turn', () => {
    const seen = summed('steered');
    expect(seen.messages).toEqual([{ id: 'm1', way: 'mid-turn' }]);
    expect(seen.finalText).toBe('Steered.');
  });

  it('reads a turn that failed as fatal trouble', () => {
    expect(summed('rate-limited')).toMatchObject({
      trouble: { code: 'agent-rate-limited', fatal: true },
      saysFailed: true,
      unknownRecords: 0,
    });
  });

  it('reads a turn that was ended, without trouble', () => {
    const seen = summed('stopped');
    expect(seen).toMatchObject({ trouble: null, saysFailed: true, unknownRecords: 0 });
    // The command was cut off: no exit code is made up.
    expect(seen.commands.every(({ exit }) => exit === null)).toBe(true);
  });

  it('lets a retried fault pass as trouble that is not fatal, and counts what it does not know', () => {
    const retried = {
      method: 'error',
      params: {
        threadId: 'x',
        willRetry: true,
        error: {
          message: 'Reconnecting... 1/5',
          codexErrorInfo: { responseStreamDisconnected: { httpStatusCode: 429 } },
        },
      },
    };
    expect(decoded([JSON.stringify(retried)])).toMatchObject([
      { kind: 'trouble', code: 'agent-rate-limited', fatal: false },
    ]);
    expect(decoded(['{"method":"brand/new"}', 'text', '{}'])).toMatchObject([
      { kind: 'unknown', what: 'brand/new' },
      { kind: 'unknown' },
      { kind: 'unknown' },
    ]);
  });

  it('tells a request for approval as refused', () => {
    const asked = {
      id: 7,
      method: 'item/commandExecution/requestApproval',
      params: { command: 'rm -r x' },
    };
    expect(decoded([JSON.stringify(asked)])).toEqual([
      { kind: 'refused', text: 'item/commandExecution/requestApproval rm -r x' },
    ]);
  });
});
