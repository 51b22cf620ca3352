import { describe, expect, it } from 'vitest';
import { resolveRuleProblems, resolveRulesOf } from '../../../src/domain/config/resolvers.ts';
import { RESOLVERS } from '../../../src/domain/resolve/rules.ts';

describe('the resolvers of a config', () => {
  it('are all where nothing is written, and nothing is generated', () => {
    expect(resolveRulesOf({})).toEqual({ resolvers: RESOLVERS, generated: [] });
    expect(resolveRulesOf({ resolve: {} }).resolvers).toEqual(RESOLVERS);
  });

  it('are those that are named, or none', () => {
    expect(resolveRulesOf({ resolve: { resolvers: ['lock', 'manifest'] } }).resolvers).toEqual([
      'manifest',
      'lock',
    ]);
    expect(resolveRulesOf({ resolve: { resolvers: 'off' } }).resolvers).toEqual([]);
  });

  it('have a command for what is generated, with the time that any has', () => {
    const generated = [{ paths: ['src/gen/**'], run: 'npm run gen' }];
    expect(resolveRuleProblems({ resolve: { generated } })).toEqual([]);
    expect(resolveRulesOf({ resolve: { generated } }).generated).toEqual([
      { paths: ['src/gen/**'], run: 'npm run gen', timeoutMs: 600_000 },
    ]);
  });

  it.each([
    [{ paths: [], run: 'x' }, ['resolve', 'generated', 0, 'paths']],
    [{ paths: ['a', '/b'], run: 'x' }, ['resolve', 'generated', 0, 'paths', 1]],
    [{ paths: ['a'], run: ' ' }, ['resolve', 'generated', 0, 'run']],
  ])('are not %j', (rule, path) => {
    expect(resolveRuleProblems({ resolve: { generated: [rule] } })).toMatchObject([{ path }]);
  });
});
