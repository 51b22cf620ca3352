import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  sessionsAtHome,
  sessionsAtPath,
  type LiveSessions,
} from '../../../../src/compose/trace/watch/live-sessions.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fanin-live-'));
});
afterEach(() => rmSync(home, { recursive: true }));

const SAMPLE = 'test/fixtures/traces/claude-code-2.1.332/background-2/projects';
const THREAD = (id: string, parent: string | null) =>
  `${JSON.stringify({
    type: 'session_meta',
    timestamp: '2026-11-29T12:00:00Z',
    payload: {
      id,
      session_id: parent ?? id,
      ...(parent === null ? {} : { parent_thread_id: parent }),
    },
  })}\n`;

function write(path: string, text: string): void {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

async function listed(live: LiveSessions) {
  const list = await live.list();
  if (!list.ok) throw new Error(list.error.code);
  return list.value.map(({ id, files }) => `${id} ${files.length}`).toSorted();
}

test('new sessions, new files of a session and longer ones are seen, and old ones stay', async () => {
  const live = sessionsAtHome({ cwd: home, env: { HOME: home } }, { now: () => Date.now() });
  expect(await listed(live)).toEqual([]);
  cpSync(SAMPLE, join(home, '.claude/projects'), { recursive: true });
  const [claude = ''] = await listed(live);
  write('.codex/sessions/2026/11/29/rollout-a.jsonl', THREAD('a', null));
  expect(await listed(live)).toEqual([claude, 'a 1']);
  // A sub-agent's file comes, and its parent's is as it was.
  write('.codex/sessions/2026/11/30/rollout-b.jsonl', THREAD('b', 'a'));
  write('.codex/sessions/2026/11/29/rollout-c.jsonl', THREAD('c', null));
  expect(await listed(live)).toEqual([claude, 'a 2', 'c 1']);
  appendFileSync(join(home, '.codex/sessions/2026/11/30/rollout-b.jsonl'), '{}\n');
  expect(await listed(live)).toEqual([claude, 'a 2', 'c 1']);
  rmSync(join(home, '.codex/sessions/2026/11/29/rollout-c.jsonl'));
  expect(await listed(live)).toEqual([claude, 'a 2']);
});

test('a file is watched under its own name', async () => {
  write('anything.txt', THREAD('a', null));
  const live = sessionsAtPath({ cwd: home, env: {}, paths: ['anything.txt'] });
  expect(await listed(live)).toEqual(['a 1']);
  expect(await listed(live)).toEqual(['a 1']);
  live.close();
  const none = await sessionsAtPath({ cwd: home, env: {}, paths: ['nothing'] }).list();
  expect(none.ok ? null : none.error.code).toBe('trace-not-found');
});

test('what nobody has written for long is looked into again when it is written', async () => {
  const later = { now: () => Date.now() + 3_600_000 };
  const live = sessionsAtHome({ cwd: home, env: { HOME: home } }, later);
  const thread = '.codex/sessions/2026/11/29/rollout-a.jsonl';
  write(thread, THREAD('a', null));
  expect(await listed(live)).toEqual(['a 1']);
  expect(await listed(live)).toEqual(['a 1']);
  // The parent writes the call that starts a sub-agent.
  appendFileSync(join(home, thread), '{}\n');
  write('.codex/sessions/2026/11/29/rollout-b.jsonl', THREAD('b', 'a'));
  expect(await listed(live)).toEqual(['a 2']);
});
