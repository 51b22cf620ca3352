import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { BUILT_CLI } from '../support/built-cli.ts';

const home = mkdtempSync(join(tmpdir(), 'fanin-trace-home-'));
afterAll(() => rmSync(home, { recursive: true }));

const day = 'test/fixtures/traces/codex-0.171.0/sequential-v1-unknown-model/sessions/2026/11/29';
const rollout = readFileSync(join(day, readdirSync(day)[0] ?? ''));

function fanin(input: Buffer, ...args: readonly string[]) {
  const { PATH = '' } = process.env;
  const done = spawnSync(process.execPath, [BUILT_CLI, 'trace', ...args], {
    cwd: home,
    env: { PATH, HOME: home, TMPDIR: home },
    input,
    encoding: 'utf8',
  });
  return { code: done.status, out: done.stdout, err: done.stderr };
}

test.each([
  ['as it is', rollout],
  ['packed', gzipSync(rollout)],
])('fanin trace - reads a session from standard input, %s', (_, input) => {
  const { code, out, err } = fanin(input, '-', '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(JSON.parse(out)).toMatchObject({
    sessions: [{ source: 'codex', tokens: { total: 3759, check: { equal: true } } }],
  });
  // What was laid aside to be read is gone.
  expect(readdirSync(home).filter((name) => name.startsWith('fanin-trace-'))).toEqual([]);
});

test('fanin trace - says so where nothing comes in', () => {
  const { code, err } = fanin(Buffer.alloc(0), '-');
  expect(code).toBe(2);
  expect(err).toContain('standard input holds no session that is known');
});

test('fanin trace in an empty home says where it looked', () => {
  const { code, out } = fanin(Buffer.alloc(0));
  expect(code).toBe(0);
  expect(out).toContain(join(home, '.claude', 'projects'));
});
