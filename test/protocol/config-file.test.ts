import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configJsonSchema, readConfigFile } from '../../src/protocol/config-file.ts';

describe('the schema of a config', () => {
  it('is the one in schemas/ (else: node scripts/make-schemas.mjs)', () => {
    const file = join(import.meta.dirname, '../../schemas/config.schema.json');
    expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(configJsonSchema(), null, 2)}\n`);
  });
});

describe('readConfigFile', () => {
  it('reads values into types', () => {
    const { problems, written } = readConfigFile({
      checks: { unit: { run: 'x', timeout: '5m' }, lint: 'y' },
      limits: { reserve: '25%' },
      defaults: { env: { N: 1, B: false } },
      serialBelow: '30m',
    });
    expect(problems).toEqual([]);
    expect(written).toEqual({
      checks: { unit: { run: 'x', timeout: 300_000 }, lint: 'y' },
      limits: { reserve: 0.25 },
      defaults: { env: { N: '1', B: 'false' } },
      serialBelow: 1_800_000,
    });
  });

  it('takes nothing for a config that sets nothing', () => {
    expect(readConfigFile(null)).toEqual({ problems: [], written: {} });
  });

  it('keeps what is right beside what is wrong', () => {
    const { problems, written } = readConfigFile({
      bogus: 1,
      checks: { unit: 3, lint: 'y' },
      review: { by: 'nobody', limit: 2 },
      agents: { a: { use: 'command', run: 'x', args: ['ok', 1] } },
    });
    expect(problems.map(({ code, path }) => [code, path.join('/')])).toEqual([
      ['wrong-type', 'checks/unit'],
      ['wrong-type', 'agents/a/args/1'],
      ['bad-value', 'review/by'],
      ['unknown-key', 'bogus'],
    ]);
    expect(written).toEqual({
      checks: { lint: 'y' },
      review: { limit: 2 },
      agents: { a: { use: 'command', run: 'x' } },
    });
  });

  it.each([3, 'text', [], true])('refuses %j as a whole', (value) => {
    const { problems } = readConfigFile(value);
    expect(problems.map(({ code, path }) => [code, path])).toEqual([['wrong-type', []]]);
  });
});
