import { describe, expect, it } from 'vitest';
import type { CodeFinding, CodeReport } from '../../src/domain/duplicates/finding.ts';
import { failure } from '../../src/domain/failure.ts';
import type { Plan } from '../../src/domain/plan/plan.ts';
import { err, ok } from '../../src/domain/result.ts';
import type { CodeComparison, CodeRequest } from '../../src/ports/code-comparison.ts';
import { memoryCodeComparison } from '../../src/adapters/simulated/code-comparison.ts';
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

const running = async (how: CodeComparison['compare'] | 'in memory', more: Partial<Plan> = {}) => {
  const bench = engineBench();
  const code: CodeComparison =
    how === 'in memory' ? memoryCodeComparison(bench.repo) : { compare: how };
  const tasks = ['a', 'b'].map((id) => taskOf(id, { deadlineMs: 1e6 }));
  const watched = await startOn(
    bench,
    { first: [bench.startLetter('r1', planOf(tasks, more))] },
    { code },
  );
  await bench.time.pass(100);
  const edit = (task: string, text: string): void =>
    bench.workspaces.edit(`/fake/app.fanin/r1-${task}-1`, `${task}/x.ts`, text);
  const events = () =>
    bench.events('r1').flatMap((event) => (event.type.startsWith('duplicate.') ? [event] : []));
  return { bench, watched, edit, events };
};

const block = (of: string | null, path: string) =>
  ({ ...side(of, 'on: push'), kind: 'block', path, endLine: 9 }) as const;
const copied = (b: string | null): CodeFinding => ({
  kind: 'duplicate',
  a: block('r1-a-1', 'ci/a.yml'),
  b: block(b, 'ci/b.yml'),
  score: 1,
  why: '9 lines are the same word for word (80 tokens)',
});

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

  it('is found in files of any kind, by comparing what lies in both', async () => {
    const steps = Array.from(
      { length: 8 },
      (_, at) => `  - run: step ${String(at)} --with alpha,beta --to "${String(at)}"\n`,
    ).join('');
    const { bench, events } = await running('in memory');
    bench.workspaces.edit('/fake/app.fanin/r1-a-1', 'a/ci.yml', `name: one\n${steps}`);
    bench.workspaces.edit('/fake/app.fanin/r1-b-1', 'b/ci.yml', `name: two\non: push\n${steps}`);
    await bench.time.pass(30_000);
    expect(events().map(({ type }) => type)).toEqual(['duplicate.found']);
    expect(JSON.stringify(events())).toMatch(/\(a\/ci\.yml:2-9\) stands in .*\(b\/ci\.yml:3-10\)/u);
  });

  it('is told of blocks of two agents; one out of the target may be half moved, and is left to the receipt', async () => {
    const found = report([copied('r1-b-1'), copied(null)]);
    const unlooked = { ...found, copies: { ...found.copies, unlooked: 'jscpd is not here' } };
    const { bench, watched, edit, events } = await running(async () => ok(unlooked));
    edit('a', 'one\n');
    await bench.time.pass(15_000);
    expect(events()).toMatchObject([{ type: 'duplicate.found', a: 'r1-a-1', b: 'r1-b-1' }]);
    expect(bench.agents.sent('r1-b-1').join('')).toContain('(ci/a.yml:1-9) stands in');
    for (const task of ['a', 'b']) bench.work(`r1-${task}-1`, `${task}/x`);
    expect(await watched.end()).toMatchObject({ ok: true });
    const findings = [...bench.files.receipts.values()].flatMap((each) => each.findings);
    const texts = findings.map(({ kind, text, blocks }) => `${kind} ${String(blocks)} ${text}`);
    expect(texts).toContainEqual(
      expect.stringMatching(/^duplicate false .* in the target, too: .*Let ci\/a\.yml use/u),
    );
    expect(texts).toContain(
      'copies-not-looked-for false Copies word for word were not looked for: jscpd is not here.',
    );
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
