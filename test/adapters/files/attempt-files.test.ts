import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { attemptFiles } from '../../../src/adapters/files/attempt-files.ts';

describe('an attempt’s files', () => {
  let stateDir: string;
  beforeEach(() => {
    stateDir = mkdtempSync(join(tmpdir(), 'attempt-files-'));
  });
  afterEach(() => rmSync(stateDir, { recursive: true, force: true }));

  it('lie in a folder that nobody else may read', async () => {
    const files = attemptFiles(stateDir);
    const folder = await files.folder('r1-core-1');
    expect(folder).toBe(join(stateDir, 'attempts', 'r1-core-1'));
    expect(await files.folder('r1-core-1', 'checks')).toBe(join(folder, 'checks'));
    for (const each of [folder, join(folder, 'checks')]) {
      expect(statSync(each).mode & 0o777).toBe(0o700);
    }
    rmSync(folder, { recursive: true });
    expect(existsSync(await files.folder('r1-core-1'))).toBe(true);
  });

  it('are written whole, over what was there, and leave nothing beside them', async () => {
    const files = attemptFiles(stateDir);
    const path = await files.write('a-1', 'notes/brief.md', 'a long first text\n');
    expect(await files.write('a-1', 'notes/brief.md', 'short ä\n')).toBe(path);
    expect(await files.read('a-1', 'notes/brief.md')).toBe('short ä\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(stateDir, 'attempts/a-1/notes'))).toEqual(['brief.md']);
    expect(await files.read('a-1', 'none')).toBeNull();
  });

  it('take in no link, pipe or giant that an agent left for its hand-off', async () => {
    const files = attemptFiles(stateDir);
    const secret = join(stateDir, 'secret');
    const source = join(stateDir, 'handed.json');
    writeFileSync(secret, 'key');
    const planted = [
      () => symlinkSync(secret, source),
      () => execFileSync('mkfifo', [source]),
      () => writeFileSync(source, 'x'.repeat(5 * 1024 * 1024)),
    ];
    for (const plant of planted) {
      plant();
      await files.takeIn('a-1', source, 'handoff.json');
      expect(await files.read('a-1', 'handoff.json')).toBeNull();
      rmSync(source);
    }
  });

  it('take in what lies elsewhere, once', async () => {
    const files = attemptFiles(stateDir);
    const source = join(stateDir, 'elsewhere.json');
    writeFileSync(source, '{}');
    await files.takeIn('a-1', source, 'handoff.json');
    expect(existsSync(source)).toBe(false);
    await files.takeIn('a-1', source, 'handoff.json');
    expect(readFileSync(join(stateDir, 'attempts/a-1/handoff.json'), 'utf8')).toBe('{}');
  });
});
