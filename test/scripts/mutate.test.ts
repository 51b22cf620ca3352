import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SCRIPT = join(import.meta.dirname, '../../scripts/mutate.mjs');

describe('scripts/mutate.mjs', () => {
  it('can still make each of its mutations', () => {
    const { stdout, status } = spawnSync(process.execPath, [SCRIPT, '--places'], {
      encoding: 'utf8',
    });
    expect(stdout).toMatch(/^(\d+) of \1 mutations can be made\n$/u);
    expect(status).toBe(0);
  });

  it('names those it knows', () => {
    const { stderr, status } = spawnSync(process.execPath, [SCRIPT, 'none'], { encoding: 'utf8' });
    expect(stderr).toContain('one-slot-too-many');
    expect(status).toBe(2);
  });
});
