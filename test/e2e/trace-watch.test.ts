import { spawn } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BUILT_CLI, cleanEnv, fanin } from '../support/built-cli.ts';
import { eventually } from '../support/eventually.ts';
import { partsOf, type Part } from '../support/patterns/replay.ts';
import { writeSession } from '../support/patterns/corpus.ts';
import { readScenarios } from '../support/patterns/scenario.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fanin-watch-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const terminal = () => ({ cwd: home, env: cleanEnv(home, home) });

/** The records of a made session, in the order of time. */
function madeParts(code: string, id: string): readonly Part[] {
  const scenario = readScenarios().find((each) => each.code === code && each.id === id);
  if (scenario === undefined) throw new Error(`no ${code} ${id}`);
  const folder = join(home, 'made');
  writeSession(scenario, 'claude-code', folder);
  return partsOf(join(folder, code, id, 'claude-code'));
}

/** An agent at work writes its records. */
function write(parts: readonly Part[]): void {
  for (const { file, text } of parts) {
    const path = join(home, '.claude', file);
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(path, text);
  }
}

/** `fanin trace watch` in a process of its own, and the lines that it has printed. */
function watching(...args: readonly string[]) {
  const child = spawn(process.execPath, [BUILT_CLI, 'trace', 'watch', ...args], {
    ...terminal(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  );
  const lines = (): readonly string[] => out.split('\n').filter((line) => line !== '');
  return {
    lines,
    ended,
    interrupt: () => child.kill('SIGINT'),
    line: (has: string): Promise<string> =>
      eventually(`a line with ${has}`, () => lines().find((line) => line.includes(has)), 60_000),
  };
}

test('a session that grows is told of as it grows, and the watch ends with it', async () => {
  const parts = madeParts('source-overwrite', 'whole-file');
  const first = parts.findIndex(({ text }) => text.includes('cache.js'));
  write(parts.slice(0, first));
  const watch = watching('--json', '--idle', '1s', 'source-overwrite.whole-file');
  expect(JSON.parse(await watch.line('"started"'))).toMatchObject({
    kind: 'started',
    session: { source: 'claude-code', title: 'Do the work.', subAgents: 2 },
  });
  write(parts.slice(first));
  const finding = JSON.parse(await watch.line('"finding"')) as unknown;
  expect(finding).toMatchObject({
    kind: 'finding',
    finding: { code: 'source-overwrite', agents: ['a', 'b'], evidence: [{ line: 2 }, { line: 2 }] },
  });
  expect(JSON.parse(await watch.line('"ended"'))).toMatchObject({
    kind: 'ended',
    state: 'completed',
    findings: 1,
    withdrawn: 0,
  });
  expect(await watch.ended).toEqual({ code: 0, signal: null });
  expect(watch.lines()).toHaveLength(3);
});

test('without a name a new session is found, and Ctrl-C ends the watch', async () => {
  const watch = watching();
  write(
    madeParts(
      'clean-parallel',
      readScenarios().find(({ code }) => code === 'clean-parallel')?.id ?? '',
    ),
  );
  expect(await watch.line('at work: claude-code')).toContain('sub-agents');
  watch.interrupt();
  expect(await watch.ended).toEqual({ code: null, signal: 'SIGINT' });
  expect(watch.lines()).toHaveLength(1);
});

test('--once says what can be said now', async () => {
  const samples = 'test/fixtures/traces/claude-code-2.1.332/stopped-early-TaskStop/projects';
  expect(await fanin(terminal(), ['trace', 'watch', '--once'])).toMatchObject({
    exit: 0,
    stdout: '',
    stderr: expect.stringContaining('No session is being written') as string,
  });
  cpSync(samples, join(home, '.claude', 'projects'), { recursive: true });
  const { exit, stdout, stderr } = await fanin(terminal(), ['trace', 'watch', '--once']);
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
  expect(stdout).toMatch(/Early Child Termination: Slow part, root\n/);
  expect(stdout.replaceAll(/\s/g, '')).toContain('.jsonl:20fanintraceshow');
  expect(await fanin(terminal(), ['trace', 'watch', 'nothing'])).toMatchObject({ exit: 2 });
  expect(await fanin(terminal(), ['trace', 'watch', '-'])).toMatchObject({ exit: 2 });
});
