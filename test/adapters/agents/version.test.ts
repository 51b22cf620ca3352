import { describe, expect, it } from 'vitest';
import { isOlder, parseVersion } from '../../../src/adapters/agents/version.ts';

describe('versions', () => {
  it.each([
    ['2.1.332 (Claude Code)\n', '2.1.332'],
    ['\n10.0.1', '10.0.1'],
    ['codex-cli 0.171.0', '0.171.0'],
    ['v1.2.3', '1.2.3'],
    ['Claude Code', null],
    ['2.1', null],
  ])('%j is %s', (output, version) => {
    expect(parseVersion(output)).toBe(version);
  });

  it.each([
    ['2.1.331', '2.1.332', true],
    ['2.1.332', '2.1.332', false],
    ['2.1.1000', '2.1.332', false],
    ['2.0.999', '2.1.332', true],
    ['3.0.0', '2.1.332', false],
    ['1.9.9', '2.1.332', true],
  ])('%s against %s: older is %s', (have, need, older) => {
    expect(isOlder(have, need)).toBe(older);
  });
});
