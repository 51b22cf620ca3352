import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findFiles, placesAround } from '../../../src/adapters/traces/find-files.ts';
import { reasonOf } from '../../../src/adapters/traces/lines.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fanin-find-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(...names: readonly string[]): void {
  for (const name of names) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), 'x');
  }
}

const namesIn = async (...places: readonly string[]) =>
  (await findFiles(places)).files.map(({ path }) => path.slice(folder.length + 1)).toSorted();

test('finds files that can hold sessions, however deep, and no others', async () => {
  put('a/b/c.jsonl', 'a/d.json', 'a/e.txt', 'f.jsonl.gz', 'node_modules/g.jsonl', '.git/h.json');
  expect(await namesIn(folder)).toEqual(['a/b/c.jsonl', 'a/d.json', 'f.jsonl.gz']);
});

test('a file that is named itself is taken whatever it is called', async () => {
  put('session');
  expect(await namesIn(join(folder, 'session'))).toEqual(['session']);
});

test('follows links, and comes out of circles and out of links that lead nowhere', async () => {
  put('real/a.jsonl');
  symlinkSync(join(folder, 'real'), join(folder, 'again'));
  symlinkSync(folder, join(folder, 'real', 'up'));
  symlinkSync(join(folder, 'loop'), join(folder, 'loop'));
  symlinkSync(join(folder, 'gone.jsonl'), join(folder, 'dead.jsonl'));
  const { files, unreadable } = await findFiles([folder]);
  expect(files).toHaveLength(1);
  expect(unreadable.map(({ reason }) => reason)).toEqual(['its links lead in a circle']);
});

test('says in a few words why something may not be read', () => {
  const failed = (code: string) => Object.assign(new Error(`${code}: x`), { code });
  expect(reasonOf(failed('EACCES'))).toBe('permission denied');
  expect(reasonOf(failed('EPERM'))).toBe('permission denied');
  expect(reasonOf(failed('EIO'))).toBe('EIO: x');
  expect(reasonOf('odd')).toBe('odd');
});

test('a place that is not there has no files, and that is no fault', async () => {
  expect(await findFiles([join(folder, 'none')])).toEqual({ files: [], unreadable: [] });
});

test('around one file of a session lies the rest of it', async () => {
  put('p/s1.jsonl', 'p/s1/subagents/agent-a.jsonl', 'p/s2.jsonl');
  expect(await namesIn(...(await placesAround(join(folder, 'p/s1.jsonl'))))).toEqual([
    'p/s1.jsonl',
    'p/s1/subagents/agent-a.jsonl',
    'p/s2.jsonl',
  ]);
  expect(
    await namesIn(...(await placesAround(join(folder, 'p/s1/subagents/agent-a.jsonl')))),
  ).toEqual(['p/s1.jsonl', 'p/s1/subagents/agent-a.jsonl']);
  put(
    'k/session_1/agents/main/wire.jsonl',
    'k/session_1/agents/agent-0/wire.jsonl',
    'k/session_1/state.json',
  );
  expect(
    await namesIn(...(await placesAround(join(folder, 'k/session_1/agents/main/wire.jsonl')))),
  ).toHaveLength(3);
});
