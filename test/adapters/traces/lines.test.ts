import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { firstRecords, readDocument, readRecords } from '../../../src/adapters/traces/lines.ts';
import { makeNoteBook } from '../../../src/domain/trace/build/notes.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fanin-lines-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function read(content: string | Buffer, longest?: number) {
  const path = join(folder, 'x.jsonl');
  writeFileSync(path, content);
  const notes = makeNoteBook();
  const records: unknown[] = [];
  const done = await readRecords(
    path,
    { notes, ...(longest === undefined ? {} : { longest }) },
    (record, line) => records.push([line, record]),
  );
  return { records, ...done, notes: notes.notes([]) };
}

test('reads records with their lines; empty lines are none', async () => {
  const { records, lines, notes } = await read('{"a":1}\r\n\n{"b":2}\n');
  expect(records).toEqual([
    [1, { a: 1 }],
    [3, { b: 2 }],
  ]);
  expect(lines).toBe(3);
  expect(notes).toMatchObject({ unreadableLines: 0, tornLines: 0, longLines: 0 });
});

test('a last line without an end is taken where it is whole, else counted as torn', async () => {
  expect((await read('{"a":1}\n{"b":2}')).records).toHaveLength(2);
  const { records, notes } = await read('{"a":1}\n{"b":2,"c":"hal');
  expect(records).toHaveLength(1);
  expect(notes).toMatchObject({ tornLines: 1, unreadableLines: 0 });
});

test('counts what is no record: other JSON, NUL bytes, bytes that are no text', async () => {
  const odd = Buffer.concat([
    Buffer.from('[1]\nnull\n"x"\n'),
    Buffer.alloc(500),
    Buffer.from('\n{"a":"'),
    Buffer.from([0xff, 0xc3]),
    Buffer.from('"}\n'),
  ]);
  const { records, notes } = await read(odd);
  expect(records).toEqual([[5, { a: '��' }]]);
  expect(notes.unreadableLines).toBe(4);
});

test('a line that is too long is counted and not kept, wherever chunks end', async () => {
  const long = `{"a":"${'x'.repeat(3_000_000)}"}`;
  const { records, notes } = await read(`{"b":1}\n${long}\n{"c":1}\n`, 2_000_000);
  expect(records).toEqual([
    [1, { b: 1 }],
    [3, { c: 1 }],
  ]);
  expect(notes.longLines).toBe(1);
  expect((await read(`${long}\n{"c":1}`)).records).toHaveLength(2);
});

test('a packed file is known by its bytes; one that is cut off tells what it had', async () => {
  const packed = gzipSync(
    Array.from({ length: 20_000 }, (_, n) => `{"n":${n},"r":"${Math.sin(n)}"}\n`).join(''),
  );
  expect((await read(packed)).records).toHaveLength(20_000);
  const { records, notes } = await read(packed.subarray(0, packed.length / 2));
  expect(records.length).toBeGreaterThan(100);
  expect(notes.unreadableFiles).toHaveLength(1);
});

test('an empty file has no records; one that is not there is noted', async () => {
  expect(await read('')).toMatchObject({ records: [], lines: 0, bytes: 0 });
  const notes = makeNoteBook();
  await readRecords(join(folder, 'none'), { notes }, () => undefined);
  expect(notes.notes([]).unreadableFiles).toEqual([
    { path: join(folder, 'none'), reason: 'it is not there' },
  ]);
});

test('looks at the first records of a file, packed or not', async () => {
  const path = join(folder, 'y');
  writeFileSync(path, gzipSync('{"a":1}\n{"b":1}\n{"c":1}\n'));
  expect(await firstRecords(path, 2)).toEqual([{ a: 1 }, { b: 1 }]);
  expect(await firstRecords(join(folder, 'none'), 2)).toEqual([]);
});

test('a document is one JSON object, and not larger than it may be', async () => {
  const path = join(folder, 'z.json');
  writeFileSync(path, '{"a":{"b":[1]}}');
  expect(await readDocument(path, null)).toEqual({ a: { b: [1] } });
  expect(await readDocument(path, null, 4)).toBeNull();
  writeFileSync(path, '[1]');
  expect(await readDocument(path, null)).toBeNull();
  writeFileSync(path, '{');
  const notes = makeNoteBook();
  expect(await readDocument(path, notes)).toBeNull();
  expect(notes.notes([]).unreadableFiles).toEqual([{ path, reason: 'it is no JSON' }]);
});
