import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tailFile } from '../../../src/adapters/agents/file-tail.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fanin-tail-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('file tail', () => {
  it('tells whole lines as they come, and the last one at the end', () => {
    const path = join(folder, 'lines');
    const lines: string[] = [];
    const tail = tailFile(path, (line) => lines.push(line));
    tail.poll(false);
    writeFileSync(path, 'one\ntw');
    tail.poll(false);
    expect(lines).toEqual(['one']);
    appendFileSync(path, 'ö\nthree');
    tail.poll(false);
    tail.poll(false);
    expect(lines).toEqual(['one', 'twö']);
    tail.poll(true);
    expect(lines).toEqual(['one', 'twö', 'three']);
  });

  it('reads a file anew that has become shorter', () => {
    const path = join(folder, 'lines');
    const lines: string[] = [];
    const tail = tailFile(path, (line) => lines.push(line));
    writeFileSync(path, 'a long line\n');
    tail.poll(false);
    writeFileSync(path, 'short\n');
    tail.poll(false);
    expect(lines).toEqual(['a long line', 'short']);
  });
});
