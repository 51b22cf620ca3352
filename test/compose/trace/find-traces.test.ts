import { NO_INTENT } from '../../../src/domain/trace/intent.ts';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findTraces } from '../../../src/compose/trace/find-traces.ts';
import { measureTraces } from '../../../src/compose/trace/measure-traces.ts';
import { findTrace } from '../../../src/compose/trace/show-trace.ts';

const SAMPLES = 'test/fixtures/traces';
let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fanin-home-'));
});
afterEach(() => rmSync(home, { recursive: true }));

const wish = (paths: readonly string[] = [], env: Readonly<Record<string, string>> = {}) => ({
  cwd: home,
  env: { HOME: home, ...env },
  paths,
});

async function found(...given: Parameters<typeof wish>) {
  const done = await findTraces(wish(...given));
  if (!done.ok) throw new Error(done.error.code);
  done.value.close();
  return done.value;
}

const copy = (sample: string, to: string): void =>
  cpSync(join(SAMPLES, sample), join(home, to), { recursive: true });

test('finds sessions in the agents’ default places', async () => {
  copy('claude-code-2.1.332/background-2/projects', '.claude/projects');
  copy('codex-0.171.0/parallel-2-v2-gpt-6.2-sol/sessions', '.codex/sessions');
  copy('kimi-code-2.1.0/background-2/sessions', '.kimi-code/sessions');
  copy('gemini-cli-0.61.0/parallel-2/chats', '.gemini/tmp/abc/chats');
  const { sessions } = await found();
  expect(sessions.map(({ source }) => source).toSorted()).toEqual([
    'claude-code',
    'codex',
    'gemini',
    'kimi',
  ]);
});

test('follows the variables that move an agent’s folder', async () => {
  copy('claude-code-2.1.332/background-2/projects', 'c/projects');
  copy('codex-0.171.0/parallel-2-v2-gpt-6.2-sol/sessions', 'x/sessions');
  copy('kimi-code-2.1.0/background-2/sessions', 'k/sessions');
  expect((await found()).sessions).toEqual([]);
  const env = {
    CLAUDE_CONFIG_DIR: join(home, 'c'),
    CODEX_HOME: join(home, 'x'),
    KIMI_CODE_HOME: join(home, 'k'),
  };
  expect((await found([], env)).sessions).toHaveLength(3);
});

test('an empty home says where was looked', async () => {
  const { sessions, looked } = await found();
  expect(sessions).toEqual([]);
  const places = looked.flatMap((each) => each.places.map(({ path }) => path));
  expect(places).toContain(join(home, '.claude', 'projects'));
  expect(looked.flatMap((each) => each.places).every(({ there }) => !there)).toBe(true);
});

test('a folder with copied session trees of several agents works too', async () => {
  const { sessions } = await found([join(process.cwd(), SAMPLES)]);
  // Those of the database are there as rows alone, and one as an export.
  expect(sessions).toHaveLength(38);
});

test.each([
  [
    'claude-code-2.1.332/background-2/projects/-repo-c-bg/9b1563e2-d18f-4359-ab90-58f84cf28cdf.jsonl',
    3,
  ],
  [
    'kimi-code-2.1.0/background-2/sessions/wd_k-bg_fb88a82079e0/session_faaa5e0e-3e7c-4211-8193-bc091d00a24e/agents/main/wire.jsonl',
    3,
  ],
  ['gemini-cli-0.61.0/parallel-2/chats/session-2026-11-29T13-16-18c7eeae.jsonl', 3],
])('one file leads to all of its session: %s', async (path, agents) => {
  const { sessions } = await found([join(process.cwd(), SAMPLES, path)]);
  expect(sessions).toHaveLength(1);
  const trace = await sessions[0]?.importer.read(sessions[0]);
  expect(trace?.agents).toHaveLength(agents);
});

test('a file of any name, packed or not, is known by what is in it; evidence names it', async () => {
  const folder = join(SAMPLES, 'kimi-code-2.1.0/sequential/sessions');
  const [wire = ''] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('wire.jsonl'),
  );
  writeFileSync(join(home, 'kept'), readFileSync(join(folder, wire)));
  const rollout =
    readdirSync(
      join(SAMPLES, 'codex-0.171.0/sequential-v1-unknown-model/sessions/2026/11/29'),
    )[0] ?? '';
  const bytes = readFileSync(
    join(SAMPLES, 'codex-0.171.0/sequential-v1-unknown-model/sessions/2026/11/29', rollout),
  );
  writeFileSync(join(home, 'packed.gz'), gzipSync(bytes));
  for (const [name, source] of [
    ['kept', 'kimi'],
    ['packed.gz', 'codex'],
  ] as const) {
    const done = await measureTraces({
      ...wish([name]),
      since: null,
      timeLines: true,
      patterns: true,
      intent: NO_INTENT,
    });
    expect(done).toMatchObject({
      ok: true,
      value: { sessions: [{ measures: { source, tokens: { total: 3759 } } }] },
    });
  }
  const trace = await findTrace(wish(['kept']), '');
  expect(
    trace.ok && trace.value.events.every(({ evidence }) => evidence.file === join(home, 'kept')),
  ).toBe(true);
});

test('says what is not there, and what is no session', async () => {
  expect(await findTraces(wish(['none']))).toMatchObject({
    ok: false,
    error: { code: 'trace-not-found' },
  });
  writeFileSync(join(home, 'x.jsonl'), '{"a":1}\n');
  expect(await findTraces(wish(['x.jsonl']))).toMatchObject({
    ok: false,
    error: { code: 'trace-unknown' },
  });
  mkdirSync(join(home, 'empty'));
  expect((await found(['empty'])).sessions).toEqual([]);
});

test('finds one session by the beginning of its id, or of its own', async () => {
  const samples = [join(process.cwd(), SAMPLES)];
  expect(await findTrace(wish(samples), 'c7c10a7f')).toMatchObject({
    ok: true,
    value: { id: 'c7c10a7f' },
  });
  expect(await findTrace(wish(samples), '05b87a44-2d03')).toMatchObject({
    ok: true,
    value: { id: 'c7c10a7f' },
  });
  expect(await findTrace(wish(samples), 'zzz')).toMatchObject({
    ok: false,
    error: { code: 'no-trace' },
  });
  expect(await findTrace(wish(samples), '')).toMatchObject({
    ok: false,
    error: { code: 'ambiguous-id' },
  });
});

test('leaves out what is older than was asked for, and says so', async () => {
  copy('kimi-code-2.1.0/background-2/sessions', '.kimi-code/sessions');
  const done = await measureTraces({
    ...wish(),
    since: Date.now() + 60_000,
    timeLines: false,
    patterns: false,
    intent: NO_INTENT,
  });
  expect(done).toMatchObject({ ok: true, value: { sessions: [], older: 1 } });
});
