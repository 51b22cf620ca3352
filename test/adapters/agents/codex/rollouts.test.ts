import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountOf } from '../../../../src/adapters/agents/codex/rollouts.ts';
import { RECORDINGS } from './recordings.ts';

const ROOT = '01a2289e-fe5b-7453-885d-48b6f1cba981';
const SUB = '01a2289e-ff42-77d2-8607-99f67580ee69';

describe("accounting from a session's files", () => {
  let sessions: string;
  let day: string;
  const fileOf = (thread: string): string =>
    join(day, `rollout-2026-11-29T18-43-58-${thread}.jsonl`);
  beforeEach(() => {
    sessions = mkdtempSync(join(tmpdir(), 'fanin-codex-'));
    cpSync(join(RECORDINGS, 'session'), sessions, { recursive: true });
    day = join(sessions, '2026', '11', '29');
  });
  afterEach(() => rmSync(sessions, { recursive: true, force: true }));

  const total = { input: 5042, cacheRead: 1018, cacheWrite: 156, output: 262, reasoning: 31 };

  it('adds up all threads, to the token, and tells what was refused', async () => {
    const facts = accountOf(ROOT, fileOf(ROOT));
    expect(facts).toMatchObject([
      { kind: 'transcript', path: fileOf(ROOT) },
      {
        kind: 'refused',
        text: 'patch rejected: writing outside of the project; rejected by user approval settings',
      },
      { kind: 'sub-agent', phase: 'refused', name: 'b' },
      { kind: 'transcript', path: fileOf(SUB) },
      { kind: 'usage', usage: total, models: [{ model: 'gpt-6.2-sol', usage: total }] },
    ]);
    expect(facts.at(-1)).toMatchObject({ sub: { input: 1000, output: 50 } });
  });

  it("leaves out a parent's records that a forked thread's file begins with", async () => {
    // Without ids they cannot be known again by those.
    const copied = readFileSync(fileOf(ROOT), 'utf8').replaceAll(/"response_id":"\w+",/g, '');
    writeFileSync(fileOf(ROOT), copied);
    const [first = '', ...rest] = readFileSync(fileOf(SUB), 'utf8').split('\n');
    writeFileSync(fileOf(SUB), [first, copied.trimEnd(), ...rest].join('\n'));
    const facts = accountOf(ROOT, fileOf(ROOT));
    expect(facts.at(-1)).toMatchObject({ kind: 'usage', usage: total });
    expect(facts.filter((fact) => fact.kind === 'sub-agent')).toHaveLength(1);
  });

  it('counts a record once that stands twice, and passes over a line that is cut off', async () => {
    appendFileSync(fileOf(ROOT), readFileSync(fileOf(ROOT), 'utf8'));
    appendFileSync(fileOf(ROOT), '{"type":"token_usage_record","payl');
    expect(accountOf(ROOT, fileOf(ROOT)).at(-1)).toMatchObject({ usage: total });
  });

  it.each([
    ['Process exited with code 1\nOutput:\nbash: /etc/x: Read-only file system\n', 1],
    ['Process exited with code 0\nOutput:\ndocs.md: Read-only file system\n', 0],
    [
      [
        {
          type: 'input_text',
          text: '{"exit_code":1,"output":"bash: /etc/x: Read-only file system\\n"}',
        },
      ],
      1,
    ],
  ])('tells what the sandbox stopped: %j', async (output, count) => {
    const payload = { type: 'function_call_output', call_id: 'new', output };
    appendFileSync(fileOf(ROOT), `${JSON.stringify({ type: 'response_item', payload })}\n`);
    const facts = accountOf(ROOT, fileOf(ROOT));
    const told = facts.filter((fact) => fact.kind === 'refused' && !fact.text.startsWith('patch'));
    expect(told).toEqual(
      Array.from({ length: count }, () => ({
        kind: 'refused',
        text: 'bash: /etc/x: Read-only file system',
      })),
    );
  });

  it('finds a thread of a later day, and leaves other sessions and earlier days alone', async () => {
    const later = join(sessions, '2026', '12', '01', basename(fileOf(SUB)));
    cpSync(fileOf(SUB), later);
    rmSync(fileOf(SUB));
    const other = readFileSync(later, 'utf8').replaceAll(ROOT, 'another');
    writeFileSync(join(day, 'rollout-other.jsonl'), other);
    cpSync(fileOf(ROOT), join(sessions, '2026', '11', '28', 'rollout-old.jsonl'));
    const transcripts = accountOf(ROOT, fileOf(ROOT)).filter((fact) => fact.kind === 'transcript');
    expect(transcripts.map(({ path }) => path)).toEqual([fileOf(ROOT), later]);
  });

  it('says nothing of a session that left no file', async () => {
    expect(accountOf(ROOT, '/nonexistent/2026/11/29/rollout.jsonl')).toEqual([]);
  });
});
