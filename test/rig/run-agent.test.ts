import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Launch } from '../../src/ports/agent.ts';
import { eventually } from '../support/eventually.ts';
import { killProcessesOf } from '../support/processes.ts';
import { runAgent, startAgent } from './run-agent.ts';
import { record } from './json.ts';

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'fanin-run-agent-'));
});
afterEach(async () => {
  killProcessesOf(base);
  await rm(base, { recursive: true, force: true });
});

const launch = (code: string, more: Partial<Launch> = {}): Launch => ({
  argv: ['node', '-e', code],
  env: {},
  files: [],
  fixed: {},
  stdin: '',
  keepOpen: false,
  ...more,
});
const run = (what: Launch, env: Record<string, string> = {}) => ({
  launch: what,
  workspace: base,
  home: join(base, 'home'),
  env,
});

it('carries a launch out: input, files, output by lines, and the end', async () => {
  const code = `
    process.stdout.write(require('fs').readFileSync(0, 'utf8') + '\\n\\n');
    process.stdout.write(require('fs').readFileSync(process.env.HOME + '/.x/config', 'utf8'));
    process.stderr.write('oh');
    process.exitCode = 3;`;
  const files = [{ name: '.x/config', content: 'a = 1\nb = 2\n' }];
  const end = await runAgent(run(launch(code, { fixed: {}, stdin: 'the brief', files })));
  expect(end).toEqual({
    exit: 3,
    signal: null,
    lines: ['the brief', 'a = 1', 'b = 2'],
    stderr: 'oh',
  });
});

it('gives a clean environment, with this Node first', async () => {
  vi.stubEnv('RUN_AGENT_SECRET', 'x');
  vi.stubEnv('PATH', '/usr/bin:/bin');
  const code = 'console.log(JSON.stringify({ ...process.env, node: process.execPath }))';
  const env = { KEY: 'run', GONE: 'run' };
  const what = launch(code, { env: { KEY: 'launch', GONE: undefined } });
  const { lines } = await runAgent(run(what, env));
  vi.unstubAllEnvs();
  const seen = record(JSON.parse(lines[0] ?? ''));
  const home = join(base, 'home');
  expect(seen).toMatchObject({ HOME: home, TMPDIR: join(home, 'tmp'), KEY: 'launch' });
  expect(seen['XDG_DATA_HOME']).toBe(join(home, '.local', 'share'));
  expect(dirname(String(seen['node']))).toBe(dirname(process.execPath));
  expect(seen).not.toHaveProperty('GONE');
  expect(seen).not.toHaveProperty('RUN_AGENT_SECRET');
});

it('takes messages while the input is open', async () => {
  const code = 'process.stdin.on("data", (text) => process.stdout.write(text))';
  const session = await startAgent(
    run(launch(code, { fixed: {}, stdin: 'one\n', keepOpen: true })),
  );
  session.send('two\n');
  session.closeInput();
  expect((await session.ended).lines).toEqual(['one', 'two']);
});

it('ends all that a session started', async () => {
  // The child holds the output, so `ended` would never come while it lives.
  const code = `
    require('child_process').spawn('sleep', ['600'], { stdio: 'inherit' });
    require('fs').writeFileSync('pid', '');
    process.stdin.resume();`;
  const session = await startAgent(run(launch(code, { keepOpen: true })));
  await eventually('the child to be started', () => existsSync(join(base, 'pid')));
  session.kill();
  expect(await session.ended).toMatchObject({ signal: 'SIGKILL' });
  session.kill();
});

it('says when there is no such program', async () => {
  const session = startAgent(run(launch('', { argv: ['/nowhere/agent'] })));
  await expect(session.then(({ ended }) => ended)).rejects.toThrow('ENOENT');
});
