import { expect, test } from 'vitest';
import {
  definesIn,
  importsIn,
  literalsIn,
  settingsIn,
  usedNamesIn,
} from '../../../../src/domain/trace/build/content-names.ts';
import { errorClassOf } from '../../../../src/domain/trace/build/error-class.ts';
import { filesOfPatch, linesOfDiff } from '../../../../src/domain/trace/build/patch-text.ts';

test('names what a text defines for others, in several languages', () => {
  expect(definesIn('export function add() {}\nexport const x = 1;\nconst hidden = 2;')).toEqual([
    'add',
    'x',
  ]);
  expect(definesIn('def parse(line):\n    pass\nclass Row:\n    def inner(self): pass')).toEqual([
    'parse',
    'Row',
  ]);
  expect(definesIn('pub fn run() {}\nfn hidden() {}')).toEqual(['run']);
  expect(definesIn('func Open() {}\nfunc hidden() {}')).toEqual(['Open']);
  expect(definesIn("app.get('/users', list)\nCREATE TABLE IF NOT EXISTS users (id int)")).toEqual([
    'users',
    '/users',
  ]);
});

test('names the values that a text writes out', () => {
  const text = 'const port = 8080; const name = \'api-v2\'; let x1 = 3; f(0.25, "a b", 0xff)';
  expect(literalsIn(text)).toEqual(['api-v2', 'a b', '8080', '0.25', '0xff']);
});

test('names separators and what stands escaped in quotes as values', () => {
  expect(literalsIn(String.raw`const sep = ';'; const mark = "\uFEFF";`)).toEqual([
    String.raw`\uFEFF`,
    ';',
  ]);
});

test('names members, keys, constants and names of several words that a text uses', () => {
  const text = "take({ orderNo: 1 }).total; env.MAX_WAIT; row['net']; log_level; plain";
  expect(usedNamesIn(text).toSorted()).toEqual(
    ['MAX_WAIT', 'log_level', 'net', 'orderNo', 'total'].toSorted(),
  );
});

test('tells which names a text gives a value', () => {
  const text = `MAX = 3;\nport: 8080, host: 'a.b'\n"retries": 5\nmode=strict\nx = f(y)`;
  expect(settingsIn(text)).toEqual(['MAX=3', 'port=8080', 'host=a.b', 'retries=5', 'mode=strict']);
});

test('names what a text imports', () => {
  expect(importsIn("import { a } from './a.ts';\nconst b = require('b');")).toEqual([
    './a.ts',
    'b',
  ]);
  expect(importsIn('from app.core import x\nimport os')).toEqual(['app.core', 'os']);
});

test.each([
  ['Concurrent subagent limit reached. You can run 1 subagents at once.', 'concurrency-limit'],
  ['collab spawn failed: agent thread limit reached', 'concurrency-limit'],
  ['API Error: 429 rate limit exceeded', 'rate-limit'],
  ['prompt is too long: 210000 tokens > 200000 maximum', 'context-overflow'],
  ['No such tool available: Agent', 'tool-unavailable'],
  ['File has been modified since read, either by the user or by a linter.', 'stale-edit'],
  ['String to replace not found in file.', 'stale-edit'],
  ['PreToolUse:Write hook error: GUARD: outside your lane', 'permission'],
  ['Interrupted by user', 'interrupted'],
  ['Command timed out after 2m', 'timeout'],
  ['cat: a.txt: No such file or directory', 'not-found'],
  ['connect ECONNREFUSED 127.0.0.1:80', 'network'],
  ['API Error: 500 internal server error', 'api'],
  ['something odd', 'unknown'],
])('%s', (text, expected) => {
  expect(errorClassOf(text)).toBe(expected);
});

test('a command that failed is that, whatever it printed', () => {
  expect(errorClassOf('rate limit', 1)).toBe('command-failed');
});

test('a patch is its files, with the lines that come and go', () => {
  const patch = [
    '*** Begin Patch',
    '*** Add File: a.txt',
    '+one',
    '+two',
    '*** Update File: b.txt',
    '@@',
    '-old',
    '+new',
    ' same',
    '*** Update File: c.txt',
    '*** Move to: d.txt',
    '+more',
    '*** Delete File: e.txt',
    '*** End Patch',
  ].join('\n');
  expect(filesOfPatch(patch)).toEqual([
    { path: 'a.txt', op: 'create', added: 'one\ntwo', removed: '' },
    { path: 'b.txt', op: 'edit', added: 'new', removed: 'old' },
    { path: 'c.txt', op: 'delete', added: '', removed: '' },
    { path: 'd.txt', op: 'move', added: 'more', removed: '' },
    { path: 'e.txt', op: 'delete', added: '', removed: '' },
  ]);
  expect(filesOfPatch('no patch')).toEqual([]);
  expect(linesOfDiff('--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n')).toEqual({ added: 'y', removed: 'x' });
});
