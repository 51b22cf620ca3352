import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findProgram } from '../../../../src/adapters/process/supervisor/program.ts';

describe('finding a program', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'program-'));
    for (const folder of ['one', 'two', 'two/tool-folder']) mkdirSync(join(root, folder));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));
  const make = (name: string, mode: number, text = '#!/bin/sh\n') => {
    const path = join(root, name);
    writeFileSync(path, text);
    chmodSync(path, mode);
    return path;
  };

  it('takes the first that may be started', () => {
    make('one/tool', 0o644);
    const second = make('two/tool', 0o755);
    expect(findProgram('tool', '/', `${root}/one:${root}/two`)).toEqual({ path: second });
    expect(findProgram('tool', root, 'none:two')).toEqual({ path: second });
    expect(findProgram('tool', join(root, 'two'), '')).toEqual({ path: second });
    expect(findProgram('two/tool', root, '/usr/bin')).toEqual({ path: second });
    expect(findProgram('sh', '/')).toHaveProperty('path', expect.stringMatching(/bin\/sh$/));
  });

  it('says what is missing', () => {
    const plain = make('one/tool', 0o644);
    const orphan = make('two/orphan', 0o755, '#! /no/such/shell -x\n');
    expect(findProgram('none', root, 'one:two')).toMatchObject({ path: null, code: 127 });
    expect(findProgram('', root, 'one')).toMatchObject({ path: null, code: 127 });
    expect(findProgram('tool-folder', root, 'two')).toMatchObject({ path: null, code: 127 });
    expect(findProgram('tool', root, 'one:two')).toEqual({
      path: null,
      code: 126,
      words: `${plain} is not executable`,
    });
    expect(findProgram(orphan, root)).toEqual({
      path: null,
      code: 127,
      words: `${orphan} asks for /no/such/shell, which is not there`,
    });
  });
});
