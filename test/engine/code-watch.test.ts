import { describe, expect, it } from 'vitest';
import type { CodeFinding, CodeReport } from '../../src/domain/duplicates/finding.ts';
import { failure } from '../../src/domain/failure.ts';
import type { Plan } from '../../src/domain/plan/plan.ts';
import { err, ok } from '../../src/domain/result.ts';
import type { CodeComparison, CodeRequest } from '../../src/ports/code-comparison.ts';
import { engineBench, startOn } from '../support/engine-bench.ts';
import { planOf, taskOf } from '../support/plans.ts';

const side = (of: string | null, symbol: string) =>
  ({ of, symbol, kind: 'function', path: `src/${symbol}.ts`, line: 1, users: null }) as const;
const twice: CodeFinding = {
  kind: 'duplicate',
  a: side('r1-a-1', 'chunk'),
  b: side('r1-b-1', 'batches'),
  score: 1,
  why: 'it is the same text',
};
const report = (findings: readonly CodeFinding[]): CodeReport => ({
  findings,
  exports: {},
  added: {},
  unread: [],
  skipped: {},
  left: 0,
  copies: { unlooked: null, more: 0, left: 0 },
});

const running = async (compare: CodeComparison['compare'], more: Partial<Plan> = {}) => {
  const bench = engineBench();
  const tasks = ['a', 'b'].map((id) => taskOf(id, { deadlineMs: 1e6 }));
  const watched = await startOn(
    bench,
    { first: [bench.startLetter('r1', planOf(tasks, more))] },
    { code: { compare } },
  );
  await bench.time.pass(100);
  const edit = (task: string, text: string): void =>
    bench.workspaces.edit(`/fake/app.fanin/r1-${task}-1`, `${task}/x.ts`, text);
  const events = () =>
    bench.events('r1').flatMap((event) => (event.type.startsWith('duplicate.') ? [event] : []));
  return { bench, watched, edit, events };
};

describe('what live workspaces write twice', () => {
  it('is found while agents work, told to both of them, and goes', async () => {
    let findings: readonly CodeFinding[] = [twice];
    const { bench, edit, events } = await running(async () => ok(report(findings)));
    edit('a', 'one\n');
    edit('b', 'two\n');
    await bench.time.pass(15_000);
    expect(events()).toMatchObject([{ type: 'duplicate.found', a: 'r1-a-1', b: 'r1-b-1' }]);
    for (const task of ['a', 'b']) {
      const told = bench.agents.sent(`r1-${task}-1`).join('');
      expect(told).toContain('a#1: chunk (src/chunk.ts:1) does what b#1: batches');
      expect(told).toContain('Keep one');
    }
    findings = [];
    edit('b', 'other\n');
    await bench.time.pass(60_000);
    expect(events().map(({ type }) => type)).toEqual(['duplicate.found', 'duplicate.gone']);
  });

  it('is looked for only when something is new, and not at all under `duplicates: off`', async () => {
    const asked: CodeRequest[] = [];
    const compare: CodeComparison['compare'] = async (request) => {
      asked.push(request);
      return ok(report([]));
    };
    const { bench, edit } = await running(compare);
    edit('a', 'one\n');
    await bench.time.pass(20_000);
    const before = asked.length;
    expect(before).toBeGreaterThan(0);
    await bench.time.pass(500_000);
    expect(asked.length).toBe(before);

    const off = await running(compare, { duplicates: 'off' });
    off.edit('a', 'one\n');
    await off.bench.time.pass(20_000);
    off.bench.work('r1-a-1', 'a/x');
    await off.bench.time.pass(20_000);
    expect(asked.length).toBe(before);
  });

  it('hurts nothing where it cannot be looked for', async () => {
    const { bench, watched, edit, events } = await running(async () =>
      err(failure('no-parser', 'no parser here')),
    );
    edit('a', 'one\n');
    await bench.time.pass(15_000);
    for (const task of ['a', 'b']) bench.work(`r1-${task}-1`, `${task}/x`);
    expect(await watched.end()).toMatchObject({ ok: true });
    expect(events()).toEqual([]);
    expect([...bench.files.receipts.values()][0]).toMatchObject({
      exports: { measured: false, why: 'no parser here' },
    });
  });
});
